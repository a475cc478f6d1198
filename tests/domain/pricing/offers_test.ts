import { deepEqual, equal } from "node:assert/strict";
import { paymentOfferDiscount } from "../../../src/domain/pricing/offers.ts";
import type { PaymentOffer } from "../../../src/domain/shop/merchant.ts";
import { coupon, fixed, line, percent, priced } from "./cases.ts";

const PREPAID_5: PaymentOffer = { method: "PREPAID", discount: percent(5, 10_000) };

Deno.test("paymentOfferDiscount() is the offer for the chosen method", () => {
  equal(paymentOfferDiscount(34_900, [PREPAID_5], "PREPAID"), 1_745); // 349.00 x 5 %
  equal(paymentOfferDiscount(34_900, [PREPAID_5], "COD"), 0);
  equal(paymentOfferDiscount(34_900, [PREPAID_5], null), 0);
});

Deno.test("paymentOfferDiscount() is capped and never more than the cart", () => {
  equal(paymentOfferDiscount(500_000, [PREPAID_5], "PREPAID"), 10_000); // 250.00 > 100.00
  const fixedOffer: PaymentOffer = { method: "PREPAID", discount: fixed(5_000) };
  equal(paymentOfferDiscount(3_000, [fixedOffer], "PREPAID"), 3_000);
});

Deno.test("paymentOfferDiscount() takes the best of several offers, not their sum", () => {
  const offers: PaymentOffer[] = [PREPAID_5, { method: "PREPAID", discount: fixed(1_700) }];
  equal(paymentOfferDiscount(34_900, offers, "PREPAID"), 1_745);
  equal(paymentOfferDiscount(30_000, offers, "PREPAID"), 1_700); // 300.00 x 5 % = 15.00
});

Deno.test("price() takes a payment offer off what coupons left and spreads it over no line", () => {
  const { totals, lines } = priced([line(1, 10_000), line(2, 5_000)], {
    coupons: [coupon("A", percent(10))],
    shop: { paymentOffers: [PREPAID_5], tax: { rate: 180_000, included: false } },
    order: { method: "PREPAID" },
  });
  // 150.00 - 15.00 = 135.00; 135.00 x 5 % = 6.75.
  equal(totals.couponDiscount, 1_500);
  equal(totals.paymentOfferDiscount, 675);
  equal(totals.discount, 2_175);
  equal(totals.total, 12_825);
  deepEqual(lines.map(({ discount, total }) => [discount, total]), [[1_000, 9_000], [500, 4_500]]);
  // The tax base stays 90.00 and 45.00: 16.20 + 8.10.
  equal(totals.tax, 2_430);
});

Deno.test("price() makes no offer for cash on delivery where there is none", () => {
  const paymentOffers: PaymentOffer[] = [{ method: "COD", discount: percent(10) }];
  const cod = { fee: 0, min: 0, max: 20_000, countries: [], prepaid: null };
  const offer = (unitPrice: number) =>
    priced([line(1, unitPrice)], { shop: { paymentOffers, cod }, order: { method: "COD" } })
      .totals.paymentOfferDiscount;
  equal(offer(20_000), 2_000);
  equal(offer(20_001), 0);
});
