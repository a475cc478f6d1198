import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { earnedCoins } from "../../../src/domain/decision/holds.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { CodRule } from "../../../src/domain/shop/merchant.ts";
import { collectCash } from "../../../src/domain/steps/collect.ts";
import { aCustomer, aPayment, NOW, SESSION_ID } from "../../support/builders.ts";
import { COD, COINS, percent } from "../../support/shop.ts";
import {
  at,
  FIRST_ID,
  only,
  refuses,
  sessionIn,
  type SessionState,
  shopAs,
  told,
  verified,
} from "./cases.ts";

const PART: CodRule = { ...COD, prepaid: percent(10) };

/** Two mugs for cash on delivery: goods of 698.00, and 738.00 with the fee. */
function ordered(over: SessionState = {}, cod = COD): CheckoutSession {
  return sessionIn(shopAs({ rules: { coin: COINS, cod } }), {
    ...verified(),
    ...at("COMPLETED", "DRAFT"),
    choices: { method: "COD" },
    ...over,
  });
}

function collected(session: CheckoutSession, amount: number, coinsEarned = 0) {
  return collectCash(session, { amount, coinsEarned }, shopAs());
}

Deno.test("collectCash() raises the amount paid, and the order earns on its goods", () => {
  const before = ordered();
  const { session, effects, events } = collected(before, 73_800);
  deepEqual(session, {
    ...before,
    version: before.version + 1,
    amountPaid: 73_800,
    collected: { amount: 73_800, at: NOW },
    priced: {
      ...before.priced,
      totals: { ...before.priced.totals, amountPaid: 73_800 },
      coins: { ...before.priced.coins, available: before.priced.coins.available + 349 },
    },
  });
  const movement = {
    id: FIRST_ID,
    customerId: aCustomer().id,
    sessionId: SESSION_ID,
    at: NOW,
    from: "ISSUED",
    to: "AVAILABLE",
    coins: 349, // 5 % of 698.00 is 34.90; the fee earns nothing
    reason: "earn-collected",
  };
  deepEqual(effects, [{ kind: "coins.move", movement }]);
  deepEqual(events.map(({ type, data }) => [type, data["amount_collected"], data["amount_paid"]]), [
    ["order.collected", "738.00", "738.00"],
  ]);
});

Deno.test("collectCash() of less than is due earns on what arrived", () => {
  const { session, effects } = collected(ordered(), 10_000);
  equal(session.amountPaid, 10_000);
  deepEqual(effects.map((one) => one.kind === "coins.move" && one.movement.coins), [50]);
});

Deno.test("collectCash() adds to a prepaid part, and earns what that part has not earned", () => {
  const before = ordered({
    ...at("COMPLETED", "PAID"),
    payment: aPayment({ method: "COD", amount: 7_380, status: "PAID" }),
    amountPaid: 7_380,
  }, PART);
  equal(earnedCoins(before), 36); // 5 % of 73.80 is 3.69
  const decision = collected(before, 66_420, 36);
  equal(decision.session.amountPaid, 73_800);
  deepEqual(only(decision, "coins.move").map(({ movement: { coins } }) => coins), [313]);
  deepEqual(told(decision), ["order.collected"]);
  deepEqual(decision.session.state, before.state);
});

Deno.test("collectCash() of an order that earned all of it before earns nothing", () => {
  const { effects, session } = collected(ordered(), 73_800, 349);
  deepEqual([effects, session.priced.coins], [[], ordered().priced.coins]);
});

Deno.test("collectCash() is for orders alone, and for what is due", () => {
  const id = SESSION_ID;
  for (const state of ["INITIATED", "IN_PROGRESS", "ABANDONED"] as const) {
    refuses(
      () => collected(ordered(at(state, "DRAFT")), 73_800),
      "error.invalid-state",
      `Session ${id} is not an order: ${state}`,
    );
  }
  const range = "The amount must be more than 0 and at most 738.00 INR, got";
  refuses(() => collected(ordered(), 73_801), "error.payment-mismatch", `${range} 738.01 INR`);
  refuses(() => collected(ordered(), 0), "error.payment-mismatch", `${range} 0.00 INR`);
  const paid = ordered({ ...at("COMPLETED", "PAID"), amountPaid: 73_800 });
  const nothing = "Nothing is due for this order, got 0.01 INR";
  refuses(() => collected(paid, 1), "error.payment-mismatch", nothing);
});

Deno.test("collectCash() records cash once, also where it was less than is due", () => {
  const { session } = collected(ordered(), 10_000);
  refuses(
    () => collected(session, 10_000, 50),
    "error.conflict",
    "Cash is already recorded for this order: 100.00 INR",
  );
});

Deno.test("an order earns on the money received and never on more than its goods", () => {
  const amounts = fc.integer({ min: 0, max: 73_800 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 73_800 }), (prepaid, more) => {
      const before = ordered({ amountPaid: prepaid });
      const earned = earnedCoins(before);
      // Ten coins are worth 1.00, so 5 % of a minor unit is half a hundredth of a coin.
      equal(earned, Math.floor(Math.floor(Math.min(prepaid, 69_800) * 5 / 100) / 10));
      const cash = Math.min(more, 73_800 - prepaid);
      if (cash === 0) return;
      const { session, effects } = collected(before, cash, earned);
      const later = effects.reduce(
        (sum, one) => sum + (one.kind === "coins.move" ? one.movement.coins : 0),
        0,
      );
      // In two parts or at once, the same coins.
      equal(earned + later, earnedCoins(session));
      equal(session.priced.coins.available - before.priced.coins.available, later);
    }),
  );
});
