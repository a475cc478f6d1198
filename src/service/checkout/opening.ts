import { keptExtra } from "../../domain/cart/extra.ts";
import type { Change } from "../../domain/changes.ts";
import type { SessionId } from "../../domain/ids.ts";
import {
  type CartRequest,
  type CheckoutSession,
  openSession,
} from "../../domain/session/session.ts";
import type { Shop } from "../cache/shops.ts";
import { type ContextDeps, loadRules } from "./context.ts";
import { createdEvents, eventChanges } from "./events.ts";
import type { Deps } from "../deps.ts";

/** A new session, not stored yet. */
export interface OpenedSession {
  readonly session: CheckoutSession;
  /** Store the session and its events. */
  readonly changes: readonly Change[];
  readonly hasEvents: boolean;
}

/**
 * Opens a session on a cart of a shop.
 *
 * @throws {AppError} `error.invalid-request` if the cart cannot be read or priced
 */
export async function openCart(
  { store, shops, now: clock, newId, views }:
    & ContextDeps
    & Pick<Deps, "now" | "newId" | "views">,
  shop: Shop,
  { livemode, onPage = false, client = null, ...request }:
    & CartRequest
    & Pick<CheckoutSession, "livemode">
    & Partial<Pick<CheckoutSession, "onPage" | "client">>,
): Promise<OpenedSession> {
  const now = clock();
  const { rules, ...cart } = await loadRules({ store, shops }, shop, {
    customer: null,
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
    livemode,
    onPage,
    client,
    now,
  });
  const created = createdEvents(session, shop);
  const added: Change = {
    kind: "session.add",
    session,
    extra: keptExtra(request.tracking, request.items),
    view: views.make(session),
  };
  const changes = [added, ...eventChanges(created, { session, shop, now, newId })];
  return { session, changes, hasEvents: created.length > 0 };
}
