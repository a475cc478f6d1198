/** Refunds and disputes that are due, of shops with more of them than a minute has calls. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { DisputeRow } from "../../../src/domain/session/refund.ts";
import { CallBudget } from "../../../src/service/checkout/call_budget.ts";
import { ProviderFindings } from "../../../src/service/checkout/provider_findings.ts";
import { uuid } from "../../support/builders.ts";

const MINUTE_MS = 60_000;
const [LARGE, SMALL] = [uuid<MerchantId>(1), uuid<MerchantId>(2)];

/** Disputes that are due, the longest due first: 200 of one shop, and then five of another. */
function manyDue() {
  return Array.from({ length: 205 }, (_, n) => ({
    merchantId: n < 200 ? LARGE : SMALL,
    reference: `dp_${n}`,
    status: "OPEN",
    decidedAt: null,
    accountId: "gone",
    nextLookAt: n,
  } as unknown as DisputeRow));
}

Deno.test("a shop has 60 calls a minute, oldest first, and others have their turn", async () => {
  const clock = { now: 100 * MINUTE_MS };
  const rows = manyDue();
  const asked: string[] = [];
  const budget = new CallBudget();
  const deps = {
    now: () => clock.now,
    monotonicMs: () => 0,
    wait: () => Promise.resolve(),
    warn: () => {},
    budget,
    store: {
      disputes: {
        due: (now: number, limit: number, busy: readonly MerchantId[]) =>
          rows.filter(({ merchantId, nextLookAt }) =>
            nextLookAt! <= now && !busy.includes(merchantId)
          ).slice(0, limit),
      },
      providers: { find: () => null },
      commit: ([change]: readonly Change[]) => {
        assert.ok(change?.kind === "dispute.look");
        asked.push(change.reference);
        const at = rows.findIndex(({ reference }) => reference === change.reference);
        rows[at] = { ...rows[at]!, nextLookAt: change.nextLookAt };
        return Promise.resolve();
      },
    },
  } as unknown as ConstructorParameters<typeof ProviderFindings>[0];
  const findings = new ProviderFindings(deps);
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `dp_${from + n}`);
  await findings.lookAtDisputes();
  assert.deepEqual(asked.splice(0), [...names(0, 60), ...names(200, 205)]);
  await findings.lookAtDisputes();
  assert.deepEqual(asked, []);
  clock.now += MINUTE_MS;
  // Refunds of the shop have their part of the same calls.
  assert.equal(budget.take(LARGE, 3, clock.now), true);
  await findings.lookAtDisputes();
  assert.deepEqual(asked.splice(0), names(60, 117));
});

Deno.test("a call that a minute has no room for ends the shop's turn", () => {
  const budget = new CallBudget();
  for (let n = 0; n < 19; n++) assert.equal(budget.take(LARGE, 3, 0), true);
  assert.equal(budget.take(LARGE, 1, 0), true);
  assert.deepEqual(budget.spent(0), []);
  assert.equal(budget.take(LARGE, 3, 0), false);
  assert.deepEqual(budget.spent(0), [LARGE]);
  assert.deepEqual(budget.spent(MINUTE_MS), []);
});
