/** Carts that customers leave, and links back to them. */
import { equal, notEqual } from "node:assert/strict";
import type { SessionId } from "../../../../src/domain/ids.ts";
import type { World } from "../../../support/app.ts";
import { GIVEN_UP, type Model, type ModelSession } from "./model.ts";
import { opened, request, type Scene } from "./request.ts";

const HALF_HOUR = 1_800_000;
const HOUR = 2 * HALF_HOUR;
const REOPENED_FOR = 7 * 24 * HOUR;
const BASE = "https://pay.shop.example";
const MAX_SESSIONS = 15;

/** Open sessions of customers who can be reached are reported once, after half an hour. */
export async function reportIdle(model: Model, world: World, seen: Set<string>): Promise<void> {
  const idle = model.sessions.filter((session) => {
    const { cell, fate, phone, hasAddress, shown, idleAt, lastActiveAt } = session;
    const canBeReached = phone !== null || hasAddress || shown.buyer.email !== null;
    return cell in GIVEN_UP && fate !== "HELD" && canBeReached && idleAt === null &&
      model.isVisible(session) && model.now - lastActiveAt >= HALF_HOUR + (model.kind.lagMs ?? 0);
  });
  equal(await world.services.housekeeping.reportIdle(), idle.length);
  for (const session of idle) {
    seen.add("a session is reported as idle");
    session.idleAt = model.now;
    session.version += 1;
  }
}

/** Somebody follows the link of a session and presses the button. */
export async function follow({ model, session, real }: Scene): Promise<void> {
  const { services } = real.world;
  const last = lastOf(model, session);
  const isPast = [session, last].some(({ lastUsedAt, lastActiveAt }) =>
    model.now >= (lastUsedAt ?? lastActiveAt) + HOUR + REOPENED_FOR
  );
  const isOpen = last.cell in GIVEN_UP;
  const isLive = isOpen && model.isVisible(last);
  const hasEnded = last.expired || (isOpen && !isLive);
  if (hasEnded && model.sessions.length >= MAX_SESSIONS) return;
  const url = await services.recoveryLinks.urlOf(session.id as SessionId, BASE);
  const to = await services.recovery.resume(url.slice(url.lastIndexOf("/") + 1));
  const id = to === null ? null : new URL(to).searchParams.get("session_id");
  if (isPast || (!isLive && (!hasEnded || last.cell.startsWith("c")))) {
    real.seen.add("a link leads nowhere");
    return equal(id, null);
  }
  if (isLive) {
    real.seen.add("a session is resumed");
    equal(id, last.id);
    if (!last.isReturned) last.version += 1;
    last.isReturned = true;
    last.lastActiveAt = model.now;
    return;
  }
  notEqual(id, null);
  real.seen.add("a cart is opened again");
  if (!last.expired) end(model, last);
  last.version += 1;
  last.reopenedAs = id;
  const made = { ...opened(model, String(id)), isReturned: true };
  model.sessions.push(made);
  made.shown = (await request({ model, real }, "GET", `/session/${made.id}`)).data;
}

/** The link ends a session that the sweep has not ended yet. */
function end(model: Model, session: ModelSession): void {
  if (session.fate === "HELD") model.release(session);
  session.cell = GIVEN_UP[session.cell] ?? session.cell;
  session.expired = true;
  session.version += 1;
  session.lastUsedAt = session.lastActiveAt;
}

function lastOf(model: Model, session: ModelSession): ModelSession {
  const next = model.sessions.find(({ id }) => id === session.reopenedAs);
  return next === undefined ? session : lastOf(model, next);
}
