import assert from "node:assert/strict";
import { BODY_LIMIT_BYTES } from "../../src/web/guard/body.ts";
import { DRAIN_LIMIT_BYTES } from "../../src/web/guard/unread_body.ts";
import { ask, latin1, RawSocket, SilentServer } from "../support/raw_socket.ts";
import { cartOf, chunked, head, type HostileServer, keyed, withServer } from "./server.ts";

const GIGABYTE = "Content-Length: 1073741824";
const CHUNKED = "Transfer-Encoding: chunked";
const PART = latin1("a".repeat(65_536));
const CHUNK = latin1(`10000\r\n${"a".repeat(65_536)}\r\n`);
/** Bytes in the socket buffers are sent and never read. */
const SOCKETS_BYTES = 16 * 1024 * 1024;

/** Sends until the other side has dropped the connection; how much that was. */
async function flood(socket: RawSocket, part: Uint8Array): Promise<number> {
  const limit = 4 * (DRAIN_LIMIT_BYTES + SOCKETS_BYTES);
  let sent = 0;
  try {
    for (; sent <= limit; sent += part.length) await socket.send(part);
  } catch (error) {
    if (error instanceof SilentServer) throw error;
  }
  return sent;
}

Deno.test("a body has at most 1 MiB, to the byte, by its length and by its chunks", () =>
  withServer(async (server) => {
    for (
      const [size, status, code] of [
        [BODY_LIMIT_BYTES, 201, null],
        [BODY_LIMIT_BYTES + 1, 413, "error.payload-too-large"],
      ] as const
    ) {
      const body = cartOf(size);
      assert.equal(body.length, size);
      for (
        const [field, sent] of [
          [`Content-Length: ${size}`, body],
          [CHUNKED, chunked(body)],
          [CHUNKED, chunked(body, 1000)],
        ] as const
      ) {
        const request = head("POST /session", ...keyed(server), field) + sent;
        const answer = await ask(server.port, latin1(request));
        assert.deepEqual([field, answer?.status, answer?.code], [field, status, code]);
      }
    }
  }));

Deno.test("a body that is announced as too long is refused before a byte of it was sent", () =>
  withServer(async (server) => {
    const answer = await ask(server.port, head("POST /session", ...keyed(server), GIGABYTE));
    assert.deepEqual([answer?.status, answer?.code], [413, "error.payload-too-large"]);
    assert.equal(answer?.headers.get("connection"), "close");
  }));

Deno.test("a short unread body keeps the connection", () =>
  withServer(async (server) => {
    using socket = await RawSocket.to(server.port);
    const body = "a".repeat(20_000);
    await socket.send(latin1(head("POST /nowhere", `Content-Length: ${body.length}`) + body));
    const answer = await socket.answer();
    assert.equal(answer?.status, 404);
    assert.equal(answer?.headers.get("connection"), undefined);
    await socket.send(latin1(head("GET /health")));
    assert.equal((await socket.answer())?.status, 200);
  }));

/** Requests that are answered before their body is read, or that hide it from us. */
function unread(server: HostileServer): readonly (readonly [string, string[], number])[] {
  const [key = "", type = ""] = keyed(server);
  return [
    ["POST /session", [type], 401],
    ["POST /session", [key], 415],
    ["POST /session", [key, type], 413],
    ["POST /session/x/abandon", [key], 413],
    ["POST /nowhere", [key], 404],
    ["PUT /session", [key], 405],
    ["OPTIONS /session", [], 204],
    ["GET /health", [], 413],
    ["GET /session/x", [key], 413],
    ["GET /session/x", [], 413],
  ];
}

Deno.test("an unwanted body is drained up to a limit, then the connection is dropped", () =>
  withServer(async (server) => {
    for (const [line, fields, status] of unread(server)) {
      for (const [field, part] of [[GIGABYTE, PART], [CHUNKED, CHUNK]] as const) {
        using socket = await RawSocket.to(server.port);
        await socket.send(head(line, ...fields, field));
        // A counted body is refused as soon as it is too large, not before.
        const isCounted = field === CHUNKED && status === 413 && !line.startsWith("GET");
        const answer = isCounted ? undefined : await socket.answer();
        const sent = await flood(socket, part);
        const about = `${line}, ${status}, ${field}`;
        assert.equal(
          (answer === undefined ? await socket.answer() : answer)?.status,
          status,
          about,
        );
        assert.ok(sent < DRAIN_LIMIT_BYTES + 2 * SOCKETS_BYTES, `${about}: ${sent} bytes`);
      }
    }
  }));

Deno.test("a HEAD with a long body is refused, though the runtime reads on for itself", () =>
  withServer(async ({ port, log }) => {
    for (const field of [GIGABYTE, CHUNKED]) {
      assert.equal((await ask(port, head("HEAD /health", field)))?.status, 413);
    }
    assert.deepEqual(log.map(({ error }) => error), Array(2).fill("error.payload-too-large"));
  }));

Deno.test("a client that sends twice the limit can finish and read the refusal", () =>
  withServer(async (server) => {
    const much = "a".repeat(2 * BODY_LIMIT_BYTES);
    for (const [line, fields, status] of unread(server).slice(0, 6)) {
      for (
        const [field, sent] of [
          [`Content-Length: ${much.length}`, much],
          [CHUNKED, chunked(much, 100_000)],
        ] as const
      ) {
        const answer = await ask(server.port, latin1(head(line, ...fields, field) + sent));
        assert.equal(answer?.status, status, `${line}, ${status}, ${field}`);
      }
    }
  }));

for (
  const [how, field, part, rest] of [
    ["by its length", "Content-Length: 100", '{"da', CHUNK],
    ["by its chunks", CHUNKED, '5\r\n{"da', CHUNK],
    ["by no chunk at all", CHUNKED, "", CHUNK],
  ] as const
) {
  Deno.test(`a body that stops coming ${how} is 408, and what comes later is dropped`, () =>
    withServer(async (server) => {
      using socket = await RawSocket.to(server.port);
      await socket.send(head("POST /session", ...keyed(server), field) + part);
      const answer = await socket.answer();
      assert.deepEqual([answer?.status, answer?.code], [408, "error.request-timeout"]);
      assert.ok(await flood(socket, rest) < DRAIN_LIMIT_BYTES + 2 * SOCKETS_BYTES);
      assert.deepEqual(server.log.map(({ status, cause }) => [status, cause]), [[408, undefined]]);
    }, { bodyDeadlineMs: 50 }));
}

for (
  const [how, field, part] of [
    ["by its length", "Content-Length: 100", '{"data":'],
    ["by its chunks", CHUNKED, '64\r\n{"data":'],
  ] as const
) {
  Deno.test(`a body that breaks off ${how} is no failure, neither told nor logged as one`, () =>
    withServer(async (server) => {
      using socket = await RawSocket.to(server.port);
      await socket.send(head("POST /session", ...keyed(server), field) + part);
      await socket.endSending();
      assert.doesNotMatch(await socket.toTheEnd(), / 5\d\d /);
      assert.deepEqual(server.log.map(({ status, cause }) => [status, cause]), [[408, undefined]]);
      assert.equal((await ask(server.port, head("GET /health")))?.status, 200);
    }));
}
