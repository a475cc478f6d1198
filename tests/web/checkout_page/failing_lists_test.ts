/** Lists of Stripe and Razorpay that fail in part, by doubles of both. */
import assert from "node:assert/strict";
import type { ProviderReply, ProviderRequest } from "../../../src/payments/provider.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DENIED = JSON.stringify({
  error: { type: "invalid_request_error", message: "No right", description: "No right" },
});

/** Changes the answers to one list of a time. */
function toList(path: RegExp, change: (body: string) => Partial<ProviderReply>) {
  return ({ method, url }: ProviderRequest, reply: ProviderReply): ProviderReply =>
    method === "GET" && path.test(url.pathname) && /[?&](from|created)/.test(url.search)
      ? { ...reply, ...change(reply.body) }
      : reply;
}
const denies = (path: RegExp) => toList(path, () => ({ status: 403, body: DENIED }));

providerTest(
  "without the right to disputes refunds are found, however long it lacks",
  async (world, bank, warned) => {
    const { checkout, charge } = await paid(world, bank);
    for (let day = 0; day < 5; day++) await later(world, DAY_MS);
    bank.ledger.refundElsewhere(charge, 1000);
    for (let day = 0; day < 3; day++) await later(world, DAY_MS);
    const { order } = await checkout.stored();
    assert.deepEqual(order?.refunds.map(({ amount }) => amount), [1000]);
    assert.ok(warned.length > 0);
    const [account] = await world.store.providers.toList(world.clock.now(), 1);
    assert.equal(account?.listedUntil, null);
  },
  denies(/^\/v1\/disputes$/),
);

providerTest("without the right to fees refunds and disputes are found", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  for (let day = 0; day < 5; day++) await later(world, DAY_MS);
  bank.ledger.refundElsewhere(charge, 1000);
  bank.ledger.dispute(charge, 2000);
  for (let day = 0; day < 3; day++) await later(world, DAY_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(order?.refunds.map(({ amount }) => amount), [1000]);
  assert.deepEqual(order?.disputes.map(({ amount }) => amount), [2000]);
  const [account] = await world.store.providers.toList(world.clock.now() + 1, 1);
  assert.equal(account?.listedUntil, world.clock.now());
}, denies(/^\/v1\/(charges|payments)$/));

providerTest(
  "a dispute of an unknown form is logged, and hides no other thing",
  async (world, bank) => {
    const { checkout, charge } = await paid(world, bank);
    const odd = bank.ledger.dispute(charge, 100);
    bank.ledger.dispute(charge, 2000);
    bank.ledger.refundElsewhere(charge, 1000);
    await later(world, HOUR_MS + MINUTE_MS);
    const { order } = await checkout.stored();
    assert.deepEqual(order?.refunds.map(({ amount }) => amount), [1000]);
    assert.deepEqual(order?.disputes.map(({ amount }) => amount), [2000]);
    assert.deepEqual(
      world.told.filter(({ message }) => /^The form of /.test(String(message)))
        .map(({ reference }) => reference),
      [odd],
    );
    const since = world.clock.now() - DAY_MS;
    const [books] = await world.services.reconciliations.compare(world.merchant.id, since);
    assert.deepEqual(books?.differences.map(({ thing, reference }) => [thing, reference]), [
      ["dispute", odd],
    ]);
  },
  toList(/^\/v1\/disputes$/, (body) => ({ body: body.replace(/"amount":100,/, '"amount":"1",') })),
);
