import fc from "fast-check";
import { runs } from "../../support/arbitraries.ts";
import { CELLS } from "./model/model.ts";
import { modelProperty } from "./model/property.ts";
import { IS_FEW, requireReached } from "../../support/few.ts";

/** Rows of commands to try; more of them by the environment, for those who have time. */
const RUNS = Number(Deno.env.get("MODEL_RUNS") ?? 80);

/** Cases that the runs must reach to be meaningful. */
const LANDMARKS = [
  ...Object.keys(CELLS),
  "a late payment in aW",
  "a late payment in gW",
  "a late payment without its coins",
  "a late payment without its coupons",
  "... without its units",
  "a payment in place of a released one: ",
  "a payment is cancelled in aW",
  "a payment is cancelled in gW",
  "a manual payment is paid in gW",
  "a manual payment is paid in aW",
  "a manual payment is released",
  "a payment is released",
  "a cart is opened again",
  "a late failure",
  "a link is made",
  "a link is replaced",
  "a link leads nowhere",
  "a link shows the end",
  "a session is reported as idle",
  "a session is resumed",
  "a payment for a session that was not found",
  "a late order is cancelled",
  "a coupon is removed",
  "a key is rotated",
  "a replay",
  "a rotated key is refused",
  "a stock below its holds",
  "a stock is moved",
  "a stock is set",
  "a stock that is not tracked",
  "a used coupon stays",
  "a stale replay",
  "a cancelled order returns coins",
  "an order is cancelled in cD",
  "an order is cancelled in cP",
  "an order is cancelled twice",
  "an end by the sweep",
  "an order by its prepaid part",
  "an order for nothing",
  "an order on delivery",
  "an order that its part has placed is completed",
  "coins set aside",
  "error.address-not-serviceable",
  "error.address-required",
  "error.cod-not-available",
  "error.coins-not-available",
  "error.coupon-already-applied",
  "error.coupon-expired",
  "error.coupon-limit-reached",
  "error.coupon-not-found",
  "error.customer-required",
  "error.gift-not-available",
  "error.invalid-state",
  "error.otp-daily-limit",
  "error.otp-expired",
  "error.otp-invalid",
  "error.otp-rate-limited",
  "error.otp-too-many-attempts",
  "error.out-of-stock",
  "error.payment-mismatch",
  "error.payment-not-found",
  "error.payment-required",
  "error.phone-required",
  "error.phone-required by cod",
  "error.phone-required by always",
  "error.price-changed",
  "error.session-not-found",
  "together: error.coupon-limit-reached",
  "together: error.out-of-stock",
];

Deno.test("steps, repeats and clock jumps in any order leave coins, stock and coupons adding up", {
  ignore: IS_FEW,
}, async () => {
  const seen = new Set<string>();
  await fc.assert(modelProperty(seen), runs(RUNS, RUNS));
  for (const one of LANDMARKS) requireReached(seen.has(one), one);
});
