import type { ReadSession } from "../../service/cache/session_cache.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { withExpiry } from "../../schema/api/view.ts";
import { success } from "../reply.ts";
import { envelope } from "../../schema/api/fields.ts";
import { sessionSchema } from "../../schema/api/session.ts";

/** Get Session (spec 4.2). */
export function getSession({ sessions }: Pick<Services, "sessions">): KeyedOperation {
  const shown = (session: ReadSession) =>
    success(withExpiry(session.view, sessions.expiresAt(session)));
  return {
    id: "getSession",
    method: "GET",
    path: "/session/{id}",
    access: "key",
    scope: "sessions:read",
    docs: {
      summary: "Read a session",
      description:
        "Returns the session with all its prices: render the checkout from it, and poll it for " +
        "changes. Each read counts as activity. A session that is not completed expires after " +
        "an hour without a call; from then on the answer is `error.session-not-found`.",
      tag: "Sessions",
      params: { id: "Id of the session, from `POST /session`" },
      success: { status: 200, description: "The session", schema: envelope(sessionSchema) },
      errors: ["error.session-not-found"],
    },
    handle(call) {
      const read = sessions.read(call.caller, call.param("id"));
      return read instanceof Promise ? read.then(shown) : shown(read);
    },
  };
}
