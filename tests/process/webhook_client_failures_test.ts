import assert from "node:assert/strict";
import { leakless, post, why, withBytes, withServer } from "../support/webhook_client.ts";

leakless("webhookClient() gives up after timeoutMs, and when told to", async () => {
  await withBytes("", async (port) => {
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://hooks.example:${port}/`;
      assert.equal(await why(post(url, { timeoutMs: 50 })), "No answer within 0.05 s");
      const stop = new AbortController();
      const answer = post(url, {
        signal: stop.signal,
        checkAddresses: () => queueMicrotask(() => stop.abort()),
      });
      assert.equal(await why(answer), "Cancelled");
    }
  });
});

leakless("webhookClient() does not begin what is given up already", async () => {
  let lookups = 0;
  const resolve = () => {
    lookups += 1;
    return Promise.resolve([]);
  };
  const answer = post("https://hooks.example/", { signal: AbortSignal.abort() }, { resolve });
  assert.equal(await why(answer), "Cancelled");
  assert.equal(lookups, 0);
});

leakless(
  "webhookClient() hangs up after an answer, also where the endpoint would not",
  async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const answer = post(`http://hooks.example:${listener.addr.port}/`);
    using conn = await listener.accept();
    listener.close();
    await conn.read(new Uint8Array(4096));
    await conn.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    assert.equal((await answer).status, 200);
    assert.equal(await conn.read(new Uint8Array(1)), null);
  },
);

leakless("webhookClient() gives up on a name that is not found in time", async () => {
  const resolve = (_: string, signal: AbortSignal) =>
    new Promise<string[]>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason))
    );
  const answer = post("https://hooks.example/", { timeoutMs: 50 }, { resolve });
  assert.equal(await why(answer), "No answer within 0.05 s");
});

leakless(
  "webhookClient() believes the status when the body has no end or is broken off",
  async () => {
    let parts = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (to) => {
            parts += 1;
            to.enqueue(new Uint8Array(65_536));
          },
        }),
      );
    await withServer(endless, async (port) => {
      assert.equal((await post(`http://hooks.example:${port}/`)).status, 200);
      // Socket buffers come on top of the one or two parts that were read.
      assert.ok(parts < 200, `${parts} parts were sent`);
    });
    await withBytes("HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\nab", async (port) => {
      const answer = await post(`http://hooks.example:${port}/`, { timeoutMs: 50 });
      assert.equal(answer.status, 503);
    });
  },
);

for (
  const [name, bytes, expected] of [
    ["garbage", "Hello\r\n\r\n", "Answer is not HTTP"],
    ["an endless header", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(200_000)}`, "Answer is not HTTP"],
    [
      "a switch of protocols",
      "HTTP/1.1 101 Yes\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      "Connection closed without an answer",
    ],
  ] as const
) {
  leakless(`webhookClient() takes ${name} for no answer`, async () => {
    await withBytes(bytes, async (port) => {
      assert.equal(await why(post(`http://hooks.example:${port}/`)), expected);
    });
  });
}

leakless("webhookClient() says why it could not connect", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  assert.equal(await why(post(`http://hooks.example:${port}/`)), "Connection refused");
  const nowhere = { resolve: () => Promise.resolve([]) };
  assert.equal(await why(post(`http://hooks.example:${port}/`, {}, nowhere)), "Host not found");
});
