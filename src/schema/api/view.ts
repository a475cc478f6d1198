import type { CheckoutSession } from "../../domain/session/session.ts";
import { parseExactly } from "../../domain/values/json.ts";
import { IsoClock } from "../../domain/values/text.ts";
import { encodeSession, FORM_VERSION } from "./session.ts";

const VIEW_MARK = `${FORM_VERSION} `;

const clock = new IsoClock();
const views = new WeakMap<CheckoutSession, string>();

/**
 * A session's view: its JSON text without the expiry, with a mark that distinguishes it from views
 * of other program versions. Cached by session, because the commit and the answer of a step both
 * need it.
 */
export function sessionView(session: CheckoutSession): string {
  let view = views.get(session);
  if (view === undefined) {
    views.set(session, view = VIEW_MARK + JSON.stringify(encodeSession(session)));
  }
  return view;
}

/** True for a stored view with this version's mark. */
export function isCurrentView(view: string | null): view is string {
  return view !== null && view.startsWith(VIEW_MARK);
}

/**
 * Parses a view of this or an earlier form.
 *
 * @throws {SyntaxError} if it is not JSON after a mark
 */
export function parseView(view: string): unknown {
  return parseExactly(view.slice(view.indexOf(" ") + 1));
}

/** The functions that services use for views. */
export const sessionViews = { make: sessionView, isCurrent: isCurrentView };

/**
 * Adds the expiry, which changes with every call, to a view.
 *
 * @param expiresAt expiry without further calls; null for none
 */
export function withExpiry(view: string, expiresAt: number | null): string {
  const value = expiresAt === null ? "null" : `"${clock.text(expiresAt)}"`;
  return `${view.slice(VIEW_MARK.length, -1)},"expires_at":${value}}`;
}
