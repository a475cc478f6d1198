import type { z } from "zod";
import {
  type ProviderAccess,
  type Refunding,
  type RefundRequest,
  Unreachable,
} from "../provider.ts";
import { ourIdIn, type ProviderRefund } from "../records.ts";
import {
  isRazorpayId,
  razorpayItemsSchema,
  razorpayNotesSchema,
  razorpayRefundSchema,
  readRazorpay,
} from "./answers.ts";
import type { RazorpayCalls, RazorpayReply } from "./calls.ts";
import { razorpayMoney, razorpayProblem, toRazorpay } from "./currencies.ts";

/** Razorpay's states (https://razorpay.com/docs/api/refunds/entity/); another one is not final. */
const STATES: ReadonlyMap<string, ProviderRefund["state"]> = new Map([
  ["pending", "pending"],
  ["processed", "done"],
  ["failed", "failed"],
]);

const FAILED = "Razorpay could not give it back";

/** Refunds of a page, and most pages of one payment. */
const PAGE = 100;
const MOST_PAGES = 10;

const itemsSchema = razorpayItemsSchema(razorpayRefundSchema);

/**
 * Finds the refund again before it makes one: that works in every country, also long afterwards,
 * and tells how it stands now. `X-Refund-Idempotency`, which Razorpay has for India and Malaysia,
 * holds for two requests at once.
 */
export async function refundRazorpay(
  calls: RazorpayCalls,
  access: ProviderAccess,
  request: RefundRequest,
): Promise<Refunding> {
  const { charge, refundId, amount, currencyCode } = request;
  const problem = razorpayProblem(amount, currencyCode);
  if (problem !== null) return { kind: "failed", reason: problem };
  if (!isRazorpayId("pay", charge)) {
    return { kind: "failed", reason: "Razorpay took no money for this payment" };
  }
  const before = await listed(calls, access, charge);
  if ("reason" in before) return failedRefund(before);
  const known = before.find((refund) => refund.refundId === refundId);
  if (known !== undefined) return refundingOf(known);
  const reply = await calls.call(access, {
    path: `/v1/payments/${charge}/refund`,
    headers: { "x-refund-idempotency": refundId },
    body: {
      amount: toRazorpay(amount, currencyCode),
      receipt: refundId,
      notes: { refund_id: refundId },
    },
  });
  if (!reply.isOk) return failedRefund(reply);
  return refundingOf(razorpayRefundRecord(readRazorpay(razorpayRefundSchema, reply.json)));
}

/** Asks for a refund. */
export async function razorpayRefundAt(
  calls: RazorpayCalls,
  access: ProviderAccess,
  reference: string,
): Promise<ProviderRefund | null> {
  if (!isRazorpayId("rfnd", reference)) return null;
  const path = `/v1/refunds/${reference}`;
  const refund = await calls.find(access, { path, schema: razorpayRefundSchema });
  return refund && razorpayRefundRecord(refund);
}

/** Asks for the refunds of a payment. */
export async function razorpayRefundsOf(
  calls: RazorpayCalls,
  access: ProviderAccess,
  charge: string,
): Promise<readonly ProviderRefund[]> {
  if (!isRazorpayId("pay", charge)) return [];
  const refunds = await listed(calls, access, charge);
  if (!("reason" in refunds)) return refunds;
  if (refunds.isMissing) return [];
  throw new Unreachable(refunds.reason);
}

/** A refund of Razorpay's in the form of the port. */
export function razorpayRefundRecord(refund: z.infer<typeof razorpayRefundSchema>): ProviderRefund {
  const state = STATES.get(refund.status) ?? "pending";
  return {
    reference: refund.id,
    charge: refund.payment_id,
    refundId: ourIdIn(razorpayNotesSchema.safeParse(refund.notes).data?.refund_id),
    ...razorpayMoney(refund),
    state,
    reason: state === "failed" ? FAILED : null,
    at: refund.created_at * 1000,
  };
}

type Refusal = Extract<RazorpayReply, { readonly isOk: false }>;

/** All refunds of a payment, or Razorpay's refusal. */
async function listed(
  calls: RazorpayCalls,
  access: ProviderAccess,
  charge: string,
): Promise<ProviderRefund[] | Refusal> {
  const refunds: ProviderRefund[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const reply = await calls.call(access, {
      path: `/v1/payments/${charge}/refunds`,
      query: { count: String(PAGE), skip: String(page * PAGE) },
    });
    if (!reply.isOk) return reply;
    const { items } = readRazorpay(itemsSchema, reply.json);
    refunds.push(...items.map(razorpayRefundRecord));
    if (items.length < PAGE) return refunds;
  }
  throw new Unreachable("Razorpay has too many refunds of one payment");
}

/** @throws {Unreachable} for a key that is not accepted: it can be replaced; the money stays owed */
function failedRefund({ status, reason }: Refusal): Refunding {
  if (status === 401 || status === 403) throw new Unreachable(reason);
  return { kind: "failed", reason };
}

function refundingOf({ state, reference }: ProviderRefund): Refunding {
  return state === "failed" ? { kind: "failed", reason: FAILED } : { kind: state, reference };
}
