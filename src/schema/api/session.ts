import type { Address } from "../../domain/address.ts";
import { couponType } from "../../domain/coupon.ts";
import type { CoinProgram, Discount } from "../../domain/merchant.ts";
import { type Currency, currencyOf, type Minor, percentOf } from "../../domain/money.ts";
import { orderJson } from "../../domain/order.ts";
import type { Payment } from "../../domain/payment.ts";
import type { AppliedCoupon, CoinUse, PricedLine, Totals } from "../../domain/pricing/model.ts";
import { isErased } from "../../domain/customer.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import { jsonInteger } from "../../domain/json_integer.ts";
import { presentOffer } from "./add_on.ts";
import { major, majorOrNull } from "./amount.ts";

/**
 * The session as the contract shows it (spec 2.2), as JSON text: amounts in the
 * major unit, ids digit for digit. Pure: one version of a session has one text, to be
 * finished by {@link withExpiry}.
 */
export function presentSession(session: CheckoutSession): string {
  const currency = currencyOf(session.currencyCode);
  const { priced } = session;
  return JSON.stringify({
    id: session.id,
    items: priced.lines.map((line) => presentLine(line, currency)),
    pricing: presentTotals(priced.totals, currency),
    merchant_id: session.merchantId,
    payment_state: session.state.payment,
    session_state: session.state.session,
    redirect_url: session.redirectUrl,
    coupons: priced.coupons.map((coupon) => presentCoupon(coupon, currency)),
    add_ons: priced.offers.map((offer) => presentOffer(offer, priced.claims, currency)),
    country_code: session.countryCode,
    currency_code: session.currencyCode,
    coin: presentCoins(priced.coins, priced.coinProgram, currency),
    customer: session.customer === null || isErased(session.customer) ? null : session.customer,
    address: presentAddress(session.choices.address),
    payment: presentPayment(session.payment, currency),
    resting_coupons: priced.resting.map(({ code, reason, message }) => ({ code, reason, message })),
    requires: priced.requires,
    order: orderJson(session.order),
    reference: session.reference,
    note: session.note,
    attributes: session.attributes,
  });
}

function presentLine(line: PricedLine, currency: Currency): unknown {
  const price = major(line.unitPrice, currency);
  const variantId = jsonInteger(line.variantId);
  return {
    title: line.title,
    handle: line.handle,
    product_id: jsonInteger(line.productId),
    variant_id: variantId,
    quantity: line.quantity,
    properties: line.properties,
    variant: {
      title: line.variantTitle,
      variant_id: variantId,
      compare_at_price: majorOrNull(line.compareAtPrice, currency),
      price,
    },
    grams: line.grams,
    single_variant: line.singleVariant,
    item_price: price,
    total_discount: major(line.discount, currency),
    sub_total_price: major(line.subTotal, currency),
    total_price: major(line.total, currency),
    out_of_stock: line.outOfStock,
    taxable: line.taxable,
    image: line.image,
    source: line.source,
  };
}

function presentTotals(totals: Totals, currency: Currency): unknown {
  const amount = (minor: Minor) => major(minor, currency);
  return {
    cart_total: amount(totals.subTotal),
    sub_total: amount(totals.subTotal),
    discount: amount(totals.discount),
    payment_offer_discount: amount(totals.paymentOfferDiscount),
    shipping: totals.shipping === -1 ? -1 : amount(totals.shipping),
    cod_price: amount(totals.codPrice),
    cod_available: totals.codAvailable,
    cod_order: totals.codOrder,
    total: amount(totals.total),
    tax: amount(totals.tax),
    taxes_included: totals.taxesIncluded,
    total_payable: amount(totals.totalPayable),
    partial_cod_price: amount(totals.partialCodPrice),
    is_partial_cod: totals.isPartialCod,
    amount_paid: amount(totals.amountPaid),
    coin_discount: amount(totals.coinDiscount),
    coupon_discount: amount(totals.couponDiscount),
  };
}

function presentCoupon(applied: AppliedCoupon, currency: Currency): unknown {
  const { coupon, amount, cartAfter, previousCode } = applied;
  return {
    coupon_id: coupon.id,
    code: coupon.code,
    application_type: coupon.applicationType,
    combine: coupon.combine,
    discount_type: coupon.discount.type,
    discount_amount: presentDiscount(coupon.discount, currency),
    discount_max_cap: majorOrNull(coupon.discount.cap, currency),
    cart_discounted_amount: major(cartAfter, currency),
    cart_discount_amount: major(amount, currency),
    previous_coupon_code: previousCode,
    coupon_type: couponType(coupon),
    coupon_platform: coupon.platform,
    applied_from: coupon.applicationType === "CODE" ? "MANUAL" : "AUTOMATIC",
    disable_cod: coupon.disableCod,
    id: coupon.id,
    _id: coupon.id,
  };
}

function presentDiscount(discount: Discount, currency: Currency): unknown {
  return discount.type === "PERCENTAGE"
    ? percentOf(discount.rate)
    : major(discount.amount, currency);
}

/** A shop without coins has a ratio all the same: 1 to 1, of which there are none. */
function presentCoins(use: CoinUse, program: CoinProgram | null, currency: Currency): unknown {
  return {
    coin_ratio: {
      base_currency_value: program === null ? 1 : major(program.baseCurrencyValue, currency),
      coin_value: program?.coinValue ?? 1,
    },
    config: {
      provider: program?.provider ?? "NONE",
      name: program?.name ?? "",
      logo: program?.logo ?? "",
    },
    coin_available: use.available,
    coin_redeemable: use.redeemable,
    coin_used: use.used,
    coins_processing: use.processing,
  };
}

function presentAddress(address: Address | null): unknown {
  if (address === null) return null;
  return {
    name: address.name,
    phone: address.phone,
    line1: address.line1,
    line2: address.line2,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country_code: address.countryCode,
    email: address.email,
  };
}

function presentPayment(payment: Payment | null, currency: Currency): unknown {
  if (payment === null) return null;
  return {
    payment_id: payment.id,
    method: payment.method,
    amount: major(payment.amount, currency),
    currency: payment.currencyCode,
    status: payment.status,
    reference: payment.reference,
    holds: payment.holds,
  };
}
