import { z } from "zod";
import { Unreachable } from "../provider.ts";
import type { Listing, ListRequest } from "../records.ts";
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

/**
 * The lists, one after the other: a key may lack the right to the last ones. A cursor is the name of
 * one, and the last id of the page before.
 */
const KINDS = ["refunds", "disputes", "charges"] as const;
type Kind = typeof KINDS[number];
const CURSOR = /^(refunds|disputes|charges)(?::(\w+))?$/;

const idsSchema = stripeListSchema(z.object({ id: z.string().regex(STRIPE_ID) }));

/** Asks for a page of one list. */
export async function listStripe(
  call: StripeCall,
  key: string,
  { since, until, cursor }: ListRequest,
): Promise<Listing> {
  const [, kind, after] = CURSOR.exec(cursor ?? KINDS[0]) ?? [];
  if (!isKind(kind)) throw new RangeError(`Not a cursor of Stripe's lists: ${cursor}`);
  const query = new URLSearchParams({
    limit: "100",
    "created[gte]": String(Math.ceil(since / 1000)),
    "created[lt]": String(Math.ceil(until / 1000)),
  });
  if (after !== undefined) query.set("starting_after", after);
  if (kind === "charges") query.set("expand[]", "data.balance_transaction");
  const result = await call(key, { path: `/v1/${kind}?${query}` });
  if (result.kind === "error") throw new Unreachable(stripeRefusal(result));
  const { data, has_more: hasMore } = readStripe(idsSchema, result.body);
  const last = data.at(-1);
  const next = hasMore && last !== undefined ? `${kind}:${last.id}` : kindAfter(kind);
  return { ...recordsOf(kind, result.body), next };
}

function recordsOf(kind: Kind, body: unknown): Omit<Listing, "next"> {
  const none = { charges: [], refunds: [], disputes: [] };
  switch (kind) {
    case "charges": {
      const { data } = readStripe(stripeListSchema(stripeChargeSchema), body);
      return { ...none, charges: data.flatMap(stripeChargeRecords) };
    }
    case "refunds":
      return {
        ...none,
        refunds: readStripe(stripeListSchema(stripeRefundSchema), body).data.map(
          stripeRefundRecord,
        ),
      };
    case "disputes":
      return {
        ...none,
        disputes: readStripe(stripeListSchema(stripeDisputeSchema), body).data.map(
          stripeDisputeRecord,
        ),
      };
  }
}

function kindAfter(kind: Kind): Kind | null {
  return KINDS[KINDS.indexOf(kind) + 1] ?? null;
}

function isKind(text: string | undefined): text is Kind {
  return KINDS.some((kind) => kind === text);
}
