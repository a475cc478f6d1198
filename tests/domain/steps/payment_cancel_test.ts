import { stepRefusedIn } from "../../../src/domain/decision/decision.ts";
import { deepEqual, equal } from "node:assert/strict";
import {
  cancelPayment,
  isCancelled,
  releasePayment,
  startPayment,
} from "../../../src/domain/steps/payment.ts";
import { abandonSession, expireSession } from "../../../src/domain/steps/ending.ts";
import { aPayment, NOW, SESSION_ID, uuid } from "../../support/builders.ts";
import { at, FIRST_ID, keepsAndRefuses, refuses, showing, told } from "./cases.ts";
import { aMug } from "../../support/shop.ts";
import { HELD, moves, paying, payShop, releasedIn, SAVE10 } from "./paying.ts";

const { id: PAYMENT_ID } = aPayment();
const RELEASED = aPayment({ holds: "released" });
const GIVEN_BACK = [
  { kind: "coupon.return", couponId: SAVE10.id, sessionId: SESSION_ID },
  { kind: "stock.release", sessionId: SESSION_ID },
];

Deno.test("releasePayment() gives everything back and leaves the payment PENDING", () => {
  const context = payShop(HELD);
  const before = paying(context);
  const decision = releasePayment(before, null, context);
  deepEqual(decision.session, {
    ...showing(before, 300, 0),
    version: before.version + 1,
    payment: RELEASED,
  });
  deepEqual(decision.effects.slice(0, 2), GIVEN_BACK);
  deepEqual(moves(decision), [["PROCESSING", "AVAILABLE", 300, `release:${PAYMENT_ID}`]]);
  deepEqual(told(decision), ["session.updated"]);
  const { step, payment_state, payment_id } = decision.events[0]!.data;
  deepEqual([step, payment_state, payment_id], ["payment-released", "PENDING", PAYMENT_ID]);
});

Deno.test("releasePayment() refuses where no payment is under way", () => {
  const context = payShop();
  for (const state of [at("IN_PROGRESS", "FAILED"), at("ABANDONED", "PENDING")]) {
    refuses(
      () => releasePayment(paying(context, state), null, context),
      "error.invalid-state",
      stepRefusedIn(state.state),
    );
  }
});

Deno.test("cancelPayment() fails the payment, gives everything back and thaws the cart", () => {
  const context = payShop(HELD);
  const before = paying(context);
  const decision = cancelPayment(before, PAYMENT_ID, context);
  deepEqual(decision.session, {
    ...showing(before, 300, 0),
    ...at("IN_PROGRESS", "FAILED"),
    version: before.version + 1,
    payment: aPayment({ status: "FAILED", failure: { kind: "CANCELLED", text: null } }),
  });
  deepEqual(decision.effects.slice(0, 2), GIVEN_BACK);
  deepEqual(moves(decision), [["PROCESSING", "AVAILABLE", 300, `release:${PAYMENT_ID}`]]);
  deepEqual(told(decision), ["payment.failed"]);
  equal(decision.events[0]?.data["reason"], "CANCELLED");
});

Deno.test("cancelPayment() gives nothing back twice, after a release or the end of the session", () => {
  const context = payShop();
  for (
    const [over, after] of [[{}, "IN_PROGRESS"], [at("ABANDONED", "PENDING"), "ABANDONED"]] as const
  ) {
    const decision = cancelPayment(releasedIn(context, over), PAYMENT_ID, context);
    deepEqual(decision.session.state, at(after, "FAILED").state);
    deepEqual([decision.effects, told(decision)], [[], ["payment.failed"]]);
  }
});

Deno.test("cancelPayment() refuses what is paid or ordered, whatever payment is named", () => {
  const context = payShop();
  const rows = [
    [at("IN_PROGRESS", "PAID"), aPayment({ status: "PAID", holds: "held" })],
    [at("COMPLETED", "PAID"), aPayment({ status: "PAID" })],
    [at("COMPLETED", "DRAFT"), null],
  ] as const;
  for (const [state, payment] of rows) {
    for (const id of [PAYMENT_ID, uuid(999)]) {
      refuses(
        () => cancelPayment(releasedIn(context, { ...state, payment }), id, context),
        "error.invalid-state",
        stepRefusedIn(state.state),
      );
    }
  }
});

Deno.test("cancelPayment() refuses a payment that the session does not have", () => {
  const context = payShop();
  for (
    const session of [
      paying(context),
      releasedIn(context, { ...at("IN_PROGRESS", "DRAFT"), payment: null }),
    ]
  ) {
    refuses(
      () => cancelPayment(session, uuid(999), context),
      "error.payment-not-found",
      `The session has no payment with this id: ${uuid(999)}`,
    );
  }
});

Deno.test("isCancelled() holds for a payment that has failed, and for no other", () => {
  const failed = releasedIn(payShop(), { payment: aPayment({ status: "FAILED" }) });
  deepEqual([isCancelled(failed, PAYMENT_ID), isCancelled(failed, uuid(999))], [true, false]);
  equal(isCancelled(paying(), PAYMENT_ID), false);
  equal(isCancelled(releasedIn(payShop(), { payment: null }), PAYMENT_ID), false);
});

Deno.test("startPayment() begins a new payment in place of one that was released", () => {
  const context = payShop({ now: NOW + 1 });
  const before = releasedIn(payShop());
  const decision = startPayment(before, null, context);
  const { session } = decision;
  deepEqual(session.state, at("IN_PROGRESS", "PENDING").state);
  equal(session.version, before.version + 1);
  deepEqual(session.payment, aPayment({ id: FIRST_ID, startedAt: NOW + 1 }));
  deepEqual(decision.effects.map(({ kind }) => kind), ["coupon.take", "stock.hold", "coins.move"]);
  deepEqual(
    decision.events.map(({ type, data }) => [type, data["payment_id"], data["reason"]]),
    [["payment.failed", PAYMENT_ID, "REPLACED"], ["payment.pending", FIRST_ID, undefined]],
  );
  deepEqual(decision.events.map(({ data }) => data["version"]), [8, 8]);
  deepEqual(decision.events.map(({ data }) => data["payment_state"]), ["FAILED", "PENDING"]);
});

Deno.test("startPayment() refuses while the payment holds what it needs", () => {
  const context = payShop();
  refuses(
    () => startPayment(paying(context), null, context),
    "error.invalid-state",
    "A payment is pending: wait for its result or cancel it",
  );
});

Deno.test("startPayment() at another price ends the released payment and thaws the cart", () => {
  const decision = startPayment(releasedIn(payShop()), null, payShop({ products: [aMug(1)] }));
  keepsAndRefuses(
    decision,
    "error.out-of-stock",
    "Not enough left of Mug. The price is still 598.20",
  );
  const { session } = decision;
  deepEqual(session.state, at("IN_PROGRESS", "FAILED").state);
  deepEqual([session.version, session.payment?.status], [8, "FAILED"]);
  deepEqual(told(decision), ["payment.failed", "session.updated"]);
  equal(decision.events[1]?.data["step"], "payment");
});

for (const step of [abandonSession, expireSession]) {
  Deno.test(`${step.name}() gives nothing back that was released before`, () => {
    const context = payShop();
    const decision = step(releasedIn(context), null, context);
    deepEqual(decision.session.state, at("ABANDONED", "PENDING").state);
    deepEqual([decision.effects, decision.session.payment], [[], RELEASED]);
  });
}
