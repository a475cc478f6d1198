import type { CheckoutSession } from "../../domain/session.ts";
import { IsoClock } from "../../domain/iso_time.ts";
import { presentSession } from "./session.ts";

/** Raised with every change to what {@link presentSession} makes: stored views count no more then. */
const VIEW_MARK = "2 ";

const clock = new IsoClock();
const views = new WeakMap<CheckoutSession, string>();

/**
 * The session's view: what {@link presentSession} makes, marked so that it can be stored
 * and be told from what another version of the program stored. Made once for a session,
 * because the commit and the answer of a step both want it.
 */
export function sessionView(session: CheckoutSession): string {
  let view = views.get(session);
  if (view === undefined) views.set(session, view = VIEW_MARK + presentSession(session));
  return view;
}

/** Whether a stored view is as {@link sessionView} would make it now. */
export function isCurrentView(view: string | null): view is string {
  return view !== null && view.startsWith(VIEW_MARK);
}

/** How sessions are shown, for those who store it. */
export const sessionViews = { make: sessionView, isCurrent: isCurrentView };

/**
 * The text of a session with the one field that every call moves.
 *
 * @param expiresAt when the session ends unless somebody calls; null when it does not
 */
export function withExpiry(view: string, expiresAt: number | null): string {
  const value = expiresAt === null ? "null" : `"${clock.text(expiresAt)}"`;
  return `${view.slice(VIEW_MARK.length, -1)},"expires_at":${value}}`;
}
