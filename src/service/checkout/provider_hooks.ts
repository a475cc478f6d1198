import type { ProviderAccount, ProviderKind } from "../../domain/shop/provider.ts";
import type { Hint, HookRequest, PaymentProviders } from "../../payments/provider.ts";
import type { Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";
import { accessOf } from "../provider_access.ts";
import { LookPause } from "./look_pause.ts";
import { ownerOf } from "./own_books.ts";
import { OWN_CALLS } from "./provider_calls.ts";
import type { ProviderFindings } from "./provider_findings.ts";
import type { ProviderPayments } from "./provider_payments.ts";
import type { ProviderSettling } from "./provider_settling.ts";

/** Most payments that a hook is a reason to ask for. */
const MOST_REFERENCES = 10;
/** Most hooks whose payments are being left to the timer. */
const MOST_LEAVING = 100;
/** Least time between two looks at the same money after hooks. */
const PAUSE_MS = 10_000;

/** Dependencies of {@link ProviderHooks}. */
export interface ProviderHooksDeps extends Pick<Deps, "store" | "now" | "secrets" | "warn"> {
  readonly shops: Pick<Shops, "byDomain">;
  readonly providers: PaymentProviders;
  readonly providerPayments: Pick<ProviderPayments, "lookOnce">;
  readonly providerFindings: Pick<ProviderFindings, "look">;
  readonly settling: Pick<ProviderSettling, "hasten">;
}

/** The payments, refunds and disputes that a hook is a reason to ask for. */
export interface Hinted {
  readonly payments: readonly string[];
  readonly taken: readonly {
    readonly account: ProviderAccount;
    readonly charges: readonly string[];
    readonly disputes: readonly string[];
  }[];
}

/** Hooks of providers. They bring no results: each is a reason to ask. */
export class ProviderHooks {
  readonly #deps: ProviderHooksDeps;
  readonly #looking = new Set<Promise<void>>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #pause = new LookPause(PAUSE_MS);

  constructor(deps: ProviderHooksDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a hook for a shop.
   *
   * @param domain a domain of the shop, as `parseDomain` writes it
   * @returns what to {@link look} at: payments of the account that signed it, with a result still to
   *   come, and money of the shop that it took; null if no account of the shop signed it
   * @throws {AppError} `error.unavailable` if a secret is locked, and no other one signed it
   */
  async read(
    domain: string,
    kind: ProviderKind,
    hook: Omit<HookRequest, "now">,
  ): Promise<Hinted | null> {
    const { store, shops, providers, secrets, now } = this.#deps;
    const accounts = (await shops.byDomain(domain))?.providers ?? [];
    const payments: string[] = [];
    const taken: Hinted["taken"][number][] = [];
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
        if (payment?.nextLookAt != null) payments.push(payment.paymentId);
      }
      // Other programs may use the account too, and their money is not the shop's.
      const charges: string[] = [];
      for (const charge of hint.charges.slice(0, MOST_REFERENCES)) {
        if (await ownerOf(store, account, charge) !== null) charges.push(charge);
      }
      const disputes = hint.disputes.slice(0, MOST_REFERENCES);
      if (charges.length > 0) taken.push({ account, charges, disputes });
    }
    if (!isSigned && locked !== undefined) throw locked;
    return isSigned ? { payments, taken } : null;
  }

  /**
   * Asks for what a hook named, while others wait for nothing. A payment that was asked for just now,
   * or beside too many others, is left to the timer; money to the hourly list.
   */
  look(hinted: Hinted): void {
    if (this.#looking.size < OWN_CALLS) this.#keep(this.#looking, this.#look(hinted));
    else if (this.#leaving.size < MOST_LEAVING) this.#keep(this.#leaving, this.#leave(hinted));
  }

  /** Resolves when nothing is asked for. */
  async settled(): Promise<void> {
    await Promise.all([...this.#looking, ...this.#leaving]);
  }

  #keep(running: Set<Promise<void>>, run: Promise<void>): void {
    const kept = run.finally(() => running.delete(kept));
    running.add(kept);
  }

  async #leave({ payments }: Hinted): Promise<void> {
    for (const payment of payments) {
      await this.#tried(payment, () => this.#deps.settling.hasten(payment));
    }
  }

  async #look({ payments, taken }: Hinted): Promise<void> {
    const { providerPayments, providerFindings, settling, warn, now } = this.#deps;
    for (const payment of payments) {
      await this.#tried(payment, async () => {
        if (!await providerPayments.lookOnce(payment)) await settling.hasten(payment);
      });
    }
    for (const { account, ...named } of taken) {
      if (!this.#pause.begin(`${account.id} ${named.charges.join(" ")}`, now())) continue;
      try {
        // The hourly list finds them again: only what is new changes anything.
        await providerFindings.look(account, named);
      } catch (error) {
        warn("Money was not looked at after its provider's hook", { account: account.id, error });
      }
    }
  }

  async #tried(payment: string, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const message = "A payment was not looked at after its provider's hook";
      this.#deps.warn(message, { payment, error });
    }
  }
}
