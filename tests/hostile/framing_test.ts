import assert from "node:assert/strict";
import { ask, RawSocket } from "../support/raw_socket.ts";
import { chunked, head, keyed, withServer } from "./server.ts";

const INVALID = "error.invalid-request";
const BODY = '{"data":{}}';
const CHUNKS = chunked(BODY);
const LENGTH = `Content-Length: ${BODY.length}`;
const CHUNKED = "Transfer-Encoding: chunked";
/** Answer to a body that is read as meant. */
const READ = [400, INVALID, "data.shop_domain is required"] as const;
const UNCLEAR = [
  400,
  INVALID,
  "Content-Length and Transfer-Encoding must give one clear body length",
] as const;
/** The runtime refuses by itself and ends the connection. */
const REFUSED = [400, null, ""] as const;
/** A body that breaks off cannot be answered: the connection is not good for it. */
const BROKEN = [undefined, undefined, ""] as const;

type Row = readonly [
  name: string,
  fields: readonly string[],
  body: string,
  expected: readonly [number | undefined, string | null | undefined, string],
];

const ROWS: readonly Row[] = [
  ["a length", [LENGTH], BODY, READ],
  ["chunks", [CHUNKED], CHUNKS, READ],
  ["chunks in another case", ["transfer-encoding:\tCHUNKED"], CHUNKS, READ],
  ["chunks of one byte", [CHUNKED], chunked(BODY, 1), READ],
  ["a chunk with an extension", [CHUNKED], CHUNKS.replace("b\r", "b;x=y\r"), READ],
  ["a trailer in disguise", [CHUNKED], CHUNKS.replace(/\r\n$/, "Host: x\r\n\r\n"), READ],
  ["two equal lengths", [LENGTH, LENGTH], BODY, UNCLEAR],
  ["two unequal lengths", [LENGTH, "Content-Length: 12"], BODY, REFUSED],
  ["two lengths in one field", ["Content-Length: 11, 11"], BODY, REFUSED],
  ["a length with a sign", ["Content-Length: +11"], BODY, REFUSED],
  ["a negative length", ["Content-Length: -1"], BODY, REFUSED],
  ["a hexadecimal length", ["Content-Length: 0xb"], BODY, REFUSED],
  ["an empty length", ["Content-Length:"], BODY, REFUSED],
  ["a length beyond 2^64", [`Content-Length: ${"9".repeat(30)}`], BODY, REFUSED],
  ["a length and chunks", [LENGTH, CHUNKED], CHUNKS, REFUSED],
  ["chunks and a length", [CHUNKED, "Content-Length: 4"], CHUNKS, REFUSED],
  ["gzip, chunked", ["Transfer-Encoding: gzip, chunked"], CHUNKS, UNCLEAR],
  ["gzip and chunked in two fields", ["Transfer-Encoding: gzip", CHUNKED], CHUNKS, UNCLEAR],
  ["gzip alone", ["Transfer-Encoding: gzip"], CHUNKS, REFUSED],
  ["chunked, gzip", ["Transfer-Encoding: chunked, gzip"], CHUNKS, REFUSED],
  ["chunked twice", [CHUNKED, CHUNKED], CHUNKS, REFUSED],
  ["identity", ["Transfer-Encoding: identity", LENGTH], BODY, REFUSED],
  ["xchunked", ["Transfer-Encoding: xchunked"], CHUNKS, REFUSED],
  ["a vertical tab before chunked", ["Transfer-Encoding: \x0bchunked"], CHUNKS, REFUSED],
  ["a space before the colon", ["Transfer-Encoding : chunked"], CHUNKS, REFUSED],
  ["a chunk size that is none", [CHUNKED], `zz\r\n${BODY}\r\n0\r\n\r\n`, BROKEN],
  ["a negative chunk size", [CHUNKED], `-1\r\n${BODY}\r\n0\r\n\r\n`, BROKEN],
  ["a chunk size beyond 2^64", [CHUNKED], `${"f".repeat(17)}\r\n${BODY}\r\n0\r\n\r\n`, BROKEN],
];

Deno.test("no framing of a body leaves two readers of two minds", () =>
  withServer(async (server) => {
    for (const [name, fields, body, [status, code, message]] of ROWS) {
      const answer = await ask(
        server.port,
        head("POST /session", ...keyed(server), ...fields) + body,
      );
      assert.deepEqual([name, answer?.status, answer?.code], [name, status, code]);
      assert.ok((answer?.text ?? "").includes(message), `${name}: ${answer?.text}`);
    }
    const failures = server.log.filter(({ status, cause }) => status >= 500 || cause !== undefined);
    assert.deepEqual(failures, []);
  }));

Deno.test("a request hidden in a refused body is never answered", () =>
  withServer(async (server) => {
    const hidden = head("GET /health");
    const outer = (line: string, ...fields: string[]) => head(line, ...keyed(server), ...fields);
    const rows: readonly (readonly [string, string])[] = [
      ["length and chunks", outer("POST /session", "Content-Length: 5", CHUNKED) + `0\r\n\r\n`],
      ["two lengths", outer("POST /session", "Content-Length: 0", "Content-Length: 40")],
      ["an odd coding", outer("POST /session", "Transfer-Encoding: xchunked") + "0\r\n\r\n"],
      ["GET with both", outer("GET /health", "Content-Length: 5", CHUNKED) + "0\r\n\r\n"],
      ["in a GET's body", outer("GET /nowhere", `Content-Length: ${hidden.length}`)],
      ["in a 404's body", outer("POST /nowhere", `Content-Length: ${hidden.length}`)],
      ["in a 415's body", head("POST /session", `Content-Length: ${hidden.length}`)],
    ];
    for (const [name, text] of rows) {
      using socket = await RawSocket.to(server.port);
      await socket.send(text + hidden);
      await socket.endSending();
      assert.doesNotMatch(await socket.toTheEnd(), /HTTP\/1.1 200/, name);
    }
  }));

Deno.test("pipelined requests are answered each, in their order", () =>
  withServer(async (server) => {
    using socket = await RawSocket.to(server.port);
    const post = head("POST /session", ...keyed(server), LENGTH) + BODY;
    await socket.send(head("GET /health") + post + head("GET /nowhere") + head("GET /health"));
    for (const status of [200, 400, 404, 200]) {
      assert.equal((await socket.answer())?.status, status);
    }
  }));
