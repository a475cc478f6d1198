/** Orders that are cancelled: what goes back, and when. */
import { deepEqual, equal, match } from "node:assert/strict";
import type { World } from "../../../support/app.ts";
import type { Likely } from "./happening.ts";
import type { Cell } from "./model.ts";
import { type Scene, step, taken } from "./request.ts";

/** Where an order is, before and after. */
const ORDERS: Partial<Record<Cell, Cell>> = { cD: "cD", cP: "cP" };

export const isOrder: Likely = ({ cell, cancelled }) => cell in ORDERS && !cancelled;

/** Cancels an order: all that it took goes back, once. */
export async function cancelOrder(scene: Scene): Promise<void> {
  const { model, session, real } = scene;
  if (session.cancelled) return await refuseAgain(scene);
  const reason = "Changed their mind";
  const outcome = await step(scene, ORDERS, ["POST", "/cancel", { reason }]);
  if (outcome === null) return;
  equal(outcome.code, "");
  taken(scene, session.cell, outcome.data);
  const { order, coin, pricing } = outcome.data;
  deepEqual([order.cancelled_at, order.cancel_reason], [
    new Date(model.now).toISOString(),
    reason,
  ]);
  const takenBack = model.unsell(session);
  session.cancelled = true;
  if (session.needs.phone !== null) equal(coin.coin_available, model.available(session.phone));
  const told = await lastEvent(scene);
  deepEqual([told.type, told.data["coins_returned"], told.data["coins_taken_back"]], [
    "order.cancelled",
    session.needs.coins,
    takenBack,
  ]);
  equal(told.data["amount_paid"], pricing.amount_paid.toFixed(2));
  const debt = session.earned - takenBack;
  equal(order.shortfall?.coin_debt ?? 0, debt);
  if (debt > 0) real.seen.add("a cancelled order leaves a debt");
  real.seen.add(`an order is cancelled in ${session.cell}`);
  if (session.needs.coins > 0) real.seen.add("a cancelled order returns coins");
  if (session.missing !== null) real.seen.add("a late order is cancelled");
}

/** The second time is a conflict, which changes nothing. */
async function refuseAgain({ model, session, real }: Scene): Promise<void> {
  const { status, json } = await real.world.send("POST", `/session/${session.id}/cancel`, {
    secret: model.secret ?? real.world.secret,
    body: { data: {} },
  });
  deepEqual([status, json.error.code], [409, "error.conflict"]);
  match(json.error.message, /^The order was already cancelled: /);
  real.seen.add("an order is cancelled twice");
  model.lastPost = null;
}

async function lastEvent({ session, real }: Scene) {
  const { store }: World = real.world;
  const event = (await store.sessions.events(session.id as never)).at(-1);
  if (event === undefined) throw new Error(`No event of session ${session.id}`);
  return event;
}
