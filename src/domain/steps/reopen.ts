import { type CartContext, type CartLine, type RawLine, readLine } from "../cart/cart.ts";
import { isGone, reprice, type StepContext } from "../decision/decision.ts";
import { AppError } from "../errors.ts";
import { NO_RECOVERY } from "../session/recovery.ts";
import { type CheckoutSession, type NewSessionData, openSession } from "../session/session.ts";
import { isOnOffer } from "../shop/catalog.ts";
import { currencyOf, formatMajor } from "../values/money.ts";

/** A cart opened again, and its differences from the old one. */
export interface ReopenedCart {
  readonly session: CheckoutSession;
  /** Lines that the shop no longer sells, which were left out. */
  readonly leftOut: readonly CartLine[];
  /** True if a unit price changed. */
  readonly isRepriced: boolean;
}

/**
 * Opens the cart of an ended session as a new session at today's prices: lines, claimed gifts and
 * the codes that still apply. Nothing of the person is taken over. Note and attributes are free
 * text, so they count as personal.
 *
 * @returns null if the shop sells none of the lines any more
 */
export function reopenSession(
  ended: CheckoutSession,
  opening: NewSessionData,
): ReopenedCart | null {
  const { merchant, catalog, knownProducts, aliases, rules, now } = opening;
  const context: CartContext = {
    // Lines are written in this format, whatever the shop's carts have.
    format: "plain",
    currency: currencyOf(ended.currencyCode),
    catalog,
    knownProducts,
    aliases,
    rule: merchant.catalogue,
  };
  const items = ended.lines.map((line) => ({ line, item: rawLine(line, context) }));
  const sold = items.filter(({ line, item }) => !isGone(line, context) && isSold(item, context));
  if (sold.length === 0) return null;
  const opened = openSession({
    shopDomain: undefined,
    countryCode: ended.countryCode,
    items: sold.map(({ item }) => item),
    redirectUrl: ended.redirectUrl,
    reference: ended.reference,
    note: null,
    attributes: {},
    tracking: {},
  }, { ...opening, merchant: { ...merchant, cartFormat: context.format } });
  const { claims, codes } = ended.choices;
  const recovery = { ...NO_RECOVERY, returned: "REOPENED" as const };
  const chosen = { ...opened, recovery, choices: { ...opened.choices, claims, codes } };
  return {
    session: withoutLapsedCodes(chosen, { rules, catalog, now }),
    leftOut: items.filter((one) => !sold.includes(one)).map(({ line }) => line),
    isRepriced: sold.some(({ line }, i) => line.unitPrice !== opened.lines[i]?.unitPrice),
  };
}

/** Writes a line as a cart in the plain format has it. */
function rawLine(line: CartLine, { currency }: CartContext): RawLine {
  const { productId, variantId, quantity, properties, unitPrice, compareAtPrice } = line;
  return {
    productId,
    variantId,
    quantity,
    path: "line",
    fields: {
      properties,
      title: line.title,
      handle: line.handle,
      variant_title: line.variantTitle,
      price: formatMajor(unitPrice, currency),
      compare_at_price: compareAtPrice === null ? null : formatMajor(compareAtPrice, currency),
      grams: line.grams,
      single_variant: line.singleVariant,
      taxable: line.taxable,
      image: line.image,
      source: line.source,
    },
  };
}

/** True if the shop sells a line now. */
function isSold(item: RawLine, context: CartContext): boolean {
  const product = context.catalog.get(item.variantId)?.product;
  if (product !== undefined && !isOnOffer(product)) return false;
  try {
    readLine(item, context);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Prices a session without the codes that do not apply; one that needs only a phone stays. */
function withoutLapsedCodes(
  session: CheckoutSession,
  context: Pick<StepContext, "rules" | "catalog" | "now">,
): CheckoutSession {
  const priced = reprice(session, context);
  const lapsed = priced.priced.resting
    .filter(({ reason }) => reason !== "error.phone-required")
    .map(({ couponId }) => couponId);
  if (lapsed.length === 0) return priced;
  const codes = session.choices.codes.filter(({ couponId }) => !lapsed.includes(couponId));
  return reprice({ ...session, choices: { ...session.choices, codes } }, context);
}
