/** How calls to the doubles of providers fail. */
import type { ProviderRequest } from "../../../src/payments/provider.ts";

/** How a call fails: before it arrives; after it was carried out. */
export type Failure = "down" | "busy" | AfterFailure;
type AfterFailure = "slow" | "broken after" | "cut";

const AFTER_FAILURES: readonly AfterFailure[] = ["slow", "broken after", "cut"];
export const FAILURES: readonly Failure[] = ["down", "busy", ...AFTER_FAILURES];

/**
 * Failures of refunds: of all calls, and of the POST alone, which was carried out: a GET before it
 * would fail first.
 */
export const REFUND_FAILURES: readonly (readonly [Failure, ProviderRequest["method"]?])[] = [
  ...FAILURES.map((failure) => [failure] as const),
  ...AFTER_FAILURES.map((failure) => [failure, "POST"] as const),
];

/** Failures of calls, as a test sets them. */
export class Failures {
  #failure: Failure | null = null;
  #method: ProviderRequest["method"] | undefined;

  /** @param method of the calls that fail (default: all) */
  set(failure: Failure | null, method?: ProviderRequest["method"]): void {
    this.#failure = failure;
    this.#method = method;
  }

  /** How this call fails; null if it does not. */
  of({ method }: ProviderRequest): Failure | null {
    return method === (this.#method ?? method) ? this.#failure : null;
  }
}
