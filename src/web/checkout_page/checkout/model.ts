import type { ErrorCode } from "../../../domain/errors.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { Merchant } from "../../../domain/shop/merchant.ts";
import type { Minor } from "../../../domain/values/money.ts";

/** Parts of the checkout page, in order. */
export const PAGE_PARTS = [
  "cart",
  "coupon",
  "gifts",
  "phone",
  "address",
  "shipping",
  "coins",
  "method",
  "review",
] as const;
/** One of {@link PAGE_PARTS}. */
export type PagePart = (typeof PAGE_PARTS)[number];

/** The reason why the last form was refused. */
export interface Problem {
  readonly part: PagePart;
  /** Name of the form's field, if one is wrong. */
  readonly field?: string;
  readonly code: ErrorCode;
  /** Message of the error. It is not shown; the amounts in it are. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Ways of sending one-time codes: to phones, to the server's log in a demo, not at all in a test, or
 * none.
 */
export type CodeDelivery = "sent-to-phone" | "in-log" | "test" | "off";

/** Data of the checkout page. */
export interface CheckoutModel {
  /** Path of the checkout, from the address of the page: `../c/TOKEN`. */
  readonly path: string;
  readonly merchant: Merchant;
  readonly session: CheckoutSession;
  /** True if the session has an address that its link does not show. */
  readonly isHidden: boolean;
  readonly now: number;
  /** The finished part to open, of the query `edit`; null for none. */
  readonly edit: PagePart | null;
  readonly problem: Problem | null;
  /** Values of the refused form, shown again. */
  readonly entered: Readonly<Record<string, string>>;
  /** The total before and after it changed at payment; null if it did not. */
  readonly changed: { readonly from: Minor; readonly to: Minor } | null;
  readonly codes: CodeDelivery;
  /** Secret of this one page, of which the token after a verified phone is made. */
  readonly next: string;
  /** True if a provider of the server takes the shop's payments. */
  readonly hasProvider: boolean;
  /** Where a payment under way goes on; null for none. */
  readonly payUrl: string | null;
  /** Allowed way back to the shop; null for none. */
  readonly returnUrl: string | null;
}

/** Request header of the page's script, which swaps the page instead of loading it. */
export const SCRIPT_HEADER = "X-Page-Script";
/**
 * Response header with the address to go to, for the page's script: it cannot follow a redirect to
 * another site. Such an answer has status 204 instead of 303.
 */
export const LOCATION_HEADER = "X-Page-Location";

/** A short word that changes when the page must be loaded again. */
export function stateWord({ state, version }: CheckoutSession): string {
  return `${state.session}.${state.payment}.${version}`;
}

/** Value of `part` if it names a part of the page; null for any other text. */
export function parsePagePart(part: string): PagePart | null {
  return PAGE_PARTS.find((one) => one === part) ?? null;
}
