/** Calls of providers, over TLS. */
import assert from "node:assert/strict";
import { Unreachable } from "../../src/payments/provider.ts";
import { providerClient } from "../../src/process/provider_client.ts";
import { webhookClient } from "../../src/process/webhook_client.ts";
import { CERT, KEY } from "../support/tls.ts";
import { HERE, leakless, withBytes, withServer } from "../support/webhook_client.ts";

const TLS = { cert: CERT, key: KEY };

function call(port: number, { isTls = true, isHere = true } = {}) {
  const transport = webhookClient({ ...HERE, caCerts: [CERT] });
  const client = isHere ? providerClient(transport, () => {}) : providerClient(transport);
  return client({
    method: "POST",
    url: new URL(`http${isTls ? "s" : ""}://hooks.example:${port}/v1/things?a=b`),
    headers: { authorization: "Bearer k" },
    body: "x=1",
  });
}

leakless(
  "a provider's whole answer comes back, whatever its status",
  () =>
    withServer(async (request) => {
      const { method, headers } = request;
      const said = `${method} ${headers.get("authorization")} ${await request.text()} ‰`;
      return new Response(said, { status: 402 });
    }, async (port) => {
      assert.deepEqual(await call(port), { status: 402, body: "POST Bearer k x=1 ‰" });
    }, TLS),
);

leakless("an answer over 1 MiB is none, and a redirect is not followed", async () => {
  let asked = 0;
  await withServer(() => {
    asked += 1;
    return asked === 1
      ? new Response("x".repeat(1024 * 1024 + 1))
      : new Response(null, { status: 307, headers: { location: "/" } });
  }, async (port) => {
    await assert.rejects(call(port), Unreachable);
    assert.equal((await call(port)).status, 307);
  }, TLS);
  assert.equal(asked, 2);
});

leakless(
  "an answer that is cut is none",
  () =>
    withBytes("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", async (port) => {
      const answer = call(port, { isTls: false });
      await assert.rejects(answer, Unreachable);
    }),
);

leakless(
  "a provider's name that leads to a private address is not called",
  () =>
    withServer(() => new Response(), async (port) => {
      await assert.rejects(call(port, { isHere: false }), { name: "Unreachable" });
    }, TLS),
);
