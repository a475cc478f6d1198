import { z } from "zod";
import type { Address } from "../../../domain/address.ts";
import type { CartLine } from "../../../domain/cart.ts";
import { ERROR_CODES } from "../../../domain/errors.ts";
import {
  type AppliedCoupon,
  type CoinUse,
  type EnteredCode,
  type GiftClaim,
  type GiftOffer,
  type PricedLine,
  REQUIREMENTS,
  type RestingCoupon,
  type Totals,
} from "../../../domain/pricing/model.ts";
import { PAYMENT_METHODS } from "../../../domain/merchant.ts";
import { NO_OTP, type OtpState } from "../../../domain/otp.ts";
import type { Choices, SessionCustomer } from "../../../domain/session.ts";
import type { SessionDoc, StoredLine } from "../write/session_doc.ts";
import { couponSchema, giftSchema } from "./coupon.ts";
import {
  count,
  couponId,
  customerId,
  int64,
  integer,
  parseJsonColumn,
  RowError,
  textRecord,
} from "./parse.ts";
import { completed, type DocColumns, orderSchema, paymentSchema } from "./payment_doc.ts";
import { coinProgramSchema } from "./merchant.ts";
import { productSchema } from "./product.ts";

const TABLE = "sessions";

const lineSchema: z.ZodType<CartLine> = z.object({
  productId: int64,
  variantId: int64,
  quantity: count,
  properties: textRecord,
  title: z.string(),
  handle: z.string(),
  variantTitle: z.string(),
  unitPrice: count,
  compareAtPrice: count.nullable(),
  grams: count,
  singleVariant: z.boolean(),
  taxable: z.boolean(),
  image: z.string(),
  source: z.enum(["MANUAL", "UPSELL", "ADD_ON"]),
  // Not in documents of earlier versions, whose lines are sold as they were.
  listed: z.boolean().default(false),
});

const pricedLineSchema: z.ZodType<StoredLine> = z.object({
  line: lineSchema.optional(),
  giftOf: couponId.nullable(),
  subTotal: count,
  discount: count,
  total: count,
  tax: count,
  outOfStock: z.boolean(),
});

const claimSchema: z.ZodType<GiftClaim> = z.object({
  couponId,
  productId: int64,
  variantId: int64,
  quantity: count,
});

const codeSchema: z.ZodType<EnteredCode> = z.object({
  couponId,
  enteredAt: count,
  previousCode: z.string().nullable(),
});

const addressSchema: z.ZodType<Address> = z.object({
  name: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  postalCode: z.string(),
  countryCode: z.string(),
  email: z.string().nullable(),
});

// What has a default is not in documents of the first schema. Those have a destination
// besides, which no session ever got: what the schema does not name is left out.
const choicesSchema: z.ZodType<Choices> = z.object({
  claims: z.array(claimSchema),
  codes: z.array(codeSchema),
  address: addressSchema.nullable().default(null),
  method: z.enum(PAYMENT_METHODS).nullable(),
  coins: count,
});

const customerSchema: z.ZodType<SessionCustomer> = z.object({ id: customerId, phone: z.string() });

const otpSchema: z.ZodType<OtpState> = z.object({
  challenge: z.object({
    phone: z.string(),
    salt: z.string(),
    hash: z.string(),
    expiresAt: count,
    triesLeft: count,
  }).nullable(),
  sentAt: z.array(count),
});

const appliedSchema: z.ZodType<AppliedCoupon> = z.object({
  coupon: couponSchema,
  amount: count,
  cartAfter: count,
  previousCode: z.string().nullable(),
});

const restingSchema: z.ZodType<RestingCoupon> = z.object({
  couponId,
  code: z.string(),
  reason: z.enum(ERROR_CODES),
  message: z.string(),
});

const offerSchema: z.ZodType<GiftOffer> = z.object({
  couponId,
  gift: giftSchema,
  products: z.array(productSchema),
});

const totalsSchema: z.ZodType<Totals> = z.object({
  subTotal: count,
  couponDiscount: count,
  paymentOfferDiscount: count,
  coinDiscount: count,
  discount: count,
  total: count,
  tax: count,
  taxesIncluded: z.boolean(),
  shipping: integer,
  codAvailable: z.boolean(),
  codOrder: z.boolean(),
  codPrice: count,
  partialCodPrice: count,
  isPartialCod: z.boolean(),
  totalPayable: count,
  amountPaid: count,
});

const coinsSchema: z.ZodType<CoinUse> = z.object({
  available: count,
  redeemable: count,
  used: count,
  processing: count,
});

const docSchema = z.object({
  countryCode: z.string(),
  currencyCode: z.string(),
  redirectUrl: z.string(),
  // Not in documents of earlier versions, unless a note or attributes came with the request.
  reference: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  attributes: textRecord.default({}),
  lines: z.array(lineSchema),
  choices: choicesSchema,
  customer: customerSchema.nullable().default(null),
  otp: otpSchema.default(NO_OTP),
  wrongCodesAt: z.array(count).default([]),
  payment: paymentSchema.nullable().default(null),
  // Not in documents of earlier versions.
  order: orderSchema.nullable().optional(),
  amountPaid: count,
  collected: z.object({ amount: count, at: count }).nullable().default(null),
  priced: z.object({
    lines: z.array(pricedLineSchema),
    coupons: z.array(appliedSchema),
    // Not in documents of earlier versions, which did not tell.
    resting: z.array(restingSchema).default([]),
    offers: z.array(offerSchema),
    claims: z.array(claimSchema),
    totals: totalsSchema,
    coins: coinsSchema,
    coinProgram: coinProgramSchema.nullable(),
    serviceable: z.boolean(),
    // Not in documents of earlier versions, which did not tell.
    requires: z.array(z.enum(REQUIREMENTS)).default([]),
  }),
});

/**
 * Reads the `doc` column.
 *
 * @throws {RowError} when the text does not parse
 */
export function docFromText(text: string, columns: DocColumns): SessionDoc {
  const { id } = columns;
  const doc = parseJsonColumn(docSchema, text, { table: TABLE, key: id, name: "doc" });
  const lines = doc.priced.lines.map((stored, i): PricedLine => {
    const { giftOf, subTotal, discount, total, tax, outOfStock } = stored;
    const line = stored.line ?? doc.lines[i];
    if (line === undefined) throw new RowError(TABLE, id, `doc.priced.lines.${i} has no line`);
    return { ...line, giftOf, subTotal, discount, total, tax, outOfStock };
  });
  return { ...completed(doc, columns), priced: { ...doc.priced, lines } };
}
