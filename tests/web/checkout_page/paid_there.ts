/** Orders that were paid at a provider, and the time after them. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
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

/** Runs what a server does in some time. */
export async function later({ services, clock }: World, ms: number): Promise<void> {
  clock.advance(ms);
  await services.providerRefunds.runDue();
  await services.providerFindings.listDue();
  await services.providerFindings.lookAtDisputes();
}
