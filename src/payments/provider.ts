/**
 * The port to providers that take payments on pages of their own. Only their own answers are money:
 * return, hook, timer and operator all ask with `look`, which changes nothing at the provider.
 */
import type { MerchantId, SessionId } from "../domain/ids.ts";
import type { ProviderKind } from "../domain/shop/provider.ts";
import type { Minor } from "../domain/values/money.ts";
import type {
  Listing,
  ListRequest,
  ProviderCharge,
  ProviderDispute,
  ProviderRefund,
} from "./records.ts";

/** A shop's account at a provider, with its secrets opened: never logged, never kept. */
export interface ProviderAccess {
  readonly livemode: boolean;
  /** The secret key; empty for the demo provider. */
  readonly key: string;
  /** The secret that signs the provider's hooks; null without one. */
  readonly hookSecret: string | null;
}

/** The owner of a secret key, as the provider names it. */
export interface ProviderIdentity {
  /** The provider's id of the account; null if it tells none. */
  readonly account: string | null;
  readonly livemode: boolean;
}

/** A payment to begin; the same request again has the same effect once. */
export interface OpenRequest {
  /** UUID, the key under which the provider knows a repeated request. */
  readonly paymentId: string;
  /** Kept with the money there, as {@link paymentId}. */
  readonly merchantId: MerchantId;
  /** Kept with the money there too. */
  readonly sessionId: SessionId;
  /** In minor units of ISO 4217. */
  readonly amount: Minor;
  readonly currencyCode: string;
  /** The only line that the provider shows. */
  readonly description: string;
  /** Where the provider's page leads back to. */
  readonly returnUrl: string;
  /** When the page must end. */
  readonly expiresAt: number;
}

/** The answer to a request to begin: a page, or a final refusal. */
export type Opening =
  | {
    readonly kind: "opened";
    readonly reference: string;
    readonly url: string;
    readonly expiresAt: number;
  }
  | {
    readonly kind: "refused";
    readonly reason: string;
    /** True if another payment may be taken: only this request fails for ever (default: false). */
    readonly mayTryAnew?: boolean;
  };

/** A payment as its provider has it. */
export type Standing =
  /** The customer can still pay. */
  | { readonly kind: "open" }
  /** The customer has paid, and the provider waits for the money. */
  | { readonly kind: "waiting" }
  | {
    readonly kind: "paid";
    /** Reference of the money, by which it is refunded. */
    readonly charge: string;
    /** Null if it has no exact form in minor units of ISO 4217; `amountText` has it then. */
    readonly amount: Minor | null;
    /** As the provider writes it, without its currency. */
    readonly amountText: string;
    readonly currencyCode: string;
    readonly livemode: boolean;
  }
  | { readonly kind: "failed"; readonly reason: string }
  /** Its page has ended unpaid. */
  | {
    readonly kind: "expired";
    /** True if a bank may still take money for what was begun before (default: it takes none). */
    readonly mayBePaid?: boolean;
  };

/** The result of ending a page; `gone` means that it had ended before. */
export type Ended = "ended" | "paid" | "gone";

/** The page of a payment at its provider. */
export interface ProviderPageRef {
  readonly paymentId: string;
  readonly reference: string;
}

/** Money to give back; the same request again has the same effect once. */
export interface RefundRequest {
  /** {@link Standing}'s `charge`. */
  readonly charge: string;
  /** UUID, the key under which the provider knows a repeated request. */
  readonly refundId: string;
  readonly amount: Minor;
  readonly currencyCode: string;
}

/** The answer to a request to give money back. */
export type Refunding =
  | { readonly kind: "pending" | "done"; readonly reference: string }
  | { readonly kind: "failed"; readonly reason: string };

/** A hook as it arrived. */
export interface HookRequest {
  readonly headers: Pick<Headers, "get">;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** References that a hook names and that may have changed; or that it is not signed so. */
export type Hint =
  | {
    /** Of pages. */
    readonly references: readonly string[];
    /** Of money whose refunds or disputes it names. */
    readonly charges: readonly string[];
    /** Of disputes; their money is in `charges`. */
    readonly disputes: readonly string[];
  }
  | "refused";

/**
 * One kind of provider. Every call but `hint` and those of problems may fail with {@link Unreachable}: also
 * for a key that lacks the right to ask.
 */
export interface PaymentProvider {
  /** Why an amount cannot be charged, as a sentence for people; null if it can. No call. */
  problem(amount: Minor, currencyCode: string): string | null;
  /** Why an amount of a payment cannot be given back, as a sentence; null if it can. No call. */
  refundProblem(amount: Minor, currencyCode: string): string | null;
  /** Names the owner of a key; null if the provider does not know the key. Changes nothing. */
  identify(access: ProviderAccess): Promise<ProviderIdentity | null>;
  open(access: ProviderAccess, request: OpenRequest): Promise<Opening>;
  /** Asks for a payment; changes nothing. */
  look(access: ProviderAccess, page: ProviderPageRef): Promise<Standing>;
  /** Ends the page: it takes no payment afterwards. */
  end(access: ProviderAccess, page: ProviderPageRef): Promise<Ended>;
  refund(access: ProviderAccess, request: RefundRequest): Promise<Refunding>;
  /** Asks for a refund by its reference; null if the provider has none such. Changes nothing. */
  refundAt(access: ProviderAccess, reference: string): Promise<ProviderRefund | null>;
  /**
   * All refunds of a charge, also those made elsewhere: after a crash ours is found by its
   * `refundId`. None of a charge that the provider does not know. Changes nothing.
   */
  refundsOf(access: ProviderAccess, charge: string): Promise<readonly ProviderRefund[]>;
  /** Asks for a dispute by its reference; null if the provider has none such. Changes nothing. */
  disputeAt(access: ProviderAccess, reference: string): Promise<ProviderDispute | null>;
  /** Asks for money that was taken; null if none was under this reference. Changes nothing. */
  chargeAt(access: ProviderAccess, charge: string): Promise<ProviderCharge | null>;
  /** False for a provider that cannot list: its `list` is empty. */
  readonly hasList: boolean;
  /**
   * Lists the things of a kind that were made in a time, the newest first. A later change is not
   * listed again: `refundAt`, `disputeAt` and `chargeAt` tell it. A payment whose money is taken
   * later than it was made is listed under the time when it was made. Changes nothing.
   *
   * @throws {RangeError} for a cursor that is not `next` of a page of this kind at this provider
   */
  list(access: ProviderAccess, request: ListRequest): Promise<Listing>;
  /** Reads a hook; a hook is never more than a reason to look. No call. */
  hint(access: ProviderAccess, hook: HookRequest): Promise<Hint>;
}

/** All kinds of providers, each loaded when it is first asked for: a shop has one, or none. */
export type PaymentProviders = Readonly<Record<ProviderKind, () => Promise<PaymentProvider>>>;

/** A request to a provider. */
export interface ProviderRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Without `Host` and `Content-Length`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a GET. */
  readonly body: string;
}

/** A provider's answer. */
export interface ProviderReply {
  readonly status: number;
  /** At most 1 MiB. */
  readonly body: string;
}

/**
 * Sends a request over TLS; follows no redirect, and waits for 10 s at most.
 *
 * @throws {Unreachable} without a whole answer
 */
export type ProviderTransport = (request: ProviderRequest) => Promise<ProviderReply>;

/** A provider did not answer, or with an error that says nothing of the payment. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}
