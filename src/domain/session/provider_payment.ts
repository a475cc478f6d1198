/** Payments on the pages of providers: what is kept to ask for their results. */
import type { MerchantId, SessionId } from "../ids.ts";
import type { Minor } from "../values/money.ts";
import type { ProviderKind } from "../shop/provider.ts";

const MINUTE_MS = 60_000;
/** Time after the end of the provider's page for which the payment keeps its holds. */
const HELD_AFTER_MS = 3 * MINUTE_MS;
/** Further time for a provider that cannot be asked when its page has ended. */
const UNREACHABLE_MS = 15 * MINUTE_MS;
/** Time after the end of the provider's page after which the holds end in any case. */
export const RELEASED_AFTER_MS = HELD_AFTER_MS + UNREACHABLE_MS;
/** Time between the start of a payment and the first look at it; it doubles each time. */
const FIRST_LOOK_MS = MINUTE_MS / 2;
/** Longest time between two looks. */
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Time after the end of the provider's page for which money is looked for. */
const LOOKED_FOR_MS = 30 * 24 * 60 * MINUTE_MS;
/** Looks without an answer before a payment is given up: servers may not have run for so long. */
const LEAST_LOOKS = 48;

/** The part of a payment that a provider takes. */
export interface AtProvider {
  /** Id of the shop's account there. */
  readonly accountId: string;
  readonly provider: ProviderKind;
  /** The provider's page; null until the provider has answered with it. */
  readonly page: { readonly reference: string; readonly url: string } | null;
  /** Where the customer comes back to, until there is the page: it has a secret. */
  readonly returnUrl: string | null;
  /** When the provider's page ends. */
  readonly expiresAt: number;
}

/** Until when the holds of a payment stand, if its provider can be asked. */
export function holdsUntil({ expiresAt }: Pick<AtProvider, "expiresAt">): number {
  return expiresAt + HELD_AFTER_MS;
}

/** When the holds of a payment are released, although its provider has not answered. */
export function releasedAt(at: Pick<AtProvider, "expiresAt">): number {
  return at.expiresAt + RELEASED_AFTER_MS;
}

/**
 * When the page of a payment that starts now has to end.
 *
 * @param shortestMs shortest life of a page at the provider, and `longestMs` the longest
 * @param paymentTtlMs time for which a payment keeps its holds, unless that is too short
 */
export function pageEnd(
  now: number,
  { shortestMs, longestMs, paymentTtlMs }: {
    readonly shortestMs: number;
    readonly longestMs: number;
    readonly paymentTtlMs: number;
  },
): number {
  const wanted = Math.max(shortestMs + 2 * MINUTE_MS, paymentTtlMs - HELD_AFTER_MS);
  return now + Math.min(wanted, longestMs - 2 * MINUTE_MS);
}

/** Buttons on the page of the demo provider, and the end of that page. */
export const DEMO_ACTS = ["pay", "fail", "wait", "late", "end"] as const;
export type DemoAct = (typeof DEMO_ACTS)[number];

/** A payment in the books of the demo provider. */
export interface DemoPayment {
  readonly amount: Minor;
  readonly currencyCode: string;
  readonly livemode: boolean;
  /** When its page ends. */
  readonly expiresAt: number;
  /** The button that the customer pressed there; null before. */
  readonly done: { readonly act: DemoAct; readonly at: number } | null;
}

/** A payment that a provider has begun, until it is final: of the timer, and of the demo provider. */
export interface ProviderPayment {
  readonly paymentId: string;
  readonly sessionId: SessionId;
  readonly merchantId: MerchantId;
  readonly accountId: string;
  /** The provider's reference of its page; null until it has answered. */
  readonly reference: string | null;
  /** When the provider's page ends. */
  readonly expiresAt: number;
  /** When to ask the provider next; null once there is nothing to ask. */
  readonly nextLookAt: number | null;
  /** How often it was asked. */
  readonly looks: number;
  /** Of the demo provider; null before. */
  readonly demo: { readonly act: DemoAct; readonly at: number } | null;
}

/** Of a payment that starts now. */
export function startedAtProvider(
  started: Omit<ProviderPayment, "reference" | "nextLookAt" | "looks" | "demo">,
  now: number,
): ProviderPayment {
  return { ...started, reference: null, nextLookAt: now + FIRST_LOOK_MS, looks: 0, demo: null };
}

/**
 * True if a look without a final answer was the last one.
 *
 * @param hasEnded as of {@link lookedAt}
 */
export function isGivenUp(
  { expiresAt, looks }: Pick<ProviderPayment, "expiresAt" | "looks">,
  now: number,
  { hasEnded }: { readonly hasEnded: boolean },
): boolean {
  return now > expiresAt + LOOKED_FOR_MS && (hasEnded || looks + 1 >= LEAST_LOOKS);
}

/**
 * After a look that was not the last one: with growing pauses, and when its holds are to end.
 *
 * @param hasEnded true if its page has ended unpaid: money is no longer awaited, and hardly comes
 */
export function lookedAt(
  payment: ProviderPayment,
  now: number,
  { hasEnded }: { readonly hasEnded: boolean },
): ProviderPayment {
  const looks = payment.looks + 1;
  const awaited = Math.min(FIRST_LOOK_MS * 2 ** looks, LONGEST_PAUSE_MS);
  const pause = hasEnded ? Math.max(awaited, Math.floor((now - payment.expiresAt) / 2)) : awaited;
  const end = holdsUntil(payment);
  const isEnding = !hasEnded && now >= end && now < releasedAt(payment);
  const next = isEnding ? now + MINUTE_MS : now + pause;
  return { ...payment, looks, nextLookAt: now < end ? Math.min(next, end) : next };
}
