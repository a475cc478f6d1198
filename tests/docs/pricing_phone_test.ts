/** The worked figures of the page on pricing about coupons that wait for a phone. */
import assert from "node:assert/strict";
import { currencyOf, majorNumber } from "../../src/domain/values/money.ts";
import { line, priced } from "../domain/pricing/cases.ts";
import { readRoot } from "../support/root.ts";
import { coupon, percent } from "../support/shop.ts";
import { section, table } from "./pages.ts";

const TITLE = "Automatic coupons that wait for a phone";
const PAGE = await readRoot("docs/pricing.md");
const INR = currencyOf("INR");

Deno.test("docs/pricing.md: an automatic coupon that waits for a phone", () => {
  const coupons = [
    coupon("WELCOME", percent(10), { usageLimitPerCustomer: 1 }),
    coupon("SPRING", percent(4)),
  ];
  const rows = [false, true].map((customerKnown) => {
    const cart = priced([line(1, 10_000)], { coupons, order: { customerKnown } });
    const saves = cart.unverified[0]?.saves;
    return [
      `\`${cart.coupons[0]?.coupon.code}\``,
      String(majorNumber(cart.totals.totalPayable, INR)),
      saves == null ? "" : String(majorNumber(saves, INR)),
    ];
  });
  assert.deepEqual(
    table(section(PAGE, TITLE), "Phone").map(([, ...cells]) => cells),
    rows,
  );
});
