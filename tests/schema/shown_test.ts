import assert from "node:assert/strict";
import fc from "fast-check";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { sessionView } from "../../src/schema/api/view.ts";
import { RowError } from "../../src/schema/stored/parse.ts";
import { docFromText, docToText } from "../../src/schema/stored/session.ts";
import { runs } from "../support/arbitraries.ts";
import { aCoupon } from "../support/builders.ts";
import { IS_FEW, IS_WHOLE, requireReached } from "../support/few.ts";
import { sessions } from "../store/arbitraries.ts";
import { aSession } from "../store/support.ts";

/** The document of a session beside its view. */
function stored(session: CheckoutSession) {
  const view = sessionView(session);
  const { id, state, order } = session;
  const orderNumber = order?.number ?? null;
  const columns = {
    id,
    state,
    updatedAt: 0,
    view,
    orderNumber,
    paymentFee: session.payment?.fee ?? null,
  };
  return { text: docToText(session, view), columns };
}

/** The parts of a session that its document has. */
function docOf(
  { id: _1, merchantId: _2, livemode: _3, version: _4, state: _5, createdAt: _6, ...doc }:
    CheckoutSession,
) {
  return doc;
}

/** A view has moments as dates, of which there are fewer. */
function dated(session: CheckoutSession): CheckoutSession {
  const date = (at: number) => at % 8e15;
  const { order, payment } = session;
  const cancellation = order?.cancellation;
  return {
    ...session,
    payment: payment && { ...payment, dueAt: payment.dueAt && date(payment.dueAt) },
    order: order && {
      ...order,
      placedAt: date(order.placedAt),
      cancellation: cancellation ? { ...cancellation, at: date(cancellation.at) } : null,
      refunds: order.refunds.map((one) => ({
        ...one,
        at: date(one.at),
        settledAt: one.settledAt === null ? null : date(one.settledAt),
      })),
      disputes: order.disputes.map((one) => ({
        ...one,
        at: date(one.at),
        evidenceDueAt: one.evidenceDueAt === null ? null : date(one.evidenceDueAt),
      })),
    },
  };
}

Deno.test("docFromText() rebuilds any session exactly from its view and the rest", () => {
  let rests = 0;
  fc.assert(
    fc.property(sessions, (generated) => {
      // Cloned, because fast-check also makes objects without a prototype.
      const session = dated(structuredClone(generated));
      const { text, columns } = stored(session);
      if (!text.includes('"lines"')) rests += 1;
      assert.deepEqual(docFromText(text, columns), docOf(session));
    }),
    // Each is a whole session. CI runs 20,000, and test:fast a tenth of 1,000.
    runs(IS_WHOLE ? 20_000 : IS_FEW ? 1_000 : 4_000),
  );
  requireReached(rests > 0, "a document without lines");
});

Deno.test("docToText() leaves out what the view has, and nothing beside another view", () => {
  const session = aSession(1);
  const { text } = stored(session);
  assert.ok(!text.includes("Mug"), text);
  for (const view of [null, "1 {}", "{}"]) {
    assert.ok(docToText(session, view).includes("Mug"));
  }
});

/** A session with a coupon. */
function withCoupon(): CheckoutSession {
  const session = aSession(1);
  const applied = { coupon: aCoupon(), amount: 3490, cartAfter: 31_410, previousCode: null };
  return { ...session, priced: { ...session.priced, coupons: [applied] } };
}

Deno.test("docFromText() reads coupons of schema version 10, which are whole", () => {
  const session = withCoupon();
  const { text, columns } = stored(session);
  const doc = JSON.parse(text);
  doc.priced.coupons = session.priced.coupons;
  assert.deepEqual(docFromText(JSON.stringify(doc), columns), docOf(session));
});

Deno.test("docFromText() refuses a view that is missing, damaged or of another cart", () => {
  const { text, columns } = stored(withCoupon());
  const { view } = columns;
  const cases: [string | null, RegExp][] = [
    [null, /view is missing: /],
    [view.slice(0, -5), /view is not JSON: /],
    [view.replace('"grams":', '"grams":-1'), /view\.items\.0\.grams /],
    [view.replace('"product_id":', '"product_id":0.'), /view has an id or amount out of range: /],
    [
      view.replace(/"items":\[.*?\],"pricing"/, '"items":[],"pricing"'),
      /view has other lines than doc: /,
    ],
    [
      view.replace(/"coupons":\[.*?\],"add_ons"/, '"coupons":[],"add_ons"'),
      /view has other coupons than doc: /,
    ],
    [view.replace('"discount_amount":10', '"discount_amount":1000'), /view has an id or amount/],
  ];
  for (const [damaged, message] of cases) {
    assert.notEqual(damaged, view);
    assert.throws(() => docFromText(text, { ...columns, view: damaged }), (error) => {
      assert.ok(error instanceof RowError);
      assert.match(error.message, message);
      return true;
    });
  }
});
