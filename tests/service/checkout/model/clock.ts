/** Time, and what the server does by it. */
import { equal } from "node:assert/strict";
import type { World } from "../../../support/app.ts";
import { Happening } from "./happening.ts";
import { reportIdle } from "./recovery.ts";
import { heldUntil, isAwaited } from "./payment.ts";
import { GIVEN_UP, type Model } from "./model.ts";

/** Time passes. */
export function advance(ms: number): Happening {
  return new Happening(`advance(${ms / 1_000} s)`, (model, { world }) => {
    world.clock.advance(ms);
    model.now = world.clock.at;
    return Promise.resolve();
  });
}

/** Overdue payments are released, and idle sessions end. */
export const sweep = new Happening("sweep()", async (model, { world, seen }) => {
  const idle = model.sessions.filter((session) =>
    session.cell in GIVEN_UP && !isAwaited(session, model.now) &&
    model.now - session.lastActiveAt >= 3_600_000 + (model.kind.lagMs ?? 0)
  );
  await release(model, world, seen);
  await reportIdle(model, world, seen);
  await world.services.housekeeping.forget();
  equal(await world.services.housekeeping.sweepAll(), idle.length);
  for (const session of idle) {
    const { cell } = session;
    seen.add("an end by the sweep");
    if (cell === "gW" && session.fate === "HELD") model.release(session);
    session.cell = GIVEN_UP[cell]!;
    session.expired = true;
    session.lastUsedAt = session.lastActiveAt;
    session.version += 1;
    session.lastActiveAt = model.now;
  }
});

/** Releases the holds of overdue payments, even if their sessions were read meanwhile. */
async function release(model: Model, { services }: World, seen: Set<string>): Promise<void> {
  const overdue = model.sessions.filter((one) => (heldUntil(one) ?? Infinity) <= model.now);
  equal(await services.housekeeping.releaseAll(), overdue.length);
  for (const session of overdue) {
    const isManual = session.payment?.dueAt !== null;
    seen.add(isManual ? "a manual payment is released" : "a payment is released");
    model.release(session);
    session.version += 1;
  }
}

/** An hour without calls, then the sweep. */
export const idleHour = new Happening("idle hour", async (model, real) => {
  await advance(3_600_000 + (model.kind.lagMs ?? 0)).run(model, real);
  await sweep.run(model, real);
});
