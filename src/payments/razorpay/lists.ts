import type { z } from "zod";
import type { ProviderAccess } from "../provider.ts";
import type { Listing, ListRequest } from "../records.ts";
import {
  razorpayDisputeSchema,
  razorpayItemsSchema,
  razorpayPaymentSchema,
  razorpayRefundSchema,
  readRazorpay,
} from "./answers.ts";
import type { RazorpayCalls } from "./calls.ts";
import { razorpayChargeRecords } from "./charges.ts";
import { razorpayDisputeRecord } from "./disputes.ts";
import { razorpayRefundRecord } from "./refunds.ts";

/** Things of a page. */
const PAGE = 100;

/** The lists, one after the other. A cursor is the name of one, and how many were read of it. */
const KINDS = ["refunds", "disputes", "payments"] as const;
type Kind = typeof KINDS[number];
const CURSOR = /^(refunds|disputes|payments):(\d{1,9})$/;

/** Asks for a page of one list. */
export async function listRazorpay(
  calls: RazorpayCalls,
  access: ProviderAccess,
  { since, until, cursor }: ListRequest,
): Promise<Listing> {
  const [, kind, skip = ""] = CURSOR.exec(cursor ?? `${KINDS[0]}:0`) ?? [];
  if (!isKind(kind)) throw new RangeError(`Not a cursor of Razorpay's lists: ${cursor}`);
  const json = await calls.get(access, {
    path: `/v1/${kind}`,
    // Razorpay does not say whether the ends of a time are in it, nor that disputes can be asked for
    // by time: what came is looked through again.
    query: {
      from: String(Math.max(Math.ceil(since / 1000) - 1, 0)),
      to: String(Math.ceil(until / 1000)),
      count: String(PAGE),
      skip,
    },
  });
  const itemsOf = <T extends { readonly created_at: number }>(schema: z.ZodType<T>) => {
    const { items } = readRazorpay(razorpayItemsSchema(schema), json);
    const isInTime = ({ created_at: at }: T) => at * 1000 >= since && at * 1000 < until;
    const isLast = items.length < PAGE;
    const next = isLast ? kindAfter(kind) : `${kind}:${Number(skip) + items.length}`;
    return { items: items.filter(isInTime), next };
  };
  const none = { charges: [], refunds: [], disputes: [] };
  switch (kind) {
    case "payments": {
      const { items, next } = itemsOf(razorpayPaymentSchema);
      return { ...none, charges: items.flatMap((one) => razorpayChargeRecords(one, access)), next };
    }
    case "refunds": {
      const { items, next } = itemsOf(razorpayRefundSchema);
      return { ...none, refunds: items.map(razorpayRefundRecord), next };
    }
    case "disputes": {
      const { items, next } = itemsOf(razorpayDisputeSchema);
      return { ...none, disputes: items.map(razorpayDisputeRecord), next };
    }
  }
}

function kindAfter(kind: Kind): string | null {
  const next = KINDS[KINDS.indexOf(kind) + 1];
  return next === undefined ? null : `${next}:0`;
}

function isKind(text: string | undefined): text is Kind {
  return KINDS.some((kind) => kind === text);
}
