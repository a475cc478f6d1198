import { z } from "zod";
import { Unreachable } from "../provider.ts";
import { readEach } from "../read_each.ts";
import type { Listing, ListKind, ListRequest } from "../records.ts";
import {
  STRIPE_ID,
  stripeChargeSchema,
  stripeDisputeSchema,
  stripeListSchema,
  stripeRefundSchema,
} from "./answers.ts";
import { stripeChargeRecords } from "./charges.ts";
import { readStripe, type StripeCall, stripeRefusal } from "./calls.ts";
import { stripeDisputeRecord } from "./disputes.ts";
import { stripeRefundRecord } from "./refunds.ts";

const pageSchema = stripeListSchema(z.looseObject({ id: z.string().regex(STRIPE_ID) }));

/** Asks for a page of a list. A cursor is the last id of the page before. */
export async function listStripe(
  call: StripeCall,
  key: string,
  { kind, since, until, cursor }: ListRequest,
): Promise<Listing> {
  if (cursor !== null && !STRIPE_ID.test(cursor)) {
    throw new RangeError(`Not a cursor of Stripe's lists: ${cursor}`);
  }
  const query = new URLSearchParams({
    limit: "100",
    "created[gte]": String(Math.ceil(since / 1000)),
    "created[lt]": String(Math.ceil(until / 1000)),
  });
  if (cursor !== null) query.set("starting_after", cursor);
  if (kind === "charges") query.set("expand[]", "data.balance_transaction");
  const result = await call(key, { path: `/v1/${kind}?${query}` });
  if (result.kind === "error") throw new Unreachable(stripeRefusal(result));
  const { data, has_more: hasMore } = readStripe(pageSchema, result.body);
  const next = hasMore ? data.at(-1)?.id ?? null : null;
  return { charges: [], refunds: [], disputes: [], ...recordsOf(kind, data), next };
}

function recordsOf(kind: ListKind, data: readonly unknown[]) {
  switch (kind) {
    case "charges": {
      const { read, unread } = readEach(stripeChargeSchema, data);
      return { charges: read.flatMap(stripeChargeRecords), unread };
    }
    case "refunds": {
      const { read, unread } = readEach(stripeRefundSchema, data);
      return { refunds: read.map(stripeRefundRecord), unread };
    }
    case "disputes": {
      const { read, unread } = readEach(stripeDisputeSchema, data);
      return { disputes: read.map(stripeDisputeRecord), unread };
    }
  }
}
