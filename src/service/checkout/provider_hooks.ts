import type { ProviderKind } from "../../domain/shop/provider.ts";
import type { Hint, HookRequest, PaymentProviders } from "../../payments/provider.ts";
import type { Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";
import { accessOf } from "../provider_access.ts";
import type { ProviderPayments } from "./provider_payments.ts";
import type { ProviderSettling } from "./provider_settling.ts";

/** Most payments that a hook is a reason to ask for. */
const MOST_REFERENCES = 10;

/** Most hooks whose payments are asked for at the same time. */
const MOST_LOOKING = 16;

/** Dependencies of {@link ProviderHooks}. */
export interface ProviderHooksDeps extends Pick<Deps, "store" | "now" | "secrets" | "warn"> {
  readonly shops: Pick<Shops, "byDomain">;
  readonly providers: PaymentProviders;
  readonly providerPayments: Pick<ProviderPayments, "lookOnce">;
  readonly settling: Pick<ProviderSettling, "hasten">;
}

/** Hooks of providers. They bring no results: each is a reason to ask. */
export class ProviderHooks {
  readonly #deps: ProviderHooksDeps;
  readonly #looking = new Set<Promise<void>>();

  constructor(deps: ProviderHooksDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a hook for a shop.
   *
   * @param domain a domain of the shop, as `parseDomain` writes it
   * @returns ids of the payments to {@link look} at: those of the account that signed it, with a
   *   result still to come; null if no account of the shop did
   * @throws {AppError} `error.unavailable` if a secret is locked, and no other one signed it
   */
  async read(
    domain: string,
    kind: ProviderKind,
    hook: Omit<HookRequest, "now">,
  ): Promise<readonly string[] | null> {
    const { store, shops, providers, secrets, now } = this.#deps;
    const accounts = (await shops.byDomain(domain))?.providers ?? [];
    const due: string[] = [];
    let isSigned = false;
    let locked: unknown;
    for (const account of accounts) {
      if (account.kind !== kind || account.secret === null) continue;
      let hint: Hint;
      try {
        const access = accessOf(account, secrets);
        const provider = await providers[kind]();
        hint = await provider.hint(access, { ...hook, now: now() });
      } catch (error) {
        locked = error;
        continue;
      }
      if (hint === "refused") continue;
      // Several accounts may have one secret: of a test and of live payments, or added anew.
      isSigned = true;
      for (const reference of hint.references.slice(0, MOST_REFERENCES)) {
        const payment = await store.providers.byReference(account.id, reference);
        if (payment?.nextLookAt != null) due.push(payment.paymentId);
      }
    }
    if (!isSigned && locked !== undefined) throw locked;
    return isSigned ? due : null;
  }

  /**
   * Asks for payments, while others wait for nothing. One that was asked for just now, or beside too
   * many others, is left to the timer.
   */
  look(paymentIds: readonly string[]): void {
    if (this.#looking.size >= MOST_LOOKING) return;
    const looking = this.#look(paymentIds).finally(() => this.#looking.delete(looking));
    this.#looking.add(looking);
  }

  /** Resolves when nothing is asked for. */
  async settled(): Promise<void> {
    await Promise.all(this.#looking);
  }

  async #look(paymentIds: readonly string[]): Promise<void> {
    const { providerPayments, settling, warn } = this.#deps;
    for (const payment of paymentIds) {
      try {
        if (!await providerPayments.lookOnce(payment)) await settling.hasten(payment);
      } catch (error) {
        warn("A payment was not looked at after its provider's hook", { payment, error });
      }
    }
  }
}
