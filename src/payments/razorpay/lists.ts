import { z } from "zod";
import type { ProviderAccess } from "../provider.ts";
import { readEach } from "../read_each.ts";
import type { Listing, ListKind, ListRequest } from "../records.ts";
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

/** How many were read before a page. */
const CURSOR = /^\d{1,9}$/;

const pageSchema = razorpayItemsSchema(z.unknown());
const timedSchema = z.object({ created_at: z.int() });

/** Asks for a page of a list. */
export async function listRazorpay(
  calls: RazorpayCalls,
  access: ProviderAccess,
  { kind, since, until, cursor }: ListRequest,
): Promise<Listing> {
  const skip = cursor ?? "0";
  if (!CURSOR.test(skip)) throw new RangeError(`Not a cursor of Razorpay's lists: ${cursor}`);
  const json = await calls.get(access, {
    path: kind === "charges" ? "/v1/payments" : `/v1/${kind}`,
    // Razorpay does not say whether the ends of a time are in it, nor that disputes can be asked for
    // by time: what came is looked through again.
    query: {
      from: String(Math.max(Math.ceil(since / 1000) - 1, 0)),
      to: String(Math.ceil(until / 1000)),
      count: String(PAGE),
      skip,
    },
  });
  const { items } = readRazorpay(pageSchema, json);
  const isInTime = (item: unknown) => {
    const { success, data } = timedSchema.safeParse(item);
    return !success || data.created_at * 1000 >= since && data.created_at * 1000 < until;
  };
  const next = items.length < PAGE ? null : String(Number(skip) + items.length);
  const records = recordsOf(kind, items.filter(isInTime), access);
  return { charges: [], refunds: [], disputes: [], ...records, next };
}

function recordsOf(kind: ListKind, items: readonly unknown[], access: ProviderAccess) {
  switch (kind) {
    case "charges": {
      const { read, unread } = readEach(razorpayPaymentSchema, items);
      return { charges: read.flatMap((one) => razorpayChargeRecords(one, access)), unread };
    }
    case "refunds": {
      const { read, unread } = readEach(razorpayRefundSchema, items);
      return { refunds: read.map(razorpayRefundRecord), unread };
    }
    case "disputes": {
      const { read, unread } = readEach(razorpayDisputeSchema, items);
      return { disputes: read.map(razorpayDisputeRecord), unread };
    }
  }
}
