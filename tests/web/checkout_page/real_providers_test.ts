/** Payments at Stripe and Razorpay, from the page, by doubles of both. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { OPERATOR } from "../../support/operator.ts";
import { Checkout } from "../api/checkout.ts";
import { lookAtDue, MINUTE_MS, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { paidUnseen } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const DAY_MS = 1440 * MINUTE_MS;

/** Pays on the page, which leads to the provider's. */
async function begun(world: World): Promise<LinkedPage> {
  const page = await LinkedPage.open(world);
  const { status, text } = await page.post("pay", await seen(page));
  assert.equal(status, 200, text);
  const { payment } = await page.checkout.stored();
  const url = payment?.atProvider?.page?.url ?? "";
  assert.ok(text.includes(`content="0; url=${url}"`) && url.startsWith("https://"), text);
  return page;
}

/** Sends a hook to a shop, and waits for what it causes. */
async function hooked(
  { page, world, bank }: { page: LinkedPage; world: World; bank: CalledBank },
  { page: at = bank.latest(), secret = bank.secrets.hookSecret, shop = world.merchant.domains[0] } =
    {},
): Promise<number> {
  const { headers, body } = bank.hook(at, secret);
  const { status } = await page.pages.send("POST", `/hooks/${shop}/${bank.kind}`, {
    headers: { ...Object.fromEntries(headers), "content-type": "application/json" },
    form: body,
  });
  await world.services.providerHooks.settled();
  return status;
}

const stateOf = async ({ checkout }: LinkedPage) => (await checkout.stored()).state;

providerTest("what is paid there is an order, by the timer", async (world, bank) => {
  const page = await begun(world);
  await bank.act(bank.latest(), "pay");
  assert.equal((await stateOf(page)).payment, "PENDING");
  world.clock.advance(MINUTE_MS);
  await lookAtDue(world);
  const { state, payment, priced } = await page.checkout.stored();
  assert.equal(state.session, "COMPLETED");
  assert.equal(payment?.amount, priced.totals.totalPayable);
  assert.equal(await lookAtDue(world), 0);
  assert.deepEqual(world.told, []);
});

providerTest("a signed hook is a reason to look, and no other is", async (world, bank) => {
  const page = await begun(world);
  const before = bank.requests.length;
  const at = { page, world, bank };
  // It says "paid", and nothing was paid.
  assert.equal(await hooked(at), 200);
  assert.equal((await stateOf(page)).payment, "PENDING");
  assert.ok(bank.requests.length > before);
  await bank.act(bank.latest(), "pay");
  const asked = bank.requests.length;
  for (
    const wrong of [
      { secret: "of somebody else" },
      { shop: "unknown.example" },
      { shop: "-" },
    ]
  ) assert.equal(await hooked(at, wrong), 401, JSON.stringify(wrong));
  assert.equal(bank.requests.length, asked);
  // Within ten seconds of a look it is left to the timer, which has it next.
  assert.equal(await hooked(at), 200);
  assert.equal(bank.requests.length, asked);
  assert.equal(await lookAtDue(world), 1);
  assert.equal((await stateOf(page)).session, "COMPLETED");
  // What is final is not asked for again.
  const done = bank.requests.length;
  world.clock.advance(MINUTE_MS);
  assert.equal(await hooked(at), 200);
  assert.equal(bank.requests.length, done);
});

providerTest("a hook is that of every account whose secret signed it", async (world, bank) => {
  const { services, merchant, store } = world;
  const [first] = await store.providers.of(merchant.id);
  await services.providers.remove(merchant, first!.id, { isAtOnce: false, by: OPERATOR });
  const { secrets } = bank;
  await services.providers.add(merchant, { kind: bank.kind, livemode: true, secrets }, OPERATOR);
  world.clock.advance(1000);
  const page = await begun(world);
  await bank.act(bank.latest(), "pay");
  assert.equal(await hooked({ page, world, bank }), 200);
  assert.equal((await stateOf(page)).session, "COMPLETED");
});

