import type { CheckoutSession } from "../../domain/session/session.ts";
import { parseExactly } from "../../domain/values/json.ts";
import { IsoClock } from "../../domain/values/text.ts";
import { encodeSession, FORM_VERSION } from "./session.ts";

const VIEW_MARK = `${FORM_VERSION} `;

const clock = new IsoClock();
const views = new WeakMap<CheckoutSession, string>();

/**
 * The session's view: its JSON text without the expiry, under a mark that tells it from the views
 * that other versions of the program stored. Cached by session, because the commit and the answer
 * of a step both need it.
 */
export function sessionView(session: CheckoutSession): string {
  let view = views.get(session);
  if (view === undefined) {
    views.set(session, view = VIEW_MARK + JSON.stringify(encodeSession(session)));
  }
  return view;
}

/** Tests a stored view for the mark of this version. */
export function isCurrentView(view: string | null): view is string {
  return view !== null && view.startsWith(VIEW_MARK);
}

/**
 * Parses a view of this or an earlier form.
 *
 * @throws {SyntaxError} when it is not JSON behind a mark
 */
export function parseView(view: string): unknown {
  return parseExactly(view.slice(view.indexOf(" ") + 1));
}

/** The two functions that a service needs to store views. */
export const sessionViews = { make: sessionView, isCurrent: isCurrentView };

/**
 * The text of a session with the one field that every call moves.
 *
 * @param expiresAt the end of the session without further calls; null for none
 */
export function withExpiry(view: string, expiresAt: number | null): string {
  const value = expiresAt === null ? "null" : `"${clock.text(expiresAt)}"`;
  return `${view.slice(VIEW_MARK.length, -1)},"expires_at":${value}}`;
}
