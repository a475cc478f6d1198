import type { DemoAct, DemoPayment } from "../../domain/session/provider_payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { DemoBooks } from "../../payments/demo.ts";
import { currencyOf, parseMajor } from "../../domain/values/money.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { PageAddress } from "../page_address.ts";
import { returnCodeIn } from "./returns.ts";

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

  urlOf(paymentId: string, returnUrl: string): string | undefined {
    const { url } = this.#pages;
    const query = new URLSearchParams({ code: returnCodeIn(returnUrl) });
    return url && `${url}${DEMO_PATH}${paymentId}?${query}`;
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
    const { currencyCode } = session;
    const events = await store.sessions.events(session.id);
    const started = events.find(({ type, data }) =>
      type === "payment.pending" && data["payment_id"] === paymentId
    );
    const asked = String(started?.data["payment_amount"] ?? 0);
    const amount = parseMajor(asked, currencyOf(currencyCode), "payment_amount");
    return { payment: { amount, currencyCode, livemode, expiresAt, done }, session };
  }

  async note(paymentId: string, act: DemoAct): Promise<void> {
    const { store, now } = this.#deps;
    const payment = await store.providers.payment(paymentId);
    if (payment === null) return;
    try {
      await store.commit([{ kind: "at-provider.demo", payment, act, at: now() }]);
    } catch (error) {
      // Something is noted already, by another click or by the end of the page.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }
}
