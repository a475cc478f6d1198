/** Over TLS browsers are told to stay with it. */
import assert from "node:assert/strict";
import { overTlsOnly } from "../../../src/process/listen/serve.ts";

Deno.test("an answer over TLS has Strict-Transport-Security, whatever it is", async () => {
  for (const answer of [new Response("ok"), new Response(null, { status: 421 })]) {
    const handler = overTlsOnly(() => answer);
    const { headers } = await handler(new Request("https://localhost/"), () => "192.0.2.1");
    assert.equal(headers.get("strict-transport-security"), "max-age=31536000");
  }
});

Deno.test("each site of the Caddyfile says the same", async () => {
  const text = await Deno.readTextFile(new URL("../../../deploy/caddy/Caddyfile", import.meta.url));
  const sites = text.split(/^(?=\{\$CHECKOUT_)/m).slice(1);
  assert.equal(sites.length, 3);
  for (const site of sites) assert.match(site, /^\timport tls_only$/m);
  assert.match(text, /header Strict-Transport-Security "max-age=31536000"/);
});
