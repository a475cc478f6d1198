import { equal } from "node:assert/strict";
import { awaitsIdle } from "../../../src/domain/session/idle.ts";
import { NO_RECOVERY } from "../../../src/domain/session/recovery.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { aCustomer, anAddress, aPayment, NOW } from "../../support/builders.ts";
import { sessionIn, shopAs } from "../steps/cases.ts";

const { id, phone } = aCustomer();
const EMAIL = { buyer: { name: null, email: "asha@example.com" } };
const held = aPayment();
const OPEN = "IN_PROGRESS";

/** Sessions, and whether their inactivity is to be reported. */
const CASES: readonly (readonly [string, Parameters<typeof sessionIn>[1], boolean])[] = [
  ["nobody known", {}, false],
  ["a name only", { buyer: { name: "Asha", email: null } }, false],
  ["an e-mail", EMAIL, true],
  ["an address", { choices: { address: anAddress() } }, true],
  ["a verified phone", { customer: { id, phone } }, true],
  ["an erased customer", { customer: { id, phone: "" } }, false],
  ["reported before", { ...EMAIL, recovery: { ...NO_RECOVERY, idleAt: NOW } }, false],
  ["erased", { ...EMAIL, recovery: { ...NO_RECOVERY, closed: true } }, false],
  ["made from another one", { ...EMAIL, recovery: { ...NO_RECOVERY, returned: "REOPENED" } }, true],
  [
    "held for a payment",
    { ...EMAIL, state: { session: OPEN, payment: "PENDING" }, payment: held },
    false,
  ],
  [
    "a released payment",
    {
      ...EMAIL,
      state: { session: OPEN, payment: "PENDING" },
      payment: { ...held, holds: "released" },
    },
    true,
  ],
  ["a prepaid part", { ...EMAIL, state: { session: OPEN, payment: "PAID" } }, false],
  ["abandoned", { ...EMAIL, state: { session: "ABANDONED", payment: "DRAFT" } }, false],
  ["an order", { ...EMAIL, state: { session: "COMPLETED", payment: "DRAFT" } }, false],
];

for (const [what, over, expected] of CASES) {
  Deno.test(`awaitsIdle() of a session with ${what}: ${expected}`, () => {
    const session: CheckoutSession = sessionIn(shopAs(), over);
    equal(awaitsIdle(session), expected);
  });
}
