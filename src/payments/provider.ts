/**
 * The port to providers that take payments on pages of their own. What is told is no money: return,
 * hook, timer and operator all ask with `look`, which changes nothing at the provider.
 */
import type { ProviderAccount, ProviderKind } from "../domain/shop/provider.ts";
import type { Minor } from "../domain/values/money.ts";

/** A payment to begin; the same request again has the same effect once. */
export interface OpenRequest {
  /** UUID, the key under which the provider knows a repeated request. */
  readonly paymentId: string;
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
  | { readonly kind: "refused"; readonly reason: string };

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
    readonly amount: Minor;
    readonly currencyCode: string;
    readonly livemode: boolean;
  }
  | { readonly kind: "failed"; readonly reason: string }
  /** Its page has ended unpaid. */
  | { readonly kind: "expired" };

/** The result of ending a page; `gone` means that it had ended before. */
export type Ended = "ended" | "paid" | "gone";

/** The page of a payment at its provider. */
export interface ProviderPageRef {
  readonly paymentId: string;
  readonly reference: string;
}

/** One kind of provider. */
export interface PaymentProvider {
  /** Shortest life of a page, in milliseconds. */
  readonly shortestMs: number;
  /** @throws {Unreachable} */
  open(account: ProviderAccount, request: OpenRequest): Promise<Opening>;
  /** @throws {Unreachable} */
  look(account: ProviderAccount, page: ProviderPageRef): Promise<Standing>;
  /**
   * Ends the page: it takes no payment afterwards.
   *
   * @throws {Unreachable}
   */
  end(account: ProviderAccount, page: ProviderPageRef): Promise<Ended>;
}

/** All kinds of providers. */
export type PaymentProviders = Readonly<Record<ProviderKind, PaymentProvider>>;

/** A provider did not answer, or with an error that says nothing of the payment. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}
