/** Links to checkout pages, by the API and by their customers. */
import { deepEqual, equal } from "node:assert/strict";
import { read } from "./edits.ts";
import type { Model, ModelSession } from "./model.ts";
import { abandon } from "./paying.ts";
import type { Scene } from "./request.ts";

const DAY = 86_400_000;
const BASE = "https://pay.shop.example";

/** The link of a session. */
export interface ModelLink {
  readonly token: string;
  readonly at: number;
}

/** A session is read, shown by a link, or abandoned, at times between two looks by a link. */
export async function abandonOrLook(scene: Scene, which: number): Promise<void> {
  if (which > 1) return await look(scene, which);
  if (which === 1) await link(scene);
  await abandon(scene);
  if (which === 1) await link(scene);
}

/** A session is read, or shown by a link. */
function look(scene: Scene, which: number): Promise<void> {
  return which < 4 ? read(scene) : link(scene);
}

/** A link is opened, then replaced by another one, which is visited. */
async function link({ model, session, real }: Scene): Promise<void> {
  const { services: { checkoutLinks, pages }, send } = real.world;
  pages.servedAt(BASE);
  const before = session.link;
  if (before !== null) await open(before, { model, session, real });
  const secret = model.secret ?? real.world.secret;
  const { status, json } = await send("POST", `/session/${session.id}/checkout-link`, { secret });
  if (!model.isVisible(session)) return equal(status, 404);
  session.lastActiveAt = status === 201 ? model.now : session.lastActiveAt;
  if (session.cell.startsWith("a")) return equal(status, 409);
  equal(status, 201);
  session.link = { token: String(json.data.url).slice(`${BASE}/c/`.length), at: model.now };
  real.seen.add(before === null ? "a link is made" : "a link is replaced");
  if (before !== null) equal(await checkoutLinks.open(before.token), null);
  await open(session.link, { model, session, real });
  equal((await checkoutLinks.visit(session.link.token))?.hasEnded, false);
}

/** What a link opens: its session, until a day after its making or after a manual payment is due. */
async function open({ token, at }: ModelLink, { model, session, real }: Scene): Promise<void> {
  const opened = await real.world.services.checkoutLinks.open(token);
  const dueAt = session.payment?.status === "FAILED" ? null : session.payment?.dueAt;
  if (model.now >= Math.max(at, dueAt ?? 0) + DAY) return equal(opened, null);
  const hasEnded = hasEndedFor(model, session);
  if (hasEnded) real.seen.add("a link shows the end");
  deepEqual([opened?.session.version, opened?.hasEnded], [session.version, hasEnded]);
}

function hasEndedFor(model: Model, session: ModelSession): boolean {
  return session.cell.startsWith("a") || !model.isVisible(session);
}
