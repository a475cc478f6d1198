/** Orders that were paid at a provider, and the time after them. */
import assert from "node:assert/strict";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { lookAtDue, MINUTE_MS, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";

/** An order of two mugs that was paid at the provider. */
export async function paid(world: World, bank: CalledBank) {
  const page = await LinkedPage.open(world);
  assert.equal((await page.post("pay", await seen(page))).status, 200);
  await bank.act(bank.latest(), "pay");
  world.clock.advance(MINUTE_MS);
  await lookAtDue(world);
  const { checkout } = page;
  const { payment, state } = await checkout.stored();
  assert.equal(state.session, "COMPLETED");
  return { checkout, charge: payment?.reference ?? "", amount: payment?.amount ?? 0 };
}

const DAY_MS = 1440 * MINUTE_MS;

/** A payment that was paid, and whose provider did not answer for so long that it has failed. */
export async function paidUnseen(world: World, bank: CalledBank) {
  const page = await LinkedPage.open(world);
  assert.equal((await page.post("pay", await seen(page))).status, 200);
  await bank.act(bank.latest(), "pay");
  bank.fail("down");
  for (let days = 0; days < 60; days++) {
    const { payment } = await page.checkout.stored();
    if (payment?.status !== "PENDING") break;
    world.clock.advance(DAY_MS);
    await lookAtDue(world);
    await world.services.housekeeping.releaseAll();
  }
  bank.fail(null);
  return page.checkout;
}

/** Its money, once it was found by hand: a payment without an order. */
export async function paidTooLate(world: World, bank: CalledBank) {
  const checkout = await paidUnseen(world, bank);
  const { services, store } = world;
  await services.paymentLooks.look((await checkout.stored()).payment?.id ?? "", OPERATOR);
  const [record] = await store.payments.unexpected(NO_UNEXPECTED_FILTER, { limit: 1 });
  assert.ok(record);
  return { checkout, record, charge: record.reference };
}

/** Runs what a server does in some time. */
export async function later({ services, clock }: World, ms: number): Promise<void> {
  clock.advance(ms);
  await services.providerRefunds.runDue();
  await services.providerFindings.listDue();
  await services.providerFindings.lookAtDisputes();
}
