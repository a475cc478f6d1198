/** The books of a provider, as it shows them: charges, refunds and disputes. */
import {
  type MerchantId,
  parseMerchantId,
  parseSessionId,
  parseUuid,
  type SessionId,
} from "../domain/ids.ts";
import type { ProviderKind } from "../domain/shop/provider.ts";
import type { Minor } from "../domain/values/money.ts";

/** A refund as its provider has it: one that we asked for, or one made elsewhere. */
export interface ProviderRefund {
  readonly reference: string;
  /** The money that it gives back: `charge` of the port's `Standing`. */
  readonly charge: string;
  /** Our id of it; null for one made elsewhere. */
  readonly refundId: string | null;
  /** Null if it has no exact form in minor units of ISO 4217; `amountText` has it then. */
  readonly amount: Minor | null;
  /** As the provider writes it, without its currency. */
  readonly amountText: string;
  readonly currencyCode: string;
  /** Neither is the end: a bank may send back what was given, and then it is `failed`. */
  readonly state: "pending" | "done" | "failed";
  /** Why it failed; null unless it did. */
  readonly reason: string | null;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** A customer's objection to a payment at a bank. */
export interface ProviderDispute {
  readonly reference: string;
  /** The money in dispute: `charge` of the port's `Standing`. */
  readonly charge: string;
  /** Null if it has no exact form in minor units of ISO 4217; `amountText` has it then. */
  readonly amount: Minor | null;
  /** As the provider writes it, without its currency. */
  readonly amountText: string;
  readonly currencyCode: string;
  /** The provider's word for it: `fraudulent`. */
  readonly reason: string;
  /** `won`: the money stays here, or came back; `lost`: it is the customer's. */
  readonly status: "open" | "won" | "lost";
  /** When evidence must have arrived; null if none is asked for. */
  readonly evidenceDueAt: number | null;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** Our ids that a provider keeps with money. All are null for money of another program. */
export interface ChargeMarks {
  readonly paymentId: string | null;
  /** Its shop, as other shops and servers may share the account; null for an earlier version's. */
  readonly shopId: MerchantId | null;
  /** Null for an earlier version's. */
  readonly sessionId: SessionId | null;
}

/** Money that a provider took. */
export interface ProviderCharge {
  /** `charge` of the port's `Standing`. */
  readonly charge: string;
  readonly marks: ChargeMarks;
  /** Null if it has no exact form in minor units of ISO 4217; `amountText` has it then. */
  readonly amount: Minor | null;
  /** As the provider writes it, without its currency. */
  readonly amountText: string;
  readonly currencyCode: string;
  /** Kept by the provider, in the charge's currency; null if not known: yet, or in another one. */
  readonly fee: Minor | null;
  readonly livemode: boolean;
  /** When the payment was made, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The lists of a provider's books, payments before what became of them. A key may lack the right to
 * one of them.
 */
export const LIST_KINDS = ["charges", "refunds", "disputes"] as const;
/** One of {@link LIST_KINDS}. */
export type ListKind = (typeof LIST_KINDS)[number];

/** A time whose charges, refunds or disputes are listed. */
export interface ListRequest {
  readonly kind: ListKind;
  /** Milliseconds since 1970: the first that is listed. */
  readonly since: number;
  /** Milliseconds since 1970: the first that is not. */
  readonly until: number;
  /** `next` of the page before, of the same kind and times; null for the first page. */
  readonly cursor: string | null;
}

/** A page of what the provider took, gave back or is disputed, at most 100. */
export interface Listing {
  readonly charges: readonly ProviderCharge[];
  readonly refunds: readonly ProviderRefund[];
  readonly disputes: readonly ProviderDispute[];
  /** Ids of things whose form is not known, without what they are. */
  readonly unread: readonly string[];
  /** Continues; null after the last page. A page that continues may be empty. */
  readonly next: string | null;
}

/** Forms of the ids that providers give refunds; the demo provider keeps none. */
const REFUND_IDS: Readonly<Record<ProviderKind, RegExp | null>> = {
  stripe: /^(?:re|pyr)_\w{1,200}$/,
  razorpay: /^rfnd_[A-Za-z0-9]{1,64}$/,
  demo: null,
};

/** True if a reference can be a provider's id of a refund: a shop's own reference has another form. */
export function isRefundIdOf(kind: ProviderKind, reference: string): boolean {
  return REFUND_IDS[kind]?.test(reference) ?? false;
}

/** The marks of a payment that begins, as names and texts. */
export function chargeMarks(
  { paymentId, merchantId, sessionId }: {
    readonly paymentId: string;
    readonly merchantId: MerchantId;
    readonly sessionId: SessionId;
  },
): Readonly<Record<string, string>> {
  return { payment_id: paymentId, shop_id: merchantId, session_id: sessionId };
}

/** Reads {@link chargeMarks}. */
export function chargeMarksIn(
  marks:
    | Partial<Record<"payment_id" | "shop_id" | "session_id", string | undefined>>
    | null
    | undefined,
): ChargeMarks {
  return {
    paymentId: ourIdIn(marks?.payment_id),
    shopId: parseMerchantId(marks?.shop_id ?? "") ?? null,
    sessionId: parseSessionId(marks?.session_id ?? "") ?? null,
  };
}

/** Our id that a provider keeps with a thing; null for another program's, which is no UUID. */
export function ourIdIn(mark: string | null | undefined): string | null {
  return parseUuid(mark ?? "") ?? null;
}
