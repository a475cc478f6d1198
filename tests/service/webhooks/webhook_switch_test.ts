import assert from "node:assert/strict";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import type { Webhooks } from "../../../src/service/webhooks/webhooks.ts";
import { parseEndpointUrl, weaknessOfAddress } from "../../../src/service/webhooks/address.ts";
import { answer } from "../../support/fake_net.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  deliveriesOver,
  type DispatchWorld,
  webhooksOver,
  withDispatcher,
} from "../../support/webhooks.ts";
import { entryId, OPERATOR } from "../../support/operator.ts";

const A = anEndpoint(1);

/** Webhooks none of which is made. */
function webhooksOf(world: DispatchWorld): Webhooks {
  return webhooksOver(world, {
    newId: entryId,
    randomBytes: () => assert.fail("nothing is made"),
  });
}

Deno.test("Webhooks.setEnabled() lets deliveries go on that waited since a 410, and events since then", () =>
  withDispatcher(async (world) => {
    const { net, clock, store, add, run, delivery } = world;
    const webhooks = webhooksOf(world);
    net.behaviour.set("a.example", () => answer(410));
    await add([A], [anEvent(1), anEvent(2)]);
    await run();
    await add([], [anEvent(3)]);
    clock.advance(86_400_000);
    net.behaviour.delete("a.example");
    await run();
    assert.deepEqual(net.log(), ["a.example 1"], "nothing while it is disabled");

    const enabled = await webhooks.setEnabled(A.id, true, OPERATOR);
    assert.equal(enabled.disabledAt, null);
    await add([], [anEvent(4)]);
    await run();
    assert.deepEqual(net.log(), ["a.example 1", "a.example 2", "a.example 4"]);
    assert.equal((await delivery(1, A)).state, "FAILED", "what it refused waits for a replay");
    assert.equal(await store.webhooks.delivery(anEvent(3).id, A.id), null, "this it is never told");
    await deliveriesOver(world).replay(anEvent(1).id, A.id, OPERATOR);
    await run();
    assert.equal((await delivery(1, A)).state, "DELIVERED");
  }));

Deno.test("Webhooks.setEnabled() holds back what is still to be delivered", () =>
  withDispatcher(async (world) => {
    const { net, clock, add, run, delivery } = world;
    const webhooks = webhooksOf(world);
    await add([A], [anEvent(1)]);
    await webhooks.setEnabled(A.id, false, OPERATOR);
    assert.deepEqual(clock.waited.at(-1), SETTLE_MS);
    await run();
    assert.deepEqual(net.log(), []);
    assert.equal((await delivery(1, A)).state, "PENDING");
    await assert.rejects(
      deliveriesOver(world).replay(anEvent(1).id, A.id, OPERATOR),
      /Enable the endpoint first/,
    );
    await webhooks.setEnabled(A.id, true, OPERATOR);
    await run();
    assert.deepEqual(net.log(), ["a.example 1"]);
  }));

Deno.test("Webhooks.setEnabled() sends no code that expired meanwhile", () =>
  withDispatcher(async (world) => {
    const { net, clock, add, run, delivery } = world;
    const webhooks = webhooksOf(world);
    await add([A], [anOtpEvent(1)]);
    await webhooks.setEnabled(A.id, false, OPERATOR);
    clock.advance(600_000);
    await webhooks.setEnabled(A.id, true, OPERATOR);
    await run();
    assert.deepEqual(net.log(), []);
    assert.equal((await delivery(1, A)).state, "FAILED");
  }));

for (
  const [url, message] of [
    ["", /url must be an absolute https URL, got ""$/],
    ["shop.example/hook", /url must be an absolute https URL, got "shop\.example\/hook"$/],
    ["ftp://shop.example/", /url must be an absolute https URL, got "ftp/],
    ["https://u:p@shop.example/", /url must not contain a user name or password: shop\.example$/],
    ["https://shop.example/#a", /url must not have a fragment/],
    [`https://shop.example/${"a".repeat(2048)}`, /url must have at most 2048 characters: 2069$/],
  ] as const
) {
  Deno.test(`parseEndpointUrl() never takes "${url.slice(0, 40)}"`, () => {
    for (const allowInsecure of [false, true]) {
      const parse = () => parseEndpointUrl(url, { allowInsecure });
      assert.throws(parse, { code: "error.invalid-request", message });
    }
  });
}

for (
  const [url, weakness] of [
    ["http://shop.example/", "http, not https"],
    ["https://127.0.0.1/", "a private or reserved address: 127.0.0.1"],
    ["https://2130706433/", "a private or reserved address: 127.0.0.1"],
    ["https://0x7f.1/", "a private or reserved address: 127.0.0.1"],
    ["https://10.1.2.3:8443/", "a private or reserved address: 10.1.2.3"],
    ["https://169.254.169.254/latest", "a private or reserved address: 169.254.169.254"],
    ["https://0.0.0.0/", "a private or reserved address: 0.0.0.0"],
    ["https://[::1]/", "a private or reserved address: ::1"],
    ["https://[::ffff:10.0.0.1]/", "a private or reserved address: ::ffff:a00:1"],
    ["https://[fd00::1]/", "a private or reserved address: fd00::1"],
    ["https://168.63.129.16/machine", "a private or reserved address: 168.63.129.16"],
    ["https://[::ffff:168.63.129.16]/", "a private or reserved address: ::ffff:a83f:8110"],
    ["https://[::127.0.0.1]/", "a private or reserved address: ::7f00:1"],
    ["https://[::169.254.169.254]/", "a private or reserved address: ::a9fe:a9fe"],
    ["https://[::8.8.8.8]/", "a private or reserved address: ::808:808"],
    ["https://abcdefghij234567.onion/", "a local name: abcdefghij234567.onion"],
    ["https://www.abcdefghij234567.ONION./", "a local name: www.abcdefghij234567.onion"],
    ["https://localhost/", "a local name: localhost"],
    ["https://LOCALHOST./", "a local name: localhost"],
    ["https://api.localhost/", "a local name: api.localhost"],
    ["https://backend/", "a local name: backend"],
    ["https://printer.local/", "a local name: printer.local"],
    ["https://metadata.google.internal/", "a local name: metadata.google.internal"],
  ] as const
) {
  Deno.test(`parseEndpointUrl() takes ${url} only if insecure ones are allowed`, () => {
    assert.throws(() => parseEndpointUrl(url, { allowInsecure: false }), {
      code: "error.invalid-request",
      message: `url must be https and public, but is ${weakness}`,
    });
    assert.equal(parseEndpointUrl(url, { allowInsecure: true }).href, new URL(url).href);
  });
}

Deno.test("parseEndpointUrl() takes public addresses and names", () => {
  for (const url of ["https://93.184.215.14/", "https://[2606:4700::1111]/", "https://a.b.co/?c"]) {
    assert.equal(parseEndpointUrl(url, { allowInsecure: false }).href, url);
  }
});

Deno.test("weaknessOfAddress() has nothing against public addresses", () => {
  for (
    const address of [
      "93.184.215.14",
      "1.1.1.1",
      "172.32.0.1",
      "168.63.129.15",
      "168.63.129.17",
      "2606:4700::1111",
      "::ffff:1.1.1.1",
    ]
  ) {
    assert.equal(weaknessOfAddress(address), null, address);
  }
});
