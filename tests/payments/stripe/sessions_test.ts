import { deepEqual, equal, rejects } from "node:assert/strict";
import { type Standing, Unreachable } from "../../../src/payments/provider.ts";
import { stripeProvider } from "../../../src/payments/stripe/provider.ts";
import type { StripeAct } from "../../support/payments/stripe_books.ts";
import { access, MINUTE_MS, openedPage, PAYMENT_ID, stripeWorld } from "./support.ts";

/** Acts at the page, how it then stands, and the answer to its end. */
const ROWS: readonly [acts: readonly StripeAct[], kind: Standing["kind"], ended: string][] = [
  [[], "open", "ended"],
  [["pay"], "paid", "paid"],
  [["submit"], "waiting", "paid"],
  [["submit", "settle"], "paid", "paid"],
  [["submit", "bounce"], "failed", "gone"],
];

Deno.test("look() and end(): each thing that happens at the page", async () => {
  for (const [acts, kind, ended] of ROWS) {
    const world = stripeWorld();
    const page = await openedPage(world);
    acts.forEach((act) => world.double.books.act(page.reference, act));
    equal((await world.provider.look(access(), page)).kind, kind, acts.join());
    equal(await world.provider.end(access(), page), ended, acts.join());
    const after = (await world.provider.look(access(), page)).kind;
    equal(after, kind === "open" ? "expired" : kind, acts.join());
  }
});

Deno.test("look() tells a paid payment's money, mode and charge; reading changes nothing", async () => {
  for (const [key, livemode] of [["sk_test_double", false], ["rk_live_double", true]] as const) {
    const world = stripeWorld({ [key]: { account: "acct_1" } });
    const page = await openedPage(world, undefined, access(key));
    world.double.books.act(page.reference, "pay");
    const paid = await world.provider.look(access(key), page);
    deepEqual(paid, {
      kind: "paid",
      charge: world.double.books.pages.get(page.reference)!.intent!.id,
      amount: 12_50,
      amountText: "12.50",
      currencyCode: "EUR",
      livemode,
    });
    deepEqual(await world.provider.look(access(key), page), paid);
  }
});

Deno.test("a page past its end is expired, and ending it finds it gone", async () => {
  const world = stripeWorld();
  const page = await openedPage(world);
  world.clock.now += 32 * MINUTE_MS;
  deepEqual(await world.provider.look(access(), page), { kind: "expired" });
  equal(await world.provider.end(access(), page), "gone");
});

/** A session as Stripe might answer it. */
function session(over: Record<string, unknown>) {
  return {
    id: "cs_test_1",
    status: "complete",
    payment_status: "paid",
    client_reference_id: PAYMENT_ID,
    amount_total: 550,
    currency: "isk",
    expires_at: 1_800_000_000,
    livemode: false,
    payment_intent: "pi_1",
    url: null,
    a_new_field: { of: "Stripe" },
    ...over,
  };
}

function answering(body: unknown) {
  const send = () => Promise.resolve({ status: 200, body: JSON.stringify(body) });
  return stripeProvider({ send });
}

const PAGE = { paymentId: PAYMENT_ID, reference: "cs_test_1" };

Deno.test("look(): answers that the double does not give", async () => {
  const intent = { id: "pi_1", status: "canceled" };
  const failed = { kind: "failed", reason: "Stripe's payment is canceled" };
  const rows: [over: Record<string, unknown>, standing: unknown][] = [
    [{}, {
      kind: "paid",
      charge: "pi_1",
      amount: null,
      amountText: "5.50",
      currencyCode: "ISK",
      livemode: false,
    }],
    // Money counts in any state of the page.
    [{ status: "expired", amount_total: 500 }, {
      kind: "paid",
      charge: "pi_1",
      amount: 5,
      amountText: "5.00",
      currencyCode: "ISK",
      livemode: false,
    }],
    [{ payment_status: "no_payment_required", amount_total: 0, payment_intent: null }, {
      kind: "paid",
      charge: "cs_test_1",
      amount: 0,
      amountText: "0.00",
      currencyCode: "ISK",
      livemode: false,
    }],
    [{ status: "open", payment_status: "no_payment_required" }, { kind: "open" }],
    [{ payment_status: "unpaid" }, { kind: "waiting" }],
    [{ payment_status: "unpaid", payment_intent: null }, { kind: "waiting" }],
    [{ payment_status: "unpaid", payment_intent: { ...intent, status: "new" } }, {
      kind: "waiting",
    }],
    [{ payment_status: "unpaid", payment_intent: intent }, failed],
  ];
  for (const [over, standing] of rows) {
    deepEqual(await answering(session(over)).look(access(), PAGE), standing, JSON.stringify(over));
  }
});

Deno.test("look() and end() say nothing of another payment's session, or of one they cannot read", async () => {
  const other = { client_reference_id: "019ac5a0-0000-7000-8000-000000000002" };
  for (
    const over of [
      other,
      { client_reference_id: null },
      { status: "frozen" },
      { payment_status: null },
      { currency: null },
      { amount_total: 1.5 },
      { id: "pi_1" },
    ]
  ) {
    const provider = answering(session(over));
    await rejects(provider.look(access(), PAGE), Unreachable, JSON.stringify(over));
    await rejects(provider.end(access(), PAGE), Unreachable, JSON.stringify(over));
  }
  // An end that Stripe grants, and contradicts.
  await rejects(answering(session({})).end(access(), PAGE), /Stripe ended the page, and calls it/);
});

Deno.test("a key that is not accepted, and a page that another account has, tell nothing of it", async () => {
  const world = stripeWorld({
    sk_test_double: { account: "acct_1" },
    sk_test_other: { account: "acct_2" },
  });
  const page = await openedPage(world);
  for (const key of ["sk_test_other", "sk_test_revoked"]) {
    await rejects(world.provider.look(access(key), page), Unreachable, key);
    await rejects(world.provider.end(access(key), page), Unreachable, key);
  }
  const calls = world.double.requests.length;
  for (const reference of ["../account", "cs_test_1?a=b", "pi_1", ""]) {
    await rejects(world.provider.look(access(), { ...page, reference }), Unreachable, reference);
    await rejects(world.provider.end(access(), { ...page, reference }), Unreachable, reference);
  }
  equal(world.double.requests.length, calls);
});

Deno.test("end() after each failure: the page is ended once, and paid money is not lost", async () => {
  for (const fault of ["down", "limited", "locked", "error", "slow", "cut"] as const) {
    for (const isPaid of [false, true]) {
      const world = stripeWorld();
      const page = await openedPage(world);
      if (isPaid) world.double.books.act(page.reference, "pay");
      world.double.faults.push(fault);
      // The double refuses to end a paid page, which a 500 does not hide.
      const first = await world.provider.end(access(), page).catch((error) => error);
      if (!(first instanceof Unreachable)) equal(first, isPaid ? "paid" : "ended", fault);
      const acted = ["error", "slow", "cut"].includes(fault);
      const again = await world.provider.end(access(), page);
      equal(again, isPaid ? "paid" : acted ? "gone" : "ended", `${fault}, paid: ${isPaid}`);
    }
  }
});
