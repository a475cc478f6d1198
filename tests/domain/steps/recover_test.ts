import { deepEqual } from "node:assert/strict";
import { NO_RECOVERY } from "../../../src/domain/session/recovery.ts";
import { noteIdle, resumeSession } from "../../../src/domain/steps/recover.ts";
import { NOW } from "../../support/builders.ts";
import { sessionIn, shopAs, told } from "./cases.ts";

Deno.test("noteIdle() marks the session and is told once, without a link", () => {
  const session = sessionIn(shopAs());
  const decision = noteIdle(session, null, { now: NOW + 5 });
  deepEqual(decision.session, {
    ...session,
    version: session.version + 1,
    recovery: { ...NO_RECOVERY, idleAt: NOW + 5 },
  });
  deepEqual(told(decision), ["session.idle"]);
  deepEqual(decision.events[0]?.data["recovery_url"], null);
  deepEqual(decision.effects, []);
});

Deno.test("resumeSession() marks the return and changes nothing else", () => {
  const session = sessionIn(shopAs(), { recovery: { ...NO_RECOVERY, idleAt: NOW } });
  const decision = resumeSession(session);
  deepEqual(decision.session, {
    ...session,
    version: session.version + 1,
    recovery: { ...session.recovery, returned: "RESUMED" },
  });
  deepEqual(told(decision), []);
});
