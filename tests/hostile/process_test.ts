import assert from "node:assert/strict";
import { BODY_DEADLINE_MS } from "../../src/web/guard/body.ts";
import { ENDS_WITHIN_MS, type RunningServer, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { RawSocket } from "../support/raw_socket.ts";
import { head } from "./server.ts";

const POST = (secret: string) =>
  head(
    "POST /session",
    `Authorization: Bearer ${secret}`,
    "Content-Type: application/json",
    "Content-Length: 100",
  );

async function givesSlowBodyTenSeconds(folder: string): Promise<void> {
  const { secret } = await aShop(folder);
  const server = await startServer(folder);
  using slow = await RawSocket.to(portOf(server));
  const begun = performance.now();
  await slow.send(`${POST(secret)}{`);
  const answer = await slow.answer();
  const tookMs = performance.now() - begun;
  assert.deepEqual([answer?.status, answer?.code], [408, "error.request-timeout"]);
  // That it comes at all says that it is not too late; how late it is depends on the machine.
  assert.ok(tookMs >= BODY_DEADLINE_MS - 100, `${tookMs} ms`);
  assert.equal((await server.end("SIGTERM")).code, 0);
}

async function endsWithHalfSent(folder: string): Promise<void> {
  const { secret } = await aShop(folder);
  const server = await startServer(folder);
  using half = await RawSocket.to(portOf(server));
  await half.send(head("GET /health") + POST(secret) + '{"data":');
  assert.equal((await half.answer())?.status, 200);
  const told = performance.now();
  const { code, output } = await server.end("SIGTERM");
  const endedMs = performance.now() - told;
  assert.equal(code, 0, output);
  assert.ok(endedMs < ENDS_WITHIN_MS, `${endedMs} ms`);
  assert.match(output, /"level":"warn","msg":"Running requests were cut off"/);
  assert.doesNotMatch(output, /"level":"error"/);
}

const portOf = ({ url }: RunningServer) => Number(new URL(url).port);

// At the same time: both are ten seconds of waiting.
Deno.test("a real server gives a slow body ten seconds, and another ends within ten with one half sent", () =>
  withFolder((slow) =>
    withFolder(async (half) => {
      await Promise.all([givesSlowBodyTenSeconds(slow), endsWithHalfSent(half)]);
    })
  ));
