import { AppError } from "../../domain/errors.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import {
  type PaymentProvider,
  type PaymentProviders,
  type ProviderAccess,
  Unreachable,
} from "../../payments/provider.ts";
import type { Deps } from "../deps.ts";
import { accessOf } from "../provider_access.ts";

/** Most calls to one kind of provider at the same time. */
const MOST_CALLS = 32;
/**
 * Calls to one kind of provider that each of these causes at the same time: looks at payments that are
 * due, hooks, refunds, disputes. So the customers' calls have room beside all of them.
 */
export const OWN_CALLS = 6;

/** Dependencies of {@link ProviderCalls}. */
export interface ProviderCallsDeps extends Pick<Deps, "secrets"> {
  readonly providers: PaymentProviders;
}

/** Calls to providers with the keys of shops. */
export class ProviderCalls {
  readonly #deps: ProviderCallsDeps;
  /** Calls under way, by kind of provider. */
  readonly #running = new Map<string, number>();

  constructor(deps: ProviderCallsDeps) {
    this.#deps = deps;
  }

  /**
   * Calls a provider.
   *
   * @throws {AppError} `error.unavailable` if it does not answer, has too many calls to answer, or
   *   its key is locked or gone
   */
  async reach<T>(
    account: ProviderAccount,
    call: (provider: PaymentProvider, access: ProviderAccess) => Promise<T>,
  ): Promise<T> {
    const { kind } = account;
    const access = accessOf(account, this.#deps.secrets);
    const running = this.#running.get(kind) ?? 0;
    if (running >= MOST_CALLS) throw unreached();
    this.#running.set(kind, running + 1);
    try {
      return await call(await this.#deps.providers[kind](), access);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      throw unreached(error);
    } finally {
      this.#running.set(kind, (this.#running.get(kind) ?? 1) - 1);
    }
  }
}

/** Why a provider could not be asked, for logs and operators. */
export function silenceOf({ cause, message }: AppError): string {
  return cause instanceof Error ? cause.message : message;
}

function unreached(cause?: Unreachable): AppError {
  const message = "The payment provider does not answer: try again";
  return new AppError("error.unavailable", message, { retryAfterSeconds: 5, cause });
}
