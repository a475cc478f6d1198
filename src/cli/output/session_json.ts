import type { Address } from "../../domain/address.ts";
import { couponType } from "../../domain/coupon.ts";
import { isErased } from "../../domain/customer.ts";
import { type Currency, currencyOf } from "../../domain/money.ts";
import type { CheckoutEvent } from "../../domain/events.ts";
import { orderJson } from "../../domain/order.ts";
import type { Payment } from "../../domain/payment.ts";
import { offeredVariants } from "../../domain/pricing/gifts.ts";
import type { PricedCart, PricedLine } from "../../domain/pricing/model.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import type { SessionDetails } from "../../service/sessions/session_admin.ts";
import { jsonInteger } from "../../domain/json_integer.ts";
import { parseJson } from "../../schema/json.ts";
import { amountField, momentText, writeDiscount, writeProduct } from "../../schema/seed/write.ts";

/** A session with all that an operator may see of it. */
export interface SessionReport extends SessionDetails {
  /** Coins that its payment has set aside. */
  readonly coinsProcessing: number;
}

/**
 * A whole session for programs; amounts in the major unit, ids exact digit for digit.
 * What is kept of one-time codes is left out: it is of use to somebody who guesses them alone.
 */
export function sessionJson(view: SessionReport) {
  const { session, lastActiveAt, extra } = view;
  const currency = currencyOf(session.currencyCode);
  const { priced } = session;
  return {
    id: session.id,
    merchant_id: session.merchantId,
    version: session.version,
    session_state: session.state.session,
    payment_state: session.state.payment,
    country_code: session.countryCode,
    currency_code: session.currencyCode,
    redirect_url: session.redirectUrl,
    requires: session.priced.requires,
    reference: session.reference,
    note: session.note,
    attributes: session.attributes,
    created_at: momentText(session.createdAt),
    last_active_at: momentText(lastActiveAt),
    items: priced.lines.map((line) => lineJson(line, currency)),
    pricing: totalsJson(priced, currency),
    coupons: priced.coupons.map(({ coupon, amount, cartAfter, previousCode }) => ({
      coupon_id: coupon.id,
      code: coupon.code,
      coupon_type: couponType(coupon),
      ...(coupon.gift === null ? writeDiscount(coupon.discount, currency) : {}),
      cart_discount_amount: amountField(amount, currency),
      cart_discounted_amount: amountField(cartAfter, currency),
      previous_coupon_code: previousCode,
    })),
    resting_coupons: priced.resting.map(({ code, reason, message }) => ({ code, reason, message })),
    add_ons: priced.offers.map(({ couponId, gift, products }) => ({
      coupon_id: couponId,
      target_type: gift.targetType,
      target: gift.targetType === "QUANTITY" ? gift.target : amountField(gift.target, currency),
      max_quantity: gift.maxQuantity,
      products: products.map((product) => {
        const variants = offeredVariants(product, couponId, priced.claims);
        return writeProduct({ ...product, variants }, currency);
      }),
    })),
    coins: priced.coins,
    customer: session.customer === null || isErased(session.customer) ? null : session.customer,
    address: addressJson(session.choices.address),
    payment: paymentJson(session.payment),
    collected: session.collected && {
      amount: amountField(session.collected.amount, currency),
      at: momentText(session.collected.at),
    },
    order: orderJson(session.order),
    holds: holdsJson(view),
    events: view.events.map(eventJson),
    choices: choicesJson(session),
    extra: extraJson(extra),
  };
}

function lineJson(line: PricedLine, currency: Currency) {
  return {
    product_id: jsonInteger(line.productId),
    variant_id: jsonInteger(line.variantId),
    title: line.title,
    variant_title: line.variantTitle,
    handle: line.handle,
    quantity: line.quantity,
    properties: line.properties,
    source: line.source,
    gift_of: line.giftOf,
    item_price: amountField(line.unitPrice, currency),
    compare_at_price: line.compareAtPrice === null
      ? null
      : amountField(line.compareAtPrice, currency),
    sub_total_price: amountField(line.subTotal, currency),
    total_discount: amountField(line.discount, currency),
    total_price: amountField(line.total, currency),
    tax: amountField(line.tax, currency),
    taxable: line.taxable,
    grams: line.grams,
    image: line.image,
    out_of_stock: line.outOfStock,
  };
}

function totalsJson({ totals, serviceable }: PricedCart, currency: Currency) {
  const amount = (minor: number) => amountField(minor, currency);
  return {
    sub_total: amount(totals.subTotal),
    coupon_discount: amount(totals.couponDiscount),
    payment_offer_discount: amount(totals.paymentOfferDiscount),
    coin_discount: amount(totals.coinDiscount),
    discount: amount(totals.discount),
    total: amount(totals.total),
    tax: amount(totals.tax),
    taxes_included: totals.taxesIncluded,
    // Not an amount but a word: not calculated, for want of an address (spec 2.4).
    shipping: totals.shipping < 0 ? -1 : amount(totals.shipping),
    serviceable,
    cod_available: totals.codAvailable,
    cod_order: totals.codOrder,
    cod_price: amount(totals.codPrice),
    is_partial_cod: totals.isPartialCod,
    partial_cod_price: amount(totals.partialCodPrice),
    total_payable: amount(totals.totalPayable),
    amount_paid: amount(totals.amountPaid),
  };
}

function choicesJson({ choices }: CheckoutSession) {
  return {
    codes: choices.codes.map(({ couponId, enteredAt, previousCode }) => ({
      coupon_id: couponId,
      entered_at: momentText(enteredAt),
      previous_code: previousCode,
    })),
    gifts: choices.claims.map(({ couponId, productId, variantId, quantity }) => ({
      coupon_id: couponId,
      product_id: jsonInteger(productId),
      variant_id: jsonInteger(variantId),
      quantity,
    })),
    payment_method: choices.method,
    coins: choices.coins,
  };
}

function addressJson(address: Address | null) {
  if (address === null) return null;
  const { postalCode, countryCode, ...rest } = address;
  return { ...rest, postal_code: postalCode, country_code: countryCode };
}

function paymentJson(payment: Payment | null) {
  if (payment === null) return null;
  return {
    payment_id: payment.id,
    method: payment.method,
    amount: amountField(payment.amount, currencyOf(payment.currencyCode)),
    currency: payment.currencyCode,
    status: payment.status,
    reference: payment.reference,
    started_at: momentText(payment.startedAt),
    holds: payment.holds,
  };
}

function holdsJson({ holds, coinsProcessing }: SessionReport) {
  return {
    coupon_uses: holds.coupons,
    stock: holds.stock.map(({ variantId, units }) => ({
      variant_id: jsonInteger(variantId),
      units,
    })),
    coins_processing: coinsProcessing,
  };
}

function eventJson({ id, type, at, data }: CheckoutEvent) {
  const { otp: _code, ...shown } = data;
  return { id, type, at: momentText(at), data: shown };
}

/** As JSON; as its text where it cannot be read, so that nothing is hidden. */
function extraJson(extra: string): unknown {
  try {
    return parseJson(extra);
  } catch {
    return extra;
  }
}
