import { AppError } from "../../domain/errors.ts";
import type { LinkChange } from "../../domain/session/checkout_link.ts";
import {
  RETURN_LIFETIME_MS,
  returnCode,
  returnStanding,
  type ReturnState,
} from "../../domain/session/payment_return.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import { CommitRefused } from "../../store/store.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";
import type { PageAddress } from "../page_address.ts";

/** Path of the page to which a payment leads back, before its code. */
export const RETURN_PATH = "/r/";

/** The code at the end of a URL that a payment leads back to; other text if it has none. */
export function returnCodeIn(returnUrl: string): string {
  return returnUrl.split(RETURN_PATH).at(-1) ?? "";
}

/** A payment from which the customer has come back. */
export interface OpenedReturn {
  readonly codeHash: string;
  readonly session: CheckoutSession;
  readonly shop: Shop;
  readonly standing: ReturnState;
  /** When it was opened. */
  readonly now: number;
}

/** Dependencies of {@link PaymentReturns}. */
export interface PaymentReturnsDeps extends Pick<Deps, "store" | "now" | "randomBytes"> {
  readonly shops: Pick<Shops, "fresh">;
  readonly finder: Pick<SessionFinder, "hasEnded">;
  readonly pages: Pick<PageAddress, "url">;
}

/** Ways back from the pages of payments. They carry codes, not the tokens of checkout pages. */
export class PaymentReturns {
  readonly #deps: PaymentReturnsDeps;

  constructor(deps: PaymentReturnsDeps) {
    this.#deps = deps;
  }

  /** URL to which the payment of a session leads the holder of a link; null for none. */
  urlOf(token: string, { payment }: CheckoutSession): string | null {
    const { url } = this.#deps.pages;
    return url === undefined || payment === null
      ? null
      : `${url}${RETURN_PATH}${returnCode(token, payment.id)}`;
  }

  /**
   * A new URL for a provider of the server to lead back to. Without pages it is the shop's own.
   *
   * @throws {AppError} `error.checkout-page-off` if the session has none
   */
  newUrl({ redirectUrl }: Pick<CheckoutSession, "redirectUrl">): string {
    const { pages: { url }, randomBytes } = this.#deps;
    if (url !== undefined) return `${url}${RETURN_PATH}${composeToken(randomBytes(TOKEN_BYTES))}`;
    if (redirectUrl !== "") return redirectUrl;
    const message = "A payment leads back to a page: start the server with --checkout-port";
    throw new AppError("error.checkout-page-off", message);
  }

  /** Stores the code in the URL of {@link newUrl} of a payment that was just started. */
  ofProvider({ id: sessionId, payment }: CheckoutSession): LinkChange[] {
    const codeHash = hashToken(returnCodeIn(payment?.atProvider?.returnUrl ?? ""));
    if (payment === null || codeHash === undefined) return [];
    const way = { codeHash, sessionId, paymentId: payment.id, createdAt: this.#deps.now() };
    return [{ kind: "return.add", way }];
  }

  /** Stores the code of a payment that was just started at the shop's own provider. */
  changes(token: string, session: CheckoutSession): LinkChange[] {
    const { id: sessionId, payment } = session;
    if (payment?.status !== "PENDING" || payment.dueAt !== null) return [];
    if (payment.atProvider !== null) return this.ofProvider(session);
    const codeHash = hashToken(returnCode(token, payment.id));
    if (codeHash === undefined) throw new RangeError("A new code has the wrong form");
    const way = { codeHash, sessionId, paymentId: payment.id, createdAt: this.#deps.now() };
    return [{ kind: "return.add", way }];
  }

  /** Stores the code if it is not: another link may have started the payment, or an API key. */
  async ensure(token: string, session: CheckoutSession): Promise<void> {
    const { store } = this.#deps;
    const [change] = this.changes(token, session);
    if (change?.kind !== "return.add") return;
    if (await store.checkoutLinks.returned(change.way.codeHash) !== null) return;
    try {
      await store.commit([change]);
    } catch (error) {
      // The session was deleted meanwhile.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }

  /**
   * Finds the payment of a code. This is no activity.
   *
   * @returns null for a code that opens nothing, whatever the reason
   */
  async open(code: string): Promise<OpenedReturn | null> {
    const { store, shops, finder, now: clock } = this.#deps;
    const codeHash = hashToken(code);
    if (codeHash === undefined) return null;
    const [found, fresh] = await Promise.all([
      store.checkoutLinks.returned(codeHash),
      shops.fresh(),
    ]);
    if (found === null) return null;
    const { way: { paymentId, createdAt }, stored } = found;
    const now = clock();
    const shop = await fresh.byId(stored.merchantId);
    if (shop === null || now >= createdAt + RETURN_LIFETIME_MS) return null;
    const session = stored.load();
    const standing = returnStanding(session, { paymentId, hasEnded: finder.hasEnded(stored) });
    return { codeHash, session, shop, standing, now };
  }
}
