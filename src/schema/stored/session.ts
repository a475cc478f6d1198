import { z } from "zod";
import type { EnteredCode } from "../../domain/pricing/model.ts";
import { NO_OTP, type OtpState } from "../../domain/session/otp.ts";
import type { Address, CheckoutSession, SessionCustomer } from "../../domain/session/session.ts";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import type { Form } from "../form.ts";
import {
  count,
  couponId,
  customerId,
  parseJsonColumn,
  RowError,
  type Stored,
  textRecord,
} from "./parse.ts";
import { completed, type DocColumns, orderDocSchema, paymentDocSchema } from "./payment_doc.ts";
import { claimSchema, decodePriced, encodePriced, lineSchema, pricedSchema } from "./priced.ts";

const TABLE = "sessions";

const codeSchema: Stored<EnteredCode> = z.object({
  couponId,
  enteredAt: count,
  previousCode: z.string().nullable(),
});

const addressSchema: Stored<Address> = z.object({
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
const choicesSchema = z.object({
  claims: z.array(claimSchema),
  codes: z.array(codeSchema),
  address: addressSchema.nullable().default(null),
  method: z.enum(PAYMENT_METHODS).nullable(),
  coins: count,
});

const customerSchema: Stored<SessionCustomer> = z.object({ id: customerId, phone: z.string() });

const otpSchema: Stored<OtpState> = z.object({
  challenge: z.object({
    phone: z.string(),
    salt: z.string(),
    hash: z.string(),
    expiresAt: count,
    triesLeft: count,
  }).nullable(),
  sentAt: z.array(count),
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
  payment: paymentDocSchema.nullable().default(null),
  // Not in documents of earlier versions.
  order: orderDocSchema.nullable().optional(),
  amountPaid: count,
  collected: z.object({ amount: count, at: count }).nullable().default(null),
  priced: pricedSchema,
});

/** The parts of a session in its `doc` column: those that no other column has. */
export type SessionDoc = Omit<
  CheckoutSession,
  "id" | "merchantId" | "version" | "state" | "createdAt"
>;

/**
 * Reads the `doc` column.
 *
 * @throws {RowError} when the text does not parse
 */
export function docFromText(text: string, columns: DocColumns): SessionDoc {
  const { id } = columns;
  const doc = parseJsonColumn(docSchema, text, { table: TABLE, key: id, name: "doc" });
  const priced = decodePriced(doc.priced, doc.lines, (problem) => new RowError(TABLE, id, problem));
  return { ...completed(doc, columns), priced };
}

/** Writes the `doc` column. */
export function docToText(session: CheckoutSession): string {
  const doc: Form<typeof docSchema> = {
    countryCode: session.countryCode,
    currencyCode: session.currencyCode,
    redirectUrl: session.redirectUrl,
    reference: session.reference,
    note: session.note,
    attributes: session.attributes,
    lines: session.lines,
    choices: session.choices,
    customer: session.customer,
    otp: session.otp,
    wrongCodesAt: session.wrongCodesAt,
    payment: session.payment,
    order: session.order,
    amountPaid: session.amountPaid,
    collected: session.collected,
    priced: encodePriced(session.priced, session.lines),
  };
  return JSON.stringify(doc);
}

/** Writes the part of a document that queries read. */
export function briefToText({ currencyCode, payment, priced }: CheckoutSession): string {
  const { totals, coupons } = priced;
  return JSON.stringify({ currencyCode, payment, priced: { totals, coupons } });
}
