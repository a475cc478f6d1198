import assert from "node:assert/strict";
import { ask, RawSocket } from "../support/raw_socket.ts";
import { head, withServer } from "./server.ts";

const GET = "GET /health HTTP/1.1";
const INVALID = "error.invalid-request";

/** A whole head as written, the status and the code; null where the runtime refuses. */
type Row = readonly [name: string, head: string, status: number, code: string | null];

const HOSTS: readonly Row[] = [
  ["a host", `${GET}\r\nHost: a.example\r\n\r\n`, 200, null],
  ["a host with a port", `${GET}\r\nHost: [::1]:8080\r\n\r\n`, 200, null],
  ["none", `${GET}\r\n\r\n`, 400, INVALID],
  ["none, HTTP/1.0", "GET /health HTTP/1.0\r\n\r\n", 400, INVALID],
  ["an empty one", `${GET}\r\nHost:\r\n\r\n`, 400, INVALID],
  ["a path in it", `${GET}\r\nHost: evil/x?\r\n\r\n`, 400, INVALID],
  ["a fragment in it", `${GET}\r\nHost: a#b\r\n\r\n`, 400, INVALID],
  ["user info", `${GET}\r\nHost: user@a.example\r\n\r\n`, 400, INVALID],
  ["a space", `${GET}\r\nHost: a b\r\n\r\n`, 400, INVALID],
  ["a tab", `${GET}\r\nHost: a\tb\r\n\r\n`, 400, INVALID],
  ["percent-encoding", `${GET}\r\nHost: a%2fb\r\n\r\n`, 400, INVALID],
  ["a port of six digits", `${GET}\r\nHost: a:123456\r\n\r\n`, 400, INVALID],
  ["a list", `${GET}\r\nHost: a, b\r\n\r\n`, 400, INVALID],
  ["two", `${GET}\r\nHost: a\r\nHost: b\r\n\r\n`, 400, null],
  ["two equal", `${GET}\r\nHost: a\r\nHost: a\r\n\r\n`, 400, null],
  ["bad beside a target's own", "GET http://a/health HTTP/1.1\r\nHost: b/x?\r\n\r\n", 400, INVALID],
];

const flood = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: a`);

const HEADS: readonly Row[] = [
  ["64 KiB in one field", head("GET /health", `X: ${"a".repeat(65_536)}`), 400, null],
  ["1 MiB in one field", head("GET /health", `X: ${"a".repeat(1_048_576)}`), 400, null],
  ["60,000 bytes in one field", head("GET /health", `X: ${"a".repeat(60_000)}`), 200, null],
  ["a name of 60,000 bytes", head("GET /health", `${"x".repeat(60_000)}: a`), 200, null],
  ["90 fields", head("GET /health", ...flood(90)), 200, null],
  ["1,000 fields", head("GET /health", ...flood(1000)), 400, null],
  ["a field without a name", head("GET /health", ": a"), 400, null],
  ["a field without a colon", head("GET /health", "nonsense"), 400, null],
  ["a space in a name", head("GET /health", "X y: a"), 400, null],
  ["a bare CR", head("GET /health", "X: a\rY: b"), 400, null],
  ["NUL in a value", head("GET /health", "X: a\0b"), 400, null],
  ["a folded value", head("GET /health", "X: a\r\n b"), 400, null],
  ["bare LF", head("GET /health").replaceAll("\r\n", "\n"), 200, null],
  ["bare LF before a bad Host", `${GET}\nHost: evil/x?\n\n`, 400, INVALID],
  ["empty lines ahead", `\r\n\r\n${head("GET /health")}`, 200, null],
  ["HTTP/1.0", head("GET /health").replace("/1.1", "/1.0"), 200, null],
  ["HTTP/0.9", "GET /health\r\n\r\n", 400, null],
  ["HTTP/1.2", head("GET /health").replace("/1.1", "/1.2"), 400, null],
  ["HTTP/3.0", head("GET /health").replace("/1.1", "/3.0"), 400, null],
  ["no request at all", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", 400, null],
  [
    "an upgrade to WebSocket",
    head("GET /health", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
    200,
    null,
  ],
  ["an upgrade to h2c", head("GET /health", "Connection: Upgrade", "Upgrade: h2c"), 200, null],
  ["an odd Expect", head("GET /health", "Expect: 200-maybe"), 200, null],
];

for (const [kind, rows] of [["Host", HOSTS], ["head", HEADS]] as const) {
  Deno.test(`every odd ${kind} is read as what it is, or refused`, () =>
    withServer(async ({ port, log }) => {
      for (const [name, text, status, code] of rows) {
        const answer = await ask(port, text);
        assert.deepEqual([name, answer?.status, answer?.code], [name, status, code]);
      }
      assert.deepEqual(log.filter((entry) => entry.status >= 500), []);
    }));
}

Deno.test("HTTP/1.0 is answered and the connection ended", () =>
  withServer(async ({ port }) => {
    using socket = await RawSocket.to(port);
    await socket.send(head("GET /health").replace("/1.1", "/1.0"));
    assert.equal((await socket.answer())?.status, 200);
    assert.ok(await socket.ends());
  }));

Deno.test("two Authorization fields are no key, whichever of them is one", () =>
  withServer(async ({ port, secret }) => {
    const good = `Authorization: Bearer ${secret}`;
    const rows = [
      [[good], 404],
      [[good, good], 401],
      [[good, "Authorization: Bearer x"], 401],
      [["Authorization: Basic eDp5", good], 401],
      [["Authorization:", good], 401],
      [[`${good}, Bearer x`], 401],
      [[`Authorization: Bearer\t${secret}`], 401],
      [[`Authorization: Bearer ${secret}\xe9`], 401],
    ] as const;
    for (const [fields, status] of rows) {
      const answer = await ask(port, head("GET /session/x", ...fields));
      assert.equal(answer?.status, status, fields.join(" | ").replace(secret, "KEY"));
    }
  }));

Deno.test("no field of a request comes back in the head of its answer but a sane request id", () =>
  withServer(async ({ port, secret }) => {
    const fields = ["X-Request-Id: a\xe9b", "Cookie: a=b", "Origin: https://evil.example"];
    const answer = await ask(
      port,
      head("GET /session/x", `Authorization: Bearer ${secret}`, ...fields),
    );
    assert.deepEqual([...answer?.headers.keys() ?? []].sort(), [
      "cache-control",
      "content-length",
      "content-type",
      "date",
      "ratelimit",
      "ratelimit-policy",
      "x-content-type-options",
      "x-request-id",
    ]);
    assert.equal(answer?.headers.get("x-request-id"), "request");
  }));
