import { z } from "zod";
import type { OrderNumber } from "../../domain/ids.ts";
import type { State } from "../../domain/session/lifecycle.ts";
import type { PlacedOrder, Shortfall } from "../../domain/session/order.ts";
import {
  type Payment,
  PAYMENT_FAILURES,
  PAYMENT_HOLDS,
  type PaymentFailure,
} from "../../domain/session/payment.ts";
import type { AtProvider } from "../../domain/session/provider_payment.ts";
import {
  type Dispute,
  DISPUTE_STATUSES,
  type Refund,
  REFUND_ORIGINS,
  REFUND_STATES,
} from "../../domain/session/refund.ts";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import { PROVIDER_KINDS } from "../../domain/shop/provider.ts";
import type { Form } from "../form.ts";
import { count, RowError, type Stored, storedInt64, storedUuid, unlessEmpty } from "./parse.ts";

const shortfallSchema: Stored<Shortfall> = z.object({
  coupons: z.array(z.string()),
  units: z.array(z.object({ productId: storedInt64, variantId: storedInt64, quantity: count })),
  coins: count,
});

const atProviderSchema: Stored<AtProvider> = z.object({
  accountId: storedUuid,
  provider: z.enum(PROVIDER_KINDS),
  page: z.object({ reference: z.string(), url: z.string() }).nullable(),
  returnUrl: z.string().nullable(),
  expiresAt: count,
});

const failureSchema: Stored<PaymentFailure> = z.object({
  kind: z.enum(PAYMENT_FAILURES),
  text: z.string().nullable(),
});

/** A payment in a session's document; its fee is in a column. */
export const paymentDocSchema = z.object({
  id: storedUuid,
  method: z.enum(PAYMENT_METHODS),
  amount: count,
  currencyCode: z.string(),
  status: z.enum(["PENDING", "PAID", "FAILED"]),
  reference: z.string().nullable(),
  startedAt: count,
  // These are missing in documents of earlier versions.
  dueAt: count.nullable().default(null),
  holds: z.enum(PAYMENT_HOLDS).nullable().exactOptional(),
  late: shortfallSchema.nullable().default(null),
  atProvider: atProviderSchema.nullable().default(null),
  failure: failureSchema.nullable().default(null),
});

/** Encodes a payment for {@link paymentDocSchema}. */
export function encodePaymentDoc(
  { fee: _, failure, ...doc }: Payment,
): Form<typeof paymentDocSchema> {
  return { ...doc, failure: failure ?? undefined };
}

const cancellationSchema = z.object({
  at: count,
  reason: z.string().nullable(),
  coinsReturned: count,
  coinsTakenBack: count,
  // Missing in documents of earlier versions.
  coinsOwed: count.default(0),
});

const refundSchema: Stored<Refund> = z.object({
  id: storedUuid,
  paymentId: storedUuid.nullable(),
  amount: count,
  proposed: count,
  lines: z.array(z.object({ line: count, quantity: count })),
  coins: z.object({ returned: count, takenBack: count, owed: count }),
  reason: z.string().nullable(),
  by: z.string(),
  reference: z.string().nullable(),
  state: z.enum(REFUND_STATES),
  origin: z.enum(REFUND_ORIGINS),
  at: count,
  settledAt: count.nullable(),
  failure: z.string().nullable(),
});

const disputeSchema: Stored<Dispute> = z.object({
  reference: z.string(),
  paymentId: storedUuid,
  amount: count,
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  evidenceDueAt: count.nullable(),
  at: count,
  decidedAt: count.nullable(),
});

/** An order in a session's document; its number is in a column. */
export const orderDocSchema = z.object({
  placedAt: count,
  late: z.boolean(),
  shortfall: shortfallSchema.nullable(),
  // These are missing in documents of earlier versions.
  salesRecorded: z.boolean().default(false),
  cancellation: cancellationSchema.nullable().default(null),
  // Missing in most.
  refunds: z.array(refundSchema).default([]),
  disputes: z.array(disputeSchema).default([]),
});

/** Encodes an order for {@link orderDocSchema}. */
export function encodeOrderDoc(order: PlacedOrder): Form<typeof orderDocSchema> {
  const { number: _, refunds, disputes, ...doc } = order;
  return { ...doc, refunds: unlessEmpty(refunds), disputes: unlessEmpty(disputes) };
}

/** Columns that complete a document. */
export interface DocColumns {
  /** The session's id, for messages. */
  readonly id: string;
  readonly state: State;
  readonly updatedAt: number;
  /** Null without an order. */
  readonly orderNumber: OrderNumber | null;
  readonly paymentFee: number | null;
}

/**
 * Adds the order's number, the fee, and the fields that only later versions write.
 *
 * @throws {RowError} for an order without a number
 */
export function completed<Doc extends StoredDoc>(doc: Doc, columns: DocColumns) {
  const { payment, order = orderIn(columns) } = doc;
  return {
    ...doc,
    payment: payment &&
      { holds: holdsIn(columns.state), ...payment, fee: columns.paymentFee },
    order: order && { ...order, number: numberIn(columns) },
  };
}

interface StoredDoc {
  readonly payment: z.infer<typeof paymentDocSchema> | null;
  readonly order?: z.infer<typeof orderDocSchema> | null | undefined;
}

function numberIn({ id, orderNumber }: DocColumns): OrderNumber {
  if (orderNumber !== null) return orderNumber;
  throw new RowError("sessions", id, "order_number is missing");
}

/** Holds of a payment of an earlier version, which released everything when the session ended. */
function holdsIn({ session, payment }: State): Payment["holds"] {
  if (session === "COMPLETED") return null;
  const isHeld = session === "IN_PROGRESS" && payment !== "FAILED";
  return isHeld ? "held" : "released";
}

/** Order of an earlier version, which did not store it; the last change placed it. */
function orderIn({ state, updatedAt }: DocColumns): z.infer<typeof orderDocSchema> | null {
  if (state.session !== "COMPLETED") return null;
  const placed = { placedAt: updatedAt, late: false, shortfall: null };
  return { ...placed, salesRecorded: false, cancellation: null, refunds: [], disputes: [] };
}
