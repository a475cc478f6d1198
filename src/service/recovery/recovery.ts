import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import { isOpen } from "../../domain/session/lifecycle.ts";
import { returnUrlOf } from "../../domain/session/recovery.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { clientOf } from "../../domain/shop/limits.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { expireSession } from "../../domain/steps/ending.ts";
import { resumeSession } from "../../domain/steps/recover.ts";
import { type ReopenedCart, reopenSession } from "../../domain/steps/reopen.ts";
import { CommitRefused } from "../../store/store.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import { type CheckoutLinks, PAGE_PATH } from "../checkout/links.ts";
import type { PageAddress } from "../page_address.ts";
import { loadRules } from "../checkout/context.ts";
import { createdEvents, eventChanges } from "../checkout/events.ts";
import type { Steps } from "../checkout/steps.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { RecoveryLinks } from "./links.ts";

/** Time after the end of a session in which its link opens the cart again. */
export const REOPEN_MS = 7 * 86_400_000;
/** Sessions in a row that one link leads through. */
const MAX_HOPS = 100;

/** The cart that a recovery link shows. */
export interface RecoverableCart extends ReopenedCart {
  readonly merchant: Merchant;
  /** True if its session has ended: continuing opens a new one. */
  readonly isEnded: boolean;
}

const UNCHANGED = { leftOut: [], isRepriced: false } as const;

/** The session that a link leads to. */
interface Found {
  readonly stored: StoredSession;
  readonly session: CheckoutSession;
  readonly shop: Shop;
  /** False if it has ended by inactivity. */
  readonly isLive: boolean;
}

/** Dependencies of {@link Recoveries}. */
export interface RecoveryDeps
  extends Pick<Deps, "store" | "now" | "newId" | "onEvents" | "views" | "sessionTtlMs"> {
  readonly shops: Shops;
  readonly finder: Pick<SessionFinder, "hasEnded" | "touch" | "forget">;
  readonly steps: Steps;
  readonly links: Pick<RecoveryLinks, "sessionOf">;
  readonly checkoutLinks: Pick<CheckoutLinks, "forStranger">;
  readonly pages: Pick<PageAddress, "url">;
}

/** Brings customers back to their carts by links. */
export class Recoveries {
  readonly #deps: RecoveryDeps;

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /**
   * The cart of a link, as continuing would have it now. Changes nothing and is no activity.
   *
   * @returns null for a token that leads nowhere, whatever the reason
   */
  async show(token: string): Promise<RecoverableCart | null> {
    const found = await this.#find(token);
    if (found === null) return null;
    const { session, shop: { merchant } } = found;
    if (found.isLive) return { merchant, session, isEnded: false, ...UNCHANGED };
    const reopened = await this.#reopened(found);
    return reopened && { merchant, isEnded: true, ...reopened };
  }