providerTest("without an answer the start stays, and goes on later once", async (world, bank) => {
  const page = await LinkedPage.open(world);
  const fields = await seen(page);
  bank.fail("down");
  assert.equal((await page.post("pay", fields)).status, 503);
  const { payment } = await page.checkout.stored();
  assert.deepEqual([payment?.status, payment?.atProvider?.page], ["PENDING", null]);
  bank.fail(null);
  assert.equal((await page.post("pay", fields)).status, 200);
  const again = (await page.checkout.stored()).payment;
  assert.equal(again?.id, payment?.id);
  assert.equal(again?.atProvider?.page?.reference, bank.latest().reference);
});

providerTest(
  "an amount below the least one is refused before anything is held",
  async (world, bank) => {
    const items = [{ product_id: 5, variant_id: 55, quantity: 1, price: 0.4, title: "Pin" }];
    const page = await LinkedPage.open(world, { items });
    const calls = bank.requests.length;
    await page.refused("pay", await seen(page), { status: 502, code: "error.provider-refused" });
    const { payment, state } = await page.checkout.stored();
    assert.deepEqual([payment, state.session], [null, "INITIATED"]);
    assert.equal(bank.requests.length, calls);
  },
);

providerTest("another way is taken after the page there has ended", async (world, bank) => {
  const page = await begun(world);
  const { payment } = await page.checkout.stored();
  await page.checkout.step(`POST /payment/${payment!.id}/cancel`);
  assert.equal((await stateOf(page)).payment, "FAILED");
  await assert.rejects(async () => await bank.act(bank.latest(), "pay"));
});

providerTest(
  "a page that comes while its session is ended by hand is ended too",
  async (world, bank) => {
    const { sessionAdmin, providerPayments, providerStarts } = world.services;
    const end = providerPayments.end.bind(providerPayments);
    for (const way of ["expire", "release"] as const) {
      const page = await LinkedPage.open(world);
      const fields = await seen(page);
      bank.fail("down");
      assert.equal((await page.post("pay", fields)).status, 503);
      bank.fail(null);
      providerPayments.end = async (session) => {
        await end(session);
        await providerStarts.open(await page.checkout.stored());
      };
      await sessionAdmin[way](page.checkout.id, OPERATOR);
      providerPayments.end = end;
      assert.equal((await page.checkout.stored()).payment?.holds, "released");
      await assert.rejects(async () => await bank.act(bank.latest(), "pay"));
    }
  },
);

providerTest("paid there before it is cancelled here is an order", async (world, bank) => {
  const checkout = await Checkout.open(world);
  const { payment } = await checkout.step("POST /payment");
  await bank.act(bank.latest(), "pay");
  await checkout.send(`POST /payment/${payment.payment_id}/cancel`);
  assert.equal((await checkout.stored()).state.session, "COMPLETED");
});

providerTest(
  "a provider that is down when the page ends keeps the holds 15 minutes",
  async (world, bank) => {
    const page = await begun(world);
    const { payment } = await page.checkout.stored();
    bank.fail("down");
    world.clock.advance(payment!.atProvider!.expiresAt + 4 * MINUTE_MS - world.clock.now());
    await lookAtDue(world);
    assert.equal((await page.checkout.stored()).payment?.holds, "held");
    world.clock.advance(15 * MINUTE_MS);
    await world.services.housekeeping.releaseAll();
    assert.equal((await page.checkout.stored()).payment?.holds, "released");
  },
);

providerTest(
  "a payment that is never answered for fails after 30 days; its money is found by hand",
  async (world, bank) => {
    const { services, store, clock } = world;
    const began = clock.now();
    const ended = await (await paidUnseen(world, bank)).stored();
    const id = ended.payment?.id ?? "";
    const days = (clock.now() - began) / DAY_MS;
    assert.deepEqual([days, ended.payment?.status, ended.order], [48, "FAILED", null]);
    assert.equal((await store.providers.payment(id))?.nextLookAt, null);
    const last = world.told.at(-2);
    assert.match(String(last?.message), /failed after 30 days without a final answer/);
    assert.equal(last?.["reference"], bank.latest().reference);
    world.clock.advance(DAY_MS);
    assert.equal(await lookAtDue(world), 0);

    const { standing, after } = await services.paymentLooks.look(id, OPERATOR);
    assert.deepEqual([standing, after.order], ["paid", null]);
    const rows = await store.payments.unexpected(NO_UNEXPECTED_FILTER, { limit: 9 });
    assert.deepEqual(rows.map(({ paymentId, reason }) => [paymentId, reason]), [
      [id, "error.invalid-state"],
    ]);
  },
);
