import { deepEqual, equal } from "node:assert/strict";
import * as iso4217 from "dinero.js/currencies";
import fc from "fast-check";
import {
  fromStripe,
  stripeAmountText,
  stripeProblem,
  stripeRefundProblem,
  toStripe,
} from "../../../src/payments/stripe/currencies.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { runs } from "../../support/arbitraries.ts";
import { requireReached } from "../../support/few.ts";
import { access, openedPage, openRequest, stripeWorld } from "./support.ts";

Deno.test("toStripe() and fromStripe(): worked amounts, in minor units of ISO 4217", () => {
  const rows: [amount: number, currency: string, units: number | null, text: string][] = [
    [500, "JPY", 500, "500"],
    [5, "ISK", 500, "5.00"],
    [5, "UGX", 500, "5.00"],
    [5_120, "KWD", 5_120, "5.120"],
    [5_124, "KWD", null, ""],
    [1_045, "HUF", 1_045, "10.45"],
    [80_045, "TWD", 80_045, "800.45"],
    [132_028, "INR", 132_028, "1320.28"],
    [1_250, "EUR", 1_250, "12.50"],
    [1_099, "USD", 1_099, "10.99"],
    // ISO 4217 gives it two decimals, Stripe none.
    [50_000, "MGA", 500, "500"],
    [50_050, "MGA", null, ""],
  ];
  for (const [amount, currency, units, text] of rows) {
    equal(toStripe(amount, currency), units, `${amount} ${currency}`);
    if (units === null) continue;
    equal(fromStripe(units, currency), amount, `${units} of ${currency}`);
    equal(stripeAmountText(units, currency), text);
  }
});

Deno.test("fromStripe() knows no amount for what has no exact form, and people can read it", () => {
  equal(fromStripe(550, "ISK"), null);
  equal(stripeAmountText(550, "ISK"), "5.50");
  equal(fromStripe(100, "XXX"), null);
  equal(stripeAmountText(100, "XXX"), "100");
  // Stripe charges no such amount, and it has an exact form all the same.
  equal(fromStripe(5_124, "KWD"), 5_124);
});

Deno.test("stripeProblem() names the least amount, the step and the currency", () => {
  const rows: [amount: number, currency: string, problem: string | null][] = [
    [50, "USD", null],
    [49, "USD", "Stripe takes at least 0.50 USD, got 0.49 USD"],
    [49, "JPY", "Stripe takes at least 50 JPY, got 49 JPY"],
    [17_499, "HUF", "Stripe takes at least 175.00 HUF, got 174.99 HUF"],
    [29, "GBP", "Stripe takes at least 0.30 GBP, got 0.29 GBP"],
    [999, "MXN", "Stripe takes at least 10.00 MXN, got 9.99 MXN"],
    [49, "INR", "Stripe takes at least 0.50 INR, got 0.49 INR"],
    [1, "ISK", null],
    [0, "ISK", "Stripe takes at least 1.00 ISK, got 0.00 ISK"],
    [1, "TWD", null],
    [5_124, "KWD", "Stripe takes amounts in steps of 0.010 KWD, got 5.124 KWD"],
    [50_050, "MGA", "Stripe takes amounts in steps of 1 MGA, got 500.50 MGA"],
    [100, "IRR", "Stripe takes no payments in IRR"],
    [999_999_999_999, "IDR", null],
    [1e12, "USD", "Stripe takes at most 9999999999.99 USD, got 10000000000.00 USD"],
    [1e10, "UGX", "Stripe takes at most 9999999999.99 UGX, got 10000000000.00 UGX"],
  ];
  for (const [amount, currency, problem] of rows) {
    equal(stripeProblem(amount, currency), problem, `${amount} ${currency}`);
  }
});

const codes = Object.keys(iso4217);

Deno.test("an amount that can be charged comes back from Stripe's units as it was", () => {
  const amounts = fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 1e12 }));
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom(...codes), amounts, fc.constantFrom(1, 10, 100), (code, n, by) => {
      const amount = n * by;
      const units = toStripe(amount, code);
      if (stripeProblem(amount, code) !== null) return;
      reached.add(code);
      equal(fromStripe(units!, code), amount);
      equal(Number.isSafeInteger(units), true);
    }),
    runs(4_000),
  );
  requireReached(reached.size > 100, "most currencies");
});

Deno.test("a page of 1000 in every currency is paid with that amount, and the text is exact", async () => {
  const shown = new Map<string, string>();
  for (const currencyCode of codes) {
    const amount = 1_000 * 10 ** currencyOf(currencyCode).exponent;
    if (stripeProblem(amount, currencyCode) !== null) continue;
    const world = stripeWorld();
    const page = await openedPage(world, openRequest({ amount, currencyCode }));
    world.double.books.act(page.reference, "pay");
    const paid = await world.provider.look(access(), page);
    if (paid.kind !== "paid") throw new Error(paid.kind);
    deepEqual([paid.amount, paid.currencyCode], [amount, currencyCode]);
    shown.set(currencyCode, paid.amountText);
  }
  const ofDecimals = (zeros: string) =>
    [...shown].filter(([, text]) => text === `1000${zeros}`).map(([code]) => code);
  const zero = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF";
  equal(ofDecimals("").sort().join(" "), zero);
  equal(ofDecimals(".000").sort().join(" "), "BHD JOD KWD OMR TND");
  equal(ofDecimals(".00").length, shown.size - 20);
  equal(shown.size > 130, true);
});

Deno.test("a refund is exact in Stripe's units, and has no least amount", () => {
  equal(
    stripeRefundProblem(1_707, "KWD"),
    "Stripe takes amounts in steps of 0.010 KWD, got 1.707 KWD",
  );
  equal(stripeRefundProblem(1_710, "KWD"), null);
  equal(stripeRefundProblem(1, "JPY"), null);
  equal(stripeProblem(1, "JPY"), "Stripe takes at least 50 JPY, got 1 JPY");
});
