import type { Caller } from "../../domain/caller.ts";
import { keptExtra } from "../../domain/cart/extra.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { sessionEvent } from "../../domain/events.ts";
import type { SessionId } from "../../domain/ids.ts";
import {
  type CartRequest,
  type CheckoutSession,
  openSession,
} from "../../domain/session/session.ts";
import type { Authentication } from "../authentication.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { ReadSession } from "../cache/session_cache.ts";
import type { Shops } from "../cache/shops.ts";
import { loadRules } from "../checkout/context.ts";
import { eventChanges } from "../checkout/events.ts";
import type { Deps } from "../deps.ts";

/** Dependencies of {@link Sessions}. */
export interface SessionsDeps extends Pick<Deps, "store" | "now" | "newId" | "onEvents" | "views"> {
  readonly shops: Shops;
  readonly finder: SessionFinder;
  readonly authentication: Pick<Authentication, "confirm">;
}

/** The checkout sessions of all shops, as the shops' backends use them. */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a session from a cart (spec 4.1).
   *
   * @param alsoCommit changes that land in the same commit: the record of the answer
   * @throws {AppError} `error.shop-not-found` when the domain is nobody's or not of the key's
   *   merchant; `error.invalid-request` when the cart cannot be read or priced;
   *   `error.unauthorized` when the key was revoked meanwhile
   */
  async create(
    caller: Caller,
    request: CartRequest,
    alsoCommit: (session: CheckoutSession) => readonly Change[],
  ): Promise<CheckoutSession> {
    const { store, shops, newId } = this.#deps;
    const now = this.#deps.now();
    const { shopDomain } = request;
    const shop = shopDomain === undefined ? null : await shops.byDomain(shopDomain);
    // One answer for "nobody's" and "somebody else's": a key must not find out who our merchants are.
    if (shop === null || shop.merchant.id !== caller.merchantId) throw shopNotFound(shopDomain);
    const { rules, ...cart } = await loadRules({ store, shops }, shop, {
      customerId: null,
      variantIds: [],
      lines: request.items,
      couponIds: [],
      code: null,
    });
    const session = openSession(request, {
      id: newId() as SessionId,
      merchant: shop.merchant,
      ...cart,
      rules,
      now,
    });
    // With nobody to send it to, the event says nothing that the session does not.
    const created = shop.webhooks.length > 0 ? [sessionEvent("session.created", session, {})] : [];
    await this.#deps.authentication.confirm(caller);
    await store.commit([
      {
        kind: "session.add",
        session,
        extra: keptExtra(request.tracking, request.items),
        view: this.#deps.views.make(session),
      },
      ...eventChanges(created, { session, shop, now, newId }),
      ...alsoCommit(session),
    ]);
    if (created.length > 0) this.#deps.onEvents();
    return session;
  }

  /** {@link read} of a cached session, without a promise; see "Cached reads" in docs/speed.md. */
  recall(caller: Caller, idText: string): ReadSession | undefined {
    const stored = this.#deps.finder.recall(caller, idText);
    if (stored !== undefined) this.#deps.finder.touch(stored);
    return stored;
  }

  /**
   * Finds a session for reading (spec 4.2), which counts as activity on it.
   *
   * @throws {AppError} `error.session-not-found` when there is none, it is another
   *   merchant's, or it has expired
   */
  async read(caller: Caller, idText: string): Promise<ReadSession> {
    const stored = await this.#deps.finder.findForRead(caller, idText);
    this.#deps.finder.touch(stored);
    return stored;
  }

  /** When a session that is answered with now ends unless it is called again; null for never. */
  expiresAt(session: Pick<ReadSession, "state">): number | null {
    return this.#deps.finder.expiresAt(session);
  }
}

function shopNotFound(domain: string | undefined): AppError {
  return new AppError("error.shop-not-found", `No shop has this domain: ${shown(domain ?? "")}`);
}
