import assert from "node:assert/strict";
import { ask, RawSocket } from "../support/raw_socket.ts";
import { head, withServer } from "./server.ts";

/** Request line, status and code; null if the runtime refuses it. */
type Row = readonly [line: string, status: number, code: string | null];

const NOT_FOUND = "error.not-found";
const INVALID = "error.invalid-request";
const METHOD = "error.method-not-allowed";

/** Each of these would be `/health`, 200, if anybody resolved, decoded or repaired it. */
const TARGETS: readonly Row[] = [
  ["GET /session/../health", 404, NOT_FOUND],
  ["GET /session/%2e%2e/health", 404, NOT_FOUND],
  ["GET /./health", 404, NOT_FOUND],
  ["GET //health", 404, NOT_FOUND],
  ["GET /health/", 404, NOT_FOUND],
  ["GET /health//", 404, NOT_FOUND],
  ["GET /HEALTH", 404, NOT_FOUND],
  ["GET /%68ealth", 404, NOT_FOUND],
  ["GET /health%zz", 404, NOT_FOUND],
  ["GET /health%00", 404, NOT_FOUND],
  ["GET /health%20", 404, NOT_FOUND],
  ["GET /health;x", 404, NOT_FOUND],
  ["GET /health#x", 404, NOT_FOUND],
  ["GET /x#/../health", 404, NOT_FOUND],
  ["GET /x?/health", 404, NOT_FOUND],
  ["GET /\\health", 404, NOT_FOUND],
  [`GET /${"a".repeat(60_000)}`, 404, NOT_FOUND],
  ["GET \\health", 400, null],
  ["GET health", 400, null],
  ["GET ?x", 400, null],
  ["GET  /health", 400, null],
  ["GET /hea\tlth", 400, null],
  ["GET /hea\0lth", 400, null],
  ["GET /hea\xfflth", 400, null],
  [`GET /${"a".repeat(70_000)}`, 400, null],
  ["GET *", 400, null],
  ["GET 127.0.0.1:80", 400, null],
  ["GET http://a.example/session/../health", 404, NOT_FOUND],
  ["GET http://a.example", 200, null],
  ["GET http:///health", 404, NOT_FOUND],
  ["GET http://a.example?/health", 400, INVALID],
  ["GET http://a.example#/health", 400, INVALID],
  ["GET http://user@a.example/health", 400, INVALID],
  ["GET http://a.example%2fx/health", 400, INVALID],
];

const METHODS: readonly Row[] = [
  ["get /health", 405, METHOD],
  ["Get /health", 405, METHOD],
  ["post /session", 405, METHOD],
  ["TRACE /health", 405, METHOD],
  ["TRACK /health", 405, METHOD],
  ["PATCH /session", 405, METHOD],
  ["BREW /health", 405, METHOD],
  ["PRI *", 400, null],
  ["OPTIONS *", 404, NOT_FOUND],
  ["OPTIONS /nowhere", 404, NOT_FOUND],
  ["CONNECT 127.0.0.1:80", 400, INVALID],
  ["CONNECT a.example:443", 400, INVALID],
  ["CONNECT /health", 400, null],
];

for (const [kind, rows] of [["target", TARGETS], ["method", METHODS]] as const) {
  Deno.test(`no odd ${kind} is another in disguise, and none is a failure of ours`, () =>
    withServer(async ({ port, log }) => {
      for (const [line, status, code] of rows) {
        const answer = await ask(port, head(line));
        const name = line.slice(0, 60);
        assert.deepEqual([name, answer?.status, answer?.code], [name, status, code]);
      }
      assert.deepEqual(log.filter((entry) => entry.status >= 500 || "cause" in entry), []);
    }));
}

Deno.test("a target in absolute form names its path, and a query is none of it", () =>
  withServer(async ({ port }) => {
    for (
      const target of ["/health", "/health?x=/nowhere", "/health?", "http://a.example:80/health"]
    ) {
      assert.equal((await ask(port, head(`GET ${target}`)))?.status, 200, target);
    }
  }));

Deno.test("a target in absolute form does not stand in for Host", () =>
  withServer(async ({ port }) => {
    for (const target of ["http://x/health", "https://x/health", "http://a.example:80/health"]) {
      const without = await ask(port, `GET ${target} HTTP/1.1\r\n\r\n`);
      assert.deepEqual([without?.status, without?.code], [400, INVALID], target);
    }
    const origin = await ask(port, "GET /health HTTP/1.1\r\n\r\n");
    assert.deepEqual([origin?.status, origin?.code], [400, INVALID]);
    assert.equal((await ask(port, head("GET http://x/health")))?.status, 200);
  }));

Deno.test("HEAD has the head of its GET and no byte more, OPTIONS no body at all", () =>
  withServer(async ({ port }) => {
    using socket = await RawSocket.to(port);
    for (const path of ["/health", "/nowhere", "/session/x"]) {
      await socket.send(head(`HEAD ${path}`) + head(`GET ${path}`));
      const [alone, whole] = [await socket.answer(true), await socket.answer()];
      assert.deepEqual([alone?.status, alone?.text], [whole?.status, ""], path);
      assert.equal(alone?.headers.get("content-length"), String(whole?.text.length), path);
    }
    await socket.send(head("OPTIONS /session"));
    const options = await socket.answer();
    assert.deepEqual([options?.status, options?.text], [204, ""]);
    assert.equal(options?.headers.get("allow"), "OPTIONS, POST");
  }));
