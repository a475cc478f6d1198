import assert from "node:assert/strict";
import { connect } from "node:http2";
import { BODY_LIMIT_BYTES } from "../../src/web/guard/body.ts";
import { ask2, type Fields, pseudo } from "./http2.ts";
import { ask } from "../support/raw_socket.ts";
import { cartOf, head, type HostileServer, withServer } from "./server.ts";

const INVALID = "error.invalid-request";
const NOT_FOUND = "error.not-found";

/** The fields of a request, the status and the code; a null status for a stream that is reset. */
type Row = readonly [name: string, fields: Fields, status: number | null, code: string | null];

const without = (name: string) => pseudo("GET", "/health").filter(([other]) => other !== name);

const REQUESTS: readonly Row[] = [
  ["a plain read", pseudo("GET", "/health"), 200, null],
  ["dots", pseudo("GET", "/session/../health"), 404, NOT_FOUND],
  ["encoded dots", pseudo("GET", "/session/%2e%2e/health"), 404, NOT_FOUND],
  ["two slashes", pseudo("GET", "//health"), 404, NOT_FOUND],
  ["a lower-case method", pseudo("get", "/health"), 405, "error.method-not-allowed"],
  [
    "a host in place of the authority",
    [...without(":authority"), ["host", "a.example"]],
    200,
    null,
  ],
  ["neither", without(":authority"), 400, INVALID],
  ["a host beside the authority", [...pseudo("GET", "/health"), ["host", "evil/x?"]], 400, INVALID],
  ["a path in the authority", pseudo("GET", "/health", "evil/x?"), null, null],
  ["user info in the authority", pseudo("GET", "/health", "user@a.example"), 400, INVALID],
  ["a name as authority", pseudo("GET", "/health", "a.example"), 400, INVALID],
  ["localhost as authority", pseudo("GET", "/health", "localhost:80"), 400, INVALID],
  ["no path", without(":path"), null, null],
  ["an empty path", pseudo("GET", ""), null, null],
  ["no method", without(":method"), null, null],
  ["CONNECT", [[":method", "CONNECT"], [":authority", "a.example:443"]], 400, INVALID],
  ["a method twice", [...pseudo("GET", "/health"), [":method", "POST"]], null, null],
  ["a connection field", [...pseudo("GET", "/health"), ["connection", "close"]], null, null],
  ["chunked", [...pseudo("POST", "/session"), ["transfer-encoding", "chunked"]], null, null],
  ["a name in upper case", [...pseudo("GET", "/health"), ["X-A", "a"]], null, null],
  ["a line break in a value", [...pseudo("GET", "/health"), ["x-a", "a\r\nb: c"]], null, null],
  [
    "two keys",
    [...pseudo("GET", "/session/x"), ["authorization", "Bearer a"], ["authorization", "Bearer b"]],
    401,
    "error.unauthorized",
  ],
  ["no key", pseudo("GET", "/session/x"), 401, "error.unauthorized"],
];

Deno.test("HTTP/2 without TLS has the same rules for targets, hosts and keys", () =>
  withServer(async ({ port, log }) => {
    for (const [name, fields, status, code] of REQUESTS) {
      const answer = await ask2(port, fields);
      assert.deepEqual([name, answer.status, answer.code], [name, status, code], answer.text);
    }
    assert.deepEqual(log.filter((entry) => entry.status >= 500), []);
  }));

function post({ secret }: HostileServer, ...more: Fields): Fields {
  return [
    ...pseudo("POST", "/session"),
    ["authorization", `Bearer ${secret}`],
    ["content-type", "application/json"],
    ...more,
  ];
}

Deno.test("HTTP/2 without TLS has the same limits of a body", () =>
  withServer(async (server) => {
    const fits = { text: cartOf(60_000) };
    const length = (bytes: number) => post(server, ["content-length", String(bytes)]);
    const tooLarge = "error.payload-too-large";
    const rows = [
      ["fits, without a length", post(server), fits, 201, null],
      ["fits, with its length", length(60_000), fits, 201, null],
      ["shorter than its length", length(60_001), fits, null, null],
      ["longer than its length", length(59_999), fits, null, null],
      ["announced too long", length(2 ** 30), { text: "", isOpen: true }, 413, tooLarge],
      ["too deep", post(server), { text: `${"[".repeat(65)}${"]".repeat(65)}` }, 400, INVALID],
      ["nothing", post(server), { text: "" }, 400, "error.invalid-json"],
    ] as const;
    for (const [name, fields, body, status, code] of rows) {
      const answer = await ask2(server.port, fields, body);
      assert.deepEqual([name, answer.status, answer.code], [name, status, code], answer.text);
    }
    assert.deepEqual(server.log.filter((entry) => entry.status >= 500), []);
  }));

Deno.test("HTTP/2 without TLS counts what comes without a length", () =>
  withServer(async ({ port, secret }) => {
    for (const [size, status] of [[BODY_LIMIT_BYTES, 201], [BODY_LIMIT_BYTES + 1, 413]] as const) {
      const client = connect(`http://127.0.0.1:${port}`);
      const stream = client.request({
        ":method": "POST",
        ":path": "/session",
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
      });
      // Reset once it is answered, maybe before it is sent.
      stream.on("error", () => {});
      stream.end(cartOf(size));
      const answered = await new Promise((resolve) => {
        stream.on("response", (headers) => resolve(headers[":status"]));
      });
      assert.equal(answered, status);
      client.destroy();
    }
  }));

Deno.test("HTTP/2 without TLS has the same limit of time for a body", () =>
  withServer(async (server) => {
    const answer = await ask2(server.port, post(server), { text: '{"data":', isOpen: true });
    assert.deepEqual([answer.status, answer.code], [408, "error.request-timeout"]);
  }, { bodyDeadlineMs: 50 }));

Deno.test("HTTP/2 without TLS is counted with HTTP/1.1 on the same limit", () =>
  withServer(async ({ port }) => {
    for (const status of [401, 401]) {
      assert.equal((await ask2(port, pseudo("GET", "/session/x"))).status, status);
    }
    assert.equal((await ask(port, head("GET /session/x")))?.status, 401);
    for (const status of [429, 429]) {
      assert.equal((await ask2(port, pseudo("GET", "/session/x"))).status, status);
    }
    assert.equal((await ask(port, head("GET /session/x")))?.status, 429);
  }, { rateLimit: 3 }));
