import { z } from "zod";
import type { MerchantId } from "../../domain/ids.ts";
import type { CartLine } from "../../domain/cart/cart.ts";
import { type Currency, findCurrency } from "../../domain/values/money.ts";
import type { AppliedCoupon, PricedLine } from "../../domain/pricing/model.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { coinUseSchema, decodeCoinUse } from "../api/coin.ts";
import { decodeAppliedCoupon, type ShownCoupon } from "../api/coupon.ts";
import { decodeItem } from "../api/item.ts";
import { decodePricing } from "../api/pricing.ts";
import { decodeShippingOption } from "../api/shipping.ts";
import { sessionSchema } from "../api/session.ts";
import { parseView } from "../api/view.ts";
import type { Form } from "../form.ts";
import { count, couponId, merchantId, parseJsonColumn, RowError, unlessEmpty } from "./parse.ts";
import { isSameLine, type pricedRestSchema } from "./priced.ts";
import { shippingOf } from "./shipping.ts";

const TABLE = "sessions";

// A document beside a view omits the parts that the view has, which halves the stored bytes.

/** Parts of lines that a view does not have. */
export const cartRestSchema = z.object({
  /** Tax of each line. */
  tax: z.array(count),
  /** Coupons of the claimed gifts, which are the last lines. */
  giftOf: z.array(couponId).default([]),
  /** Indexes of lines that are not in the catalogue. */
  unlisted: z.array(count).default([]),
});

const { shape } = sessionSchema;

/** Parts of a view that documents omit. */
const shownSchema = z.object({
  items: shape.items,
  pricing: shape.pricing,
  coupons: shape.coupons,
  coin: coinUseSchema,
  merchant_id: merchantId,
  country_code: shape.country_code,
  redirect_url: shape.redirect_url,
  reference: shape.reference,
  note: shape.note,
  attributes: shape.attributes,
  // Missing in views of earlier versions.
  shipping_options: shape.shipping_options.optional(),
  shipping_option: shape.shipping_option.optional(),
  requires: shape.requires,
});

/** Parts of a session that {@link decodeShown} reads from its view. */
type ShownParts = Pick<
  CheckoutSession,
  "countryCode" | "redirectUrl" | "reference" | "note" | "attributes" | "lines" | "priced"
>;

/** Rest of a document beside a view. */
interface Rest {
  readonly cart: z.infer<typeof cartRestSchema>;
  readonly rest: z.infer<typeof pricedRestSchema>;
  readonly currencyCode: string;
}

/**
 * Decodes the parts of a session that its view shows.
 *
 * @param id the session's, for messages
 * @throws {RowError} if the view does not parse or has other lines than the document
 */
export function decodeShown(
  view: string,
  { cart, rest, currencyCode }: Rest,
  id: string,
): ShownParts {
  const place = { table: TABLE, key: id, name: "view", parse: parseView };
  const shown = parseJsonColumn(shownSchema, view, place);
  const { items } = shown;
  const paid = items.length - cart.giftOf.length;
  if (paid < 0 || cart.tax.length !== items.length) {
    throw new RowError(TABLE, id, "view has other lines than doc");
  }
  if (shown.coupons.length !== rest.coupons.length) {
    throw new RowError(TABLE, id, "view has other coupons than doc");
  }
  const currency = findCurrency(currencyCode);
  if (currency === undefined) {
    throw new RowError(TABLE, id, `doc.currencyCode is not a known currency, ${currencyCode}`);
  }
  const unlisted = new Set(cart.unlisted);
  const { shownLines, shownCoupons, shippingOptions, totals } = decodeNumbers(shown, currency, id);
  const lines = shownLines.map((item, i): PricedLine => ({
    ...item,
    listed: !unlisted.has(i),
    giftOf: cart.giftOf[i - paid] ?? null,
    tax: cart.tax[i] ?? 0,
  }));
  return {
    countryCode: shown.country_code,
    redirectUrl: shown.redirect_url,
    reference: shown.reference,
    note: shown.note,
    attributes: shown.attributes,
    lines: lines.slice(0, paid).map(cartLine),
    priced: {
      ...rest,
      lines,
      coupons: joinCoupons(shownCoupons, rest.coupons, shown.merchant_id),
      totals,
      coins: decodeCoinUse(shown.coin),
      ...shippingOf({ shippingOptions, shippingOption: shown.shipping_option }, totals),
      requires: shown.requires,
    },
  };
}

/** Decodes the forms whose numbers may be out of range. */
function decodeNumbers(
  { items, coupons, pricing, shipping_options: options }: z.infer<typeof shownSchema>,
  currency: Currency,
  id: string,
) {
  try {
    return {
      shownLines: items.map((item) => decodeItem(item, currency)),
      shownCoupons: coupons.map((coupon) => decodeAppliedCoupon(coupon, currency)),
      shippingOptions: options?.map((option) => decodeShippingOption(option, currency)),
      totals: decodePricing(pricing, currency),
    };
  } catch (cause) {
    throw new RowError(TABLE, id, "view has an id or amount out of range", { cause });
  }
}

/** Joins the parts of coupons in a view with their rest at the same index. */
function joinCoupons(
  shown: readonly ShownCoupon[],
  rests: Rest["rest"]["coupons"],
  merchantId: MerchantId,
): AppliedCoupon[] {
  return rests.flatMap((rest, i) => {
    if ("coupon" in rest) return rest;
    const one = shown[i];
    return one === undefined ? [] : { ...one, coupon: { ...rest, ...one.coupon, merchantId } };
  });
}

function cartLine(priced: PricedLine): CartLine {
  const { giftOf: _1, subTotal: _2, discount: _3, total: _4, tax: _5, outOfStock: _6, ...line } =
    priced;
  return line;
}

/**
 * Encodes the parts of lines that a view does not have.
 *
 * @returns undefined if the cart's lines differ from the priced lines before the gifts
 */
export function encodeCartRest(
  { lines, priced }: CheckoutSession,
): Form<typeof cartRestSchema> | undefined {
  const isCart = lines.every((line, i) => {
    const own = priced.lines[i];
    return own !== undefined && own.giftOf === null && isSameLine(own, line);
  });
  const giftOf = priced.lines.slice(lines.length).map((line) => line.giftOf);
  if (!isCart || !giftOf.every((id) => id !== null)) return undefined;
  return {
    tax: priced.lines.map(({ tax }) => tax),
    giftOf: unlessEmpty(giftOf),
    unlisted: unlessEmpty(priced.lines.flatMap(({ listed }, i) => listed ? [] : [i])),
  };
}
