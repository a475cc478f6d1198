import { type Caller, requireKey } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { CartRequest, CheckoutSession } from "../../domain/session/session.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Authentication } from "../authentication.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { ReadSession } from "../cache/session_cache.ts";
import type { FoundStep } from "../checkout/checkout.ts";
import type { Shops } from "../cache/shops.ts";
import { openCart } from "../checkout/opening.ts";
import type { Deps } from "../deps.ts";

/** Dependencies of {@link Sessions}. */
export interface SessionsDeps extends Pick<Deps, "store" | "now" | "newId" | "onEvents" | "views"> {
  readonly shops: Shops;
  readonly finder: SessionFinder;
  readonly authentication: Pick<Authentication, "confirm">;
}

/** Checkout sessions for the shops' backends. */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a session from a cart (spec 4.1).
   *
   * @param alsoCommit additional changes of the same commit: the record of the answer
   * @throws {AppError} `error.shop-not-found` if no shop of the key's merchant has the domain;
   *   `error.invalid-request` if the cart cannot be read or priced; `error.unauthorized` if the key
   *   was revoked meanwhile
   */
  async create(
    caller: Caller,
    request: CartRequest,
    alsoCommit: (session: CheckoutSession) => readonly Change[],
  ): Promise<CheckoutSession> {
    const { store, shops, authentication, onEvents } = this.#deps;
    requireKey(caller);
    const { shopDomain } = request;
    const { livemode } = caller;
    const shop = shopDomain === undefined ? null : await shops.byDomain(shopDomain);
    // The same answer for an unknown domain and another merchant's: a key must not reveal other
    // merchants.
    if (shop === null || shop.merchant.id !== caller.merchantId) throw shopNotFound(shopDomain);
    const opened = await openCart(this.#deps, shop, { ...request, livemode });
    await authentication.confirm(caller);
    await store.commit([...opened.changes, ...alsoCommit(opened.session)]);
    if (opened.hasEvents) onEvents();
    return opened.session;
  }

  /**
   * Begins to read the session and the shop of a step. The session may be another merchant's: the
   * step checks it.
   */
  begin({ merchantId }: Caller, idText: string): FoundStep {
    const stored = Promise.resolve(this.#deps.finder.begin(idText));
    const shop = this.#deps.shops.byId(merchantId);
    // Reported where they are awaited, if they are.
    for (const read of [stored, shop]) read.catch(() => {});
    return { stored, shop };
  }

  /**
   * Finds a session for reading (spec 4.2) and counts it as activity. A cached session needs no
   * promise: see "Cached reads" in docs/dev/speed.md.
   *
   * @throws {AppError} `error.session-not-found` for an unknown, expired or another merchant's
   *   session
   */
  read(caller: Caller, idText: string): MaybePromise<ReadSession> {
    const { finder } = this.#deps;
    const touched = (stored: ReadSession) => {
      const touching = finder.touch(stored);
      return touching === undefined ? stored : touching.then(() => stored);
    };
    const found = finder.findForRead(caller, idText);
    return found instanceof Promise ? found.then(touched) : touched(found);
  }

  /** Time at which a session expires if there is no further call; null for never. */
  expiresAt(session: Pick<ReadSession, "state" | "dueAt">): number | null {
    return this.#deps.finder.expiresAt(session);
  }
}

function shopNotFound(domain: string | undefined): AppError {
  return new AppError("error.shop-not-found", `No shop has this domain: ${shown(domain ?? "")}`);
}