  /**
   * Continues: resumes the session while it lives, else opens its cart as a new session. A second
   * call leads to the same session as the first.
   *
   * @param address the client's address, which a new session keeps as a digest (default: none)
   * @returns the shop's URL with the id of the session; null for a token that leads nowhere
   * @throws {AppError} `error.conflict` if other requests keep changing the session
   */
  async resume(token: string, address?: string): Promise<string | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await this.#find(token);
      if (found === null) return null;
      try {
        const id = found.isLive ? await this.#resume(found) : await this.#reopen(found, address);
        if (id !== undefined) return id && await this.#backTo(found, id);
      } catch (error) {
        // The other request may have reopened it.
        if (!(error instanceof CommitRefused)) throw error;
      }
    }
    throw new AppError("error.conflict", "Other requests are changing the session: try again");
  }

  /** The hosted page for a cart that began there, else the shop's. */
  async #backTo({ session, shop }: Found, id: SessionId): Promise<string | null> {
    const { store, pages, checkoutLinks } = this.#deps;
    if (!session.onPage || pages.url === undefined) return returnUrl(shop.merchant, id);
    const stored = await store.sessions.find(id);
    return stored && `${pages.url}${PAGE_PATH}${await checkoutLinks.forStranger(stored.load())}`;
  }

  /** Follows a link to the last session that was made of its cart. */
  async #find(token: string): Promise<Found | null> {
    const { store, shops, links } = this.#deps;
    let id = await links.sessionOf(token) ?? null;
    for (let hops = 0; id !== null && hops < MAX_HOPS; hops++) {
      const stored: StoredSession | null = await store.sessions.find(id);
      if (stored === null || this.#isPast(stored)) return null;
      const session = stored.load();
      if (session.recovery.closed) return null;
      id = session.recovery.reopenedAs;
      if (id !== null) continue;
      // A session with test data would end here.
      const shop = await shops.byId(stored.merchantId);
      if (shop === null || (!session.onPage && returnUrlOf(shop.merchant) === "")) return null;
      return this.#found({ stored, session, shop });
    }
    return null;
  }

  #isPast({ lastActiveAt, dueAt }: StoredSession): boolean {
    const { now, sessionTtlMs } = this.#deps;
    return now() >= Math.max(lastActiveAt + sessionTtlMs, dueAt ?? 0) + REOPEN_MS;
  }

  /** Null for an order, and for a session that the shop has abandoned. */
  #found(candidate: Omit<Found, "isLive">): Found | null {
    const { stored } = candidate;
    const isLive = isOpen(stored.state) && !this.#deps.finder.hasEnded(stored);
    const hasExpired = stored.expired && stored.state.session === "ABANDONED";
    return isOpen(stored.state) || hasExpired ? { ...candidate, isLive } : null;
  }

  /** @returns undefined if it changed meanwhile */
  async #resume({ stored, session }: Found): Promise<SessionId | undefined> {
    const { steps, finder } = this.#deps;
    if (session.recovery.returned === null) {
      return await steps.take(stored, resumeSession, { input: null }) ? session.id : undefined;
    }
    await finder.touch(stored);
    return session.id;
  }

  /**
   * @returns null if the shop sells none of it any more; undefined if it changed meanwhile
   * @throws {CommitRefused} if another request has reopened it
   */
  async #reopen(found: Found, address?: string): Promise<SessionId | null | undefined> {
    const { store, steps, newId, views, onEvents, finder } = this.#deps;
    const { stored, session: ended, shop } = found;
    if (isOpen(stored.state)) {
      // The sweep has not ended it yet.
      await steps.take(stored, expireSession, { input: null, expired: true });
      return undefined;
    }
    const { session } = await this.#reopened(found, address) ?? {};
    if (session === undefined) return null;
    const recovery = { ...ended.recovery, reopenedAs: session.id };
    const created = createdEvents(session, shop);
    await store.commit([
      {
        kind: "session.put",
        session: { ...ended, version: ended.version + 1, recovery },
        view: null,
        expectedVersion: ended.version,
        expired: true,
        at: stored.lastActiveAt,
      },
      { kind: "session.add", session, extra: "{}", view: views.make(session) },
      ...eventChanges(created, { session, shop, now: session.createdAt, newId }),
    ]);
    finder.forget(ended.id);
    if (created.length > 0) onEvents();
    return session.id;
  }

  async #reopened({ session, shop }: Found, address?: string): Promise<ReopenedCart | null> {
    const { store, shops, now, newId } = this.#deps;
    const { lines, choices: { claims, codes } } = session;
    const { rules, ...cart } = await loadRules({ store, shops }, shop, {
      customer: null,
      variantIds: claims.map(({ variantId }) => variantId),
      lines,
      couponIds: codes.map(({ couponId }) => couponId),
      code: null,
    });
    const { merchant } = shop;
    return reopenSession(session, {
      id: newId() as SessionId,
      merchant,
      ...cart,
      rules,
      livemode: session.livemode,
      onPage: session.onPage,
      client: address === undefined ? null : clientOf(merchant.id, address),
      now: now(),
    });
  }
}

function returnUrl(merchant: Merchant, id: SessionId): string {
  const url = new URL(returnUrlOf(merchant));
  url.searchParams.set("session_id", id);
  return url.href;
}
