import { type Caller, LINK_SCOPES, type LinkSubject, requireKey } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { stepRefusedIn } from "../../domain/decision/decision.ts";
import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import {
  type CheckoutLink,
  hiddenFromStranger,
  hiddenFromVerified,
  type HiddenPart,
  linkEndsAt,
} from "../../domain/session/checkout_link.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { FoundSession } from "../../domain/session/stored.ts";
import { composeToken, deriveToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import type { LinkedSession } from "../../store/reads/checkout_links.ts";
import type { Authentication } from "../authentication.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { PageAddress } from "../page_address.ts";
import type { PaymentReturns } from "./returns.ts";

/** Path of a checkout page, before its token. */
export const PAGE_PATH = "/c/";

/** A new link: its token is known only now. */
export interface NewLink {
  readonly token: string;
  /** Time at which it ends. */
  readonly expiresAt: number;
  /** Stores the link, and ends the one before it. */
  readonly change: Change;
}

/** The session behind a link, for its customer. */
export interface OpenedLink {
  readonly caller: Caller & { readonly subject: LinkSubject };
  readonly link: CheckoutLink;
  readonly session: CheckoutSession;
  /** As it was read. */
  readonly stored: FoundSession;
  readonly shop: Shop;
  readonly token: string;
  /** Where its payment at a provider leads back to; null for none. */
  readonly returnUrl: string | null;
  /** True if the session has expired or was abandoned. */
  readonly hasEnded: boolean;
  /** When it was opened. */
  readonly now: number;
  /** Makes a secret of one page of this link, for {@link CheckoutLinks.ofVerified}. */
  readonly newSecret: () => string;
}

/** A page on which a phone was verified: its link, and the secret that it alone has. */
export interface VerifiedOn {
  readonly token: string;
  /** As the form has it. */
  readonly secret: string;
}

/** Dependencies of {@link CheckoutLinks}. */
export interface CheckoutLinksDeps extends Pick<Deps, "store" | "now" | "randomBytes"> {
  readonly shops: Pick<Shops, "fresh">;
  readonly finder: Pick<SessionFinder, "findForUpdate" | "hasEnded" | "touch">;
  readonly authentication: Pick<Authentication, "confirm">;
  readonly pages: Pick<PageAddress, "url">;
  readonly returns: Pick<PaymentReturns, "urlOf" | "ensure">;
}

/** Links that open the checkout page of a session for its customer. */
export class CheckoutLinks {
  readonly #deps: CheckoutLinksDeps;

  constructor(deps: CheckoutLinksDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a link to a caller's session; the one before it ends.
   *
   * @throws {AppError} `error.session-not-found`; `error.invalid-state` for an abandoned session;
   *   `error.checkout-page-off` while the server has no pages
   */
  async make(
    caller: Caller,
    idText: string,
  ): Promise<{ readonly url: string; readonly expiresAt: number }> {
    const { store, finder, authentication, pages } = this.#deps;
    requireKey(caller);
    const stored = await finder.findForUpdate(caller, idText);
    if (stored.state.session === "ABANDONED") {
      throw new AppError("error.invalid-state", stepRefusedIn(stored.state));
    }
    if (pages.url === undefined) {
      const message = "The checkout page is off: start the server with --checkout-port";
      throw new AppError("error.checkout-page-off", message);
    }
    // A recovery link may be followed by others than its customer, who then ask the shop for this.
    const session = stored.load();
    const isReturned = session.recovery.returned === "RESUMED";
    const hides = isReturned ? hiddenFromStranger(session) : null;
    const { token, expiresAt, change } = this.compose(stored.id, hides);
    await authentication.confirm(caller);
    // Only a session that was deleted meanwhile has no link.
    await commitOrRefuse(store, [change], { code: "error.session-not-found" });
    await finder.touch(stored);
    return { url: `${pages.url}${PAGE_PATH}${token}`, expiresAt };
  }

  /** A new link to a session, to be stored by a commit of the caller. It shows all by default. */
  compose(
    sessionId: SessionId,
    hides: HiddenPart | null = null,
    token: string = this.#randomToken(),
  ): NewLink {
    const { now } = this.#deps;
    const tokenHash = hashToken(token);
    if (tokenHash === undefined) throw new RangeError("A new token has the wrong form");
    const link = { sessionId, tokenHash, createdAt: now(), hides };
    return { token, expiresAt: linkEndsAt(link), change: { kind: "link.put", link } };
  }

  /** Prolongs a link by a day from now, by a commit of the caller. */
  renewal({ link }: Pick<OpenedLink, "link">): Change {
    return { kind: "link.update", link: { ...link, createdAt: this.#deps.now() } };
  }

  /**
   * The link of a customer who is being verified, by a commit of the caller: that of before, which
   * others may know, ends. The new token follows from the page on which the code was entered, so
   * that a browser which lost the answer gets there by sending the form again.
   *
   * @param verified the session afterwards
   */
  ofVerified(verified: CheckoutSession, page: VerifiedOn): NewLink {
    return this.compose(verified.id, hiddenFromVerified(verified), tokenAfter(page));
  }

  /**
   * Finds the link to which a page led that has ended by the verification of its phone.
   *
   * @returns its token; null for another page, also of the same link
   */
  async afterVerified(page: VerifiedOn): Promise<string | null> {
    const token = tokenAfter(page);
    return token !== undefined && await this.open(token) !== null ? token : null;
  }

  /**
   * Makes a link for somebody who came back by a way that others may know: from a payment that
   * failed, or to a cart that was left. It shows no person; the one before it ends.
   *
   * @returns its token
   * @throws {AppError} `error.session-not-found` if it was deleted meanwhile
   */
  async forStranger(session: CheckoutSession): Promise<string> {
    const { token, change } = this.compose(session.id, hiddenFromStranger(session));
    await commitOrRefuse(this.#deps.store, [change], { code: "error.session-not-found" });
    return token;
  }

  /** Shows the address to the holder of a link, who enters it, by a commit of the caller. */
  revealed({ link }: Pick<OpenedLink, "link">): Change[] {
    return link.hides === "address"
      ? [{ kind: "link.update", link: { ...link, hides: null } }]
      : [];
  }

  /**
   * Finds the session of a token. This is no activity.
   *
   * @returns null for a token that opens nothing, whatever the reason
   */
  async open(token: string): Promise<OpenedLink | null> {
    const found = await this.#find(token);
    return found && this.#opened(found, token);
  }

  /** {@link open} as activity, which keeps an open session alive. */
  async visit(token: string): Promise<OpenedLink | null> {
    const found = await this.#find(token);
    if (found === null) return null;
    const opened = this.#opened(found, token);
    if (!opened.hasEnded) await this.#deps.finder.touch(found.stored);
    return opened;
  }

  async #find(token: string): Promise<Found | null> {
    const { store, shops, now } = this.#deps;
    const tokenHash = hashToken(token);
    if (tokenHash === undefined) return null;
    const [found, fresh] = await Promise.all([
      store.checkoutLinks.withSession(tokenHash),
      shops.fresh(),
    ]);
    if (found === null) return null;
    const { link, stored } = found;
    const shop = await fresh.byId(stored.merchantId);
    if (shop === null) return null;
    const session = stored.load();
    if (now() >= linkEndsAt(link, session.payment)) return null;
    await this.#deps.returns.ensure(token, session);
    return { link, stored, session, shop };
  }

  #opened(
    { link, stored, session, shop }: Found,
    token: string,
  ): OpenedLink {
    const { returns, finder, now } = this.#deps;
    const { sessionId, tokenHash } = link;
    return {
      link,
      caller: {
        merchantId: stored.merchantId,
        subject: { kind: "link", sessionId, tokenHash, label: "link" },
        scopes: LINK_SCOPES,
        livemode: stored.livemode,
      },
      session,
      stored,
      shop,
      token,
      returnUrl: returns.urlOf(token, session),
      hasEnded: stored.state.session === "ABANDONED" || finder.hasEnded(stored),
      now: now(),
      newSecret: () => this.#randomToken(),
    };
  }

  #randomToken(): string {
    return composeToken(this.#deps.randomBytes(TOKEN_BYTES));
  }
}

/** The token after that of a page; undefined if the page had no secret. */
function tokenAfter({ token, secret }: VerifiedOn): string | undefined {
  return hashToken(secret) === undefined
    ? undefined
    : deriveToken(`${token}.${secret}`, "verified");
}

interface Found extends LinkedSession {
  readonly session: CheckoutSession;
  readonly shop: Shop;
}
