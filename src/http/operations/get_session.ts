import { after } from "../../domain/awaitable.ts";
import type { Services } from "../../service/services.ts";
import type { StoredSession } from "../../service/sessions/sessions.ts";
import type { KeyedOperation } from "../operation.ts";
import { currentView, sessionView, withExpiry } from "../present/view.ts";
import { success } from "../reply.ts";
import { envelope, sessionSchema } from "../schemas.ts";

/** Get Session (spec 4.2). */
export function getSession({ sessions }: Pick<Services, "sessions">): KeyedOperation {
  // Made for want of a stored one; they live as long as the sessions that are kept at hand.
  const views = new WeakMap<StoredSession, string>();
  return {
    id: "getSession",
    method: "GET",
    path: "/session/{id}",
    access: "key",
    docs: {
      summary: "Read a session",
      description: "The full computed state of a session, to render the checkout and to poll it. " +
        "Reading counts as activity: a session that is not completed ends after an hour without.",
      tag: "Sessions",
      params: { id: "The session id that Create Session returned" },
      success: { status: 200, description: "The session", schema: envelope(sessionSchema) },
      errors: ["error.session-not-found"],
    },
    handle(call) {
      return after(sessions.read(call.key, call.param("id")), (stored) => {
        let view = currentView(stored.view) ?? views.get(stored);
        if (view === undefined) views.set(stored, view = sessionView(stored.load()));
        return success(withExpiry(view, sessions.expiresAt(stored)));
      });
    },
  };
}
