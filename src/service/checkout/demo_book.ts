import type { DemoAct, DemoPayment } from "../../domain/session/provider_payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { DemoBooks } from "../../payments/demo.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { PageAddress } from "../page_address.ts";
import { RETURN_PATH } from "./returns.ts";

/** Path of the demo provider's page, before the payment's id. */
export const DEMO_PATH = "/demo-pay/";

/** The books of the demo provider: rows of this database. */
export class DemoBook implements DemoBooks {
  readonly #deps: Pick<Deps, "store" | "now">;
  readonly #pages: Pick<PageAddress, "url">;

  constructor(deps: Pick<Deps, "store" | "now">, pages: Pick<PageAddress, "url">) {
    this.#deps = deps;
    this.#pages = pages;
  }

  urlOf(reference: string, returnUrl: string): string | undefined {
    const { url } = this.#pages;
    const paymentId = reference.slice("demo_".length);
    const code = returnUrl.split(RETURN_PATH).at(-1) ?? "";
    return url && `${url}${DEMO_PATH}${paymentId}?${new URLSearchParams({ code })}`;
  }

  now(): number {
    return this.#deps.now();
  }

  async find(paymentId: string): Promise<DemoPayment | null> {
    return (await this.opened(paymentId))?.payment ?? null;
  }

  /** A payment with its session; null for one that the demo provider does not take. */
  async opened(
    paymentId: string,
  ): Promise<{ readonly payment: DemoPayment; readonly session: CheckoutSession } | null> {
    const { store } = this.#deps;
    const row = await store.providers.payment(paymentId);
    const [account, stored] = row === null ? [null, null] : await Promise.all([
      store.providers.find(row.accountId),
      store.sessions.find(row.sessionId),
    ]);
    if (row === null || account?.kind !== "demo" || stored === null) return null;
    const session = stored.load();
    const { expiresAt, demo: done } = row;
    const { livemode } = account;
    const { currencyCode, payment } = session;
    const amount = payment?.id === paymentId ? payment.amount : 0;
    return { payment: { amount, currencyCode, livemode, expiresAt, done }, session };
  }

  async note(paymentId: string, act: DemoAct): Promise<void> {
    const { store, now } = this.#deps;
    const row = await store.providers.payment(paymentId);
    if (row === null || row.demo !== null) return;
    const payment = { ...row, demo: { act, at: now() } };
    try {
      await store.commit([{ kind: "at-provider.put", payment, expectedLooks: row.looks }]);
    } catch (error) {
      // It was looked at in the same moment: the customer presses the button again.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }
}
