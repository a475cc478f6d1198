import assert from "node:assert/strict";
import { waitReady } from "../../../src/process/listen/wait_ready.ts";
import { CERT, KEY } from "../../support/tls.ts";

/** Serves on this machine, with the test's answers, for the length of a test. */
async function withServer(
  { answer, tls }: { readonly answer: (request: Request) => number; readonly tls: boolean },
  test: (port: number) => Promise<void>,
): Promise<void> {
  const pair = tls ? { cert: CERT, key: KEY } : {};
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...pair },
    (request) => new Response(null, { status: answer(request) }),
  );
  await test(server.addr.port);
}

/** A clock on which every look takes a second. */
function secondsPass(): () => number {
  let now = 0;
  return () => (now += 1000);
}

Deno.test("waitReady() asks again until the answer is 200, and asks for nothing else", async () => {
  const asked: string[] = [];
  const answer = (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return asked.length < 3 ? 503 : 200;
  };
  await withServer({ answer, tls: false }, async (port) => {
    const place = { kind: "tcp", host: "0.0.0.0", port } as const;
    const late = await waitReady({ place, withinMs: 60_000, monotonicMs: secondsPass() });
    assert.equal(late, undefined);
  });
  assert.deepEqual(asked, ["GET /ready", "GET /ready", "GET /ready"]);
});

Deno.test("waitReady() asks under TLS whatever name the certificate is for", () =>
  withServer({ answer: () => 200, tls: true }, async (port) => {
    const place = { kind: "tls", host: "127.0.0.1", port, certFile: "", keyFile: "" } as const;
    const late = await waitReady({ place, withinMs: 60_000, monotonicMs: secondsPass() });
    assert.equal(late, undefined);
  }));

Deno.test("waitReady() gives up in time and says what the last answer was", async () => {
  await withServer({ answer: () => 503, tls: false }, async (port) => {
    const place = { kind: "tcp", host: "127.0.0.1", port } as const;
    const late = await waitReady({ place, withinMs: 3000, monotonicMs: secondsPass() });
    assert.equal(late, `Not ready within 3 s: http://127.0.0.1:${port}: status 503`);
  });
  // Free a moment ago, and nobody's now.
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const place = { kind: "tcp", host: "127.0.0.1", port } as const;
  const late = await waitReady({ place, withinMs: 3000, monotonicMs: secondsPass() });
  assert.match(late ?? "", /^Not ready within 3 s: http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
});
