import assert from "node:assert/strict";
import { RawSocket } from "../support/raw_socket.ts";
import { head, keyed, withServer } from "./server.ts";

const HALF = ["Content-Length: 100", '{"data":'] as const;

for (
  const [how, field, part] of [
    ["by its length", ...HALF],
    ["by its chunks", "Transfer-Encoding: chunked", '64\r\n{"data":'],
    ["with a request hidden in it", "Content-Length: 2000", head("GET /health")],
  ] as const
) {
  Deno.test(`a half-sent body ${how} does not keep a server from stopping`, () =>
    withServer(async (server) => {
      using socket = await RawSocket.to(server.port);
      await socket.send(head("POST /session", ...keyed(server), "Expect: 100-continue", field));
      // The request is under way: the server asks for its body.
      assert.equal((await socket.answer())?.status, 100);
      await socket.send(part);
      assert.equal(await server.stop(), false, "the deadline passed, and said so");
    }, { drainMs: 50 }));
}

Deno.test("a half-sent head does not keep a server from stopping", () =>
  withServer(async (server) => {
    using socket = await RawSocket.to(server.port);
    await socket.send(head("GET /health") + head("GET /health").slice(0, -4));
    assert.equal((await socket.answer())?.status, 200);
    await server.stop();
  }, { drainMs: 50 }));

Deno.test("a body under way when a server stops is to be sent again, and nothing new is taken", () =>
  withServer(async (server) => {
    using socket = await RawSocket.to(server.port);
    const fields = [...keyed(server), "Expect: 100-continue", "Content-Length: 11"];
    await socket.send(head("POST /session", ...fields));
    assert.equal((await socket.answer())?.status, 100);
    const stopped = server.stop();
    const answer = await socket.answer();
    assert.deepEqual([answer?.status, answer?.code], [408, "error.request-timeout"]);
    assert.match(answer?.text ?? "", /send it again/);
    await socket.send('{"data":{}}');
    assert.equal(await stopped, true, "nothing was cut off");
    const taken = server.log.length;
    await knock(server.port);
    assert.equal(server.log.length, taken, "nothing new is taken");
  }, { drainMs: 10_000 }));

/** Sends a request, which the server's log would show. Another process may have the port by now. */
async function knock(port: number): Promise<void> {
  try {
    using socket = await RawSocket.to(port);
    await socket.send(head("GET /health", "Connection: close"));
    await socket.answer();
  } catch (error) {
    if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
  }
}
