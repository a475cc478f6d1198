import type { CartLine } from "../../../domain/cart.ts";
import type { PricedLine } from "../../../domain/pricing/model.ts";
import type { CheckoutSession } from "../../../domain/session.ts";

/** What of a session is in its `doc` column: all that no other column holds. */
export type SessionDoc = Omit<
  CheckoutSession,
  "id" | "merchantId" | "version" | "state" | "createdAt"
>;

/**
 * A priced line as it is stored: the amounts, and the line only where it is not the
 * cart's line in the same place. Most of a session's text would be there twice otherwise.
 */
export type StoredLine = Omit<PricedLine, keyof CartLine> & {
  readonly line?: CartLine | undefined;
};

/** The fields of a cart's line: a record, because the compiler finds one that is not in it. */
const LINE_FIELDS: Readonly<Record<keyof CartLine, true>> = {
  productId: true,
  variantId: true,
  quantity: true,
  properties: true,
  title: true,
  handle: true,
  variantTitle: true,
  unitPrice: true,
  compareAtPrice: true,
  grams: true,
  singleVariant: true,
  taxable: true,
  image: true,
  source: true,
  listed: true,
};

/** Writes the `doc` column. */
export function docToText(session: CheckoutSession): string {
  const { priced, lines } = session;
  const doc: Record<keyof SessionDoc, unknown> = {
    countryCode: session.countryCode,
    currencyCode: session.currencyCode,
    redirectUrl: session.redirectUrl,
    reference: session.reference,
    note: session.note,
    attributes: session.attributes,
    lines,
    choices: session.choices,
    customer: session.customer,
    otp: session.otp,
    wrongCodesAt: session.wrongCodesAt,
    payment: session.payment,
    order: session.order,
    amountPaid: session.amountPaid,
    collected: session.collected,
    priced: { ...priced, lines: priced.lines.map((line, i) => toStored(line, lines[i])) },
  };
  return JSON.stringify(doc);
}

/** Writes of a document what queries look at. */
export function briefToText({ currencyCode, payment, priced }: CheckoutSession): string {
  const { totals, coupons } = priced;
  return JSON.stringify({ currencyCode, payment, priced: { totals, coupons } });
}

function toStored(priced: PricedLine, cartLine: CartLine | undefined): StoredLine {
  const { giftOf, subTotal, discount, total, tax, outOfStock } = priced;
  const amounts = { giftOf, subTotal, discount, total, tax, outOfStock };
  const isCartLine = cartLine !== undefined && isSameLine(priced, cartLine);
  // Only the schema's fields are read back, so the amounts may stand in the line as well.
  return isCartLine ? amounts : { line: priced, ...amounts };
}

/** Properties count as the same only when they are one object: cheap, and pricing keeps it. */
function isSameLine(a: CartLine, b: CartLine): boolean {
  let field: keyof CartLine;
  for (field in LINE_FIELDS) {
    if (a[field] !== b[field]) return false;
  }
  return true;
}
