import { z } from "zod";
import { NO_OTP, type OtpState } from "../../domain/session/otp.ts";
import { NO_RECOVERY, type Recovery, RETURNS } from "../../domain/session/recovery.ts";
import {
  type Buyer,
  type CheckoutSession,
  NO_BUYER,
  type SessionCustomer,
} from "../../domain/session/session.ts";
import { textRecord } from "../api/fields.ts";
import { isCurrentView } from "../api/view.ts";
import type { Form } from "../form.ts";
import { choicesSchema, encodeChoices } from "./choices.ts";
import { cartRestSchema, decodeShown, encodeCartRest } from "./shown.ts";
import {
  count,
  customerId,
  parseJsonColumn,
  RowError,
  sessionId,
  type Stored,
  unlessEmpty,
} from "./parse.ts";
import {
  completed,
  type DocColumns,
  encodeOrderDoc,
  encodePaymentDoc,
  orderDocSchema,
  paymentDocSchema,
} from "./payment_doc.ts";
import {
  decodePriced,
  encodePriced,
  encodePricedRest,
  lineSchema,
  pricedRestSchema,
  pricedSchema,
} from "./priced.ts";

const TABLE = "sessions";

const customerSchema: Stored<SessionCustomer> = z.object({ id: customerId, phone: z.string() });

const buyerSchema: Stored<Buyer> = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
});

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

const recoverySchema: Stored<Recovery> = z.object({
  idleAt: count.nullable(),
  returned: z.enum(RETURNS).nullable(),
  reopenedAs: sessionId.nullable(),
  closed: z.boolean(),
});

/** Parts of a session that views do not have, or not completely. */
const ownShape = {
  currencyCode: z.string(),
  customer: customerSchema.nullable().default(null),
  buyer: buyerSchema.default(NO_BUYER),
  otp: otpSchema.default(NO_OTP),
  wrongCodesAt: z.array(count).default([]),
  payment: paymentDocSchema.nullable().default(null),
  amountPaid: count.default(0),
  collected: z.object({ amount: count, at: count }).nullable().default(null),
  recovery: recoverySchema.default(NO_RECOVERY),
  onPage: z.boolean().default(false),
  client: z.string().nullable().default(null),
};

/** A whole document: without a stored view, or beside one of an earlier version. */
const wholeSchema = z.object({
  form: z.undefined().optional(),
  ...ownShape,
  // Missing in documents of earlier versions.
  order: orderDocSchema.nullable().optional(),
  countryCode: z.string(),
  redirectUrl: z.string(),
  // Missing in documents of earlier versions, unless the request had a note or attributes.
  reference: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  attributes: textRecord.default({}),
  lines: z.array(lineSchema),
  choices: choicesSchema,
  priced: pricedSchema,
});

/** A document without the parts in the view beside it. */
const restSchema = z.object({
  form: z.literal("rest"),
  ...ownShape,
  order: orderDocSchema.nullable().default(null),
  choices: choicesSchema,
  cart: cartRestSchema,
  priced: pricedRestSchema,
});

const docSchema = z.discriminatedUnion("form", [wholeSchema, restSchema]);

/** Parts of a session in its `doc` column. */
export type SessionDoc = Omit<
  CheckoutSession,
  "id" | "merchantId" | "livemode" | "version" | "state" | "createdAt"
>;

/** Columns that complete a document. */
export interface BesideDoc extends DocColumns {
  /** The view; null if none is stored. */
  readonly view: string | null;
}

/**
 * Reads the `doc` column.
 *
 * @throws {RowError} when the text, or the view that it needs, does not parse
 */
export function docFromText(text: string, columns: BesideDoc): SessionDoc {
  const { id, view } = columns;
  const doc = parseJsonColumn(docSchema, text, { table: TABLE, key: id, name: "doc" });
  const failure = (problem: string) => new RowError(TABLE, id, problem);
  if (doc.form === undefined) {
    const { form: _, ...whole } = completed(doc, columns);
    return { ...whole, priced: decodePriced(doc.priced, doc.lines, failure) };
  }
  if (view === null) throw failure("view is missing");
  const { form: _, cart, priced: rest, ...own } = completed(doc, columns);
  const { priced, ...shown } = decodeShown(
    view,
    { cart, rest, currencyCode: doc.currencyCode },
    id,
  );
  return { ...own, ...shown, priced };
}

/**
 * Writes the `doc` column.
 *
 * @param view the view stored beside it; null for none
 */
export function docToText(session: CheckoutSession, view: string | null): string {
  const { buyer } = session;
  const own = {
    currencyCode: session.currencyCode,
    customer: session.customer ?? undefined,
    buyer: buyer.name === null && buyer.email === null ? undefined : buyer,
    otp: session.otp.challenge === null && session.otp.sentAt.length === 0
      ? undefined
      : session.otp,
    wrongCodesAt: unlessEmpty(session.wrongCodesAt),
    payment: session.payment === null ? undefined : encodePaymentDoc(session.payment),
    amountPaid: session.amountPaid || undefined,
    collected: session.collected ?? undefined,
    recovery: encodeRecovery(session.recovery),
    onPage: session.onPage || undefined,
    client: session.client ?? undefined,
    choices: encodeChoices(session.choices),
  };
  const cart = isCurrentView(view) ? encodeCartRest(session) : undefined;
  if (cart !== undefined) {
    const rest: Form<typeof restSchema> = {
      form: "rest",
      ...own,
      order: session.order === null ? undefined : encodeOrderDoc(session.order),
      cart,
      priced: encodePricedRest(session.priced),
    };
    return JSON.stringify(rest);
  }
  const whole: Form<typeof wholeSchema> = {
    form: undefined,
    ...own,
    order: session.order && encodeOrderDoc(session.order),
    countryCode: session.countryCode,
    redirectUrl: session.redirectUrl,
    reference: session.reference,
    note: session.note,
    attributes: session.attributes,
    lines: session.lines,
    priced: encodePriced(session.priced, session.lines),
  };
  return JSON.stringify(whole);
}

function encodeRecovery(recovery: Recovery): Recovery | undefined {
  const { idleAt, returned, reopenedAs, closed } = recovery;
  const isNone = idleAt === null && returned === null && reopenedAs === null && !closed;
  return isNone ? undefined : recovery;
}

/** Writes the parts of a document that queries read. */
export function briefToText({ currencyCode, payment, order, priced }: CheckoutSession): string {
  const { totals, coupons } = priced;
  return JSON.stringify({
    currencyCode,
    payment,
    order: order && { cancellation: order.cancellation },
    priced: { totals, coupons },
  });
}
