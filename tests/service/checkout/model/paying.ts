/** Payments and orders: what is set aside, given back and sold, and when. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { AppError } from "../../../../src/domain/errors.ts";
import { startPayment as pay } from "../../../../src/domain/steps/payment.ts";
import { callerOf } from "../../../../src/domain/caller.ts";
import { type Cell, GIVEN_UP, type ModelSession, PLACED } from "./model.ts";
import { ordered } from "./ordered.ts";
import { isPlacedByPart } from "./payment.ts";
import {
  judged,
  kept,
  needsOf,
  type Outcome,
  request,
  type Scene,
  step,
  taken,
} from "./request.ts";
import { type ShopKind, SHORT_ENDS_AT, STOCK } from "./shop.ts";

/** From where a payment can start. */
const START: Partial<Record<Cell, Cell>> = { iD: "gW", gD: "gW", gF: "gW" };

/** Refusals that leave the session at its new price. */
const AT_NEW_PRICE = new Set([
  "error.coupon-limit-reached",
  "error.coupon-expired",
  "error.coupon-not-found",
  "error.out-of-stock",
  "error.price-changed",
]);

/** Starts a payment: all that the order needs is set aside, or there is a reason why not. */
export async function startPayment(scene: Scene): Promise<void> {
  await start(scene, (from) => step(scene, from, ["POST", "/payment"]));
}

/** Starts a manual payment, as the checkout page does: its money is awaited for two hours. */
export async function startManual(scene: Scene): Promise<void> {
  await start(scene, async (from) => {
    const { real: { world }, model: { keys: [current = world] }, session } = scene;
    const call = { caller: callerOf(current.key), sessionId: session.id, alsoCommit: () => [] };
    const code = await world.services.checkout.run(call, pay, { input: () => ({ days: 1 / 12 }) })
      .then(() => "", (error) => {
        if (error instanceof AppError) return error.code;
        throw error;
      });
    if (code !== "") scene.real.seen.add(code);
    const { data } = code === ""
      ? await request(scene, "GET", `/session/${session.id}`)
      : { data: null };
    return judged(scene, from, { path: "manual payment", code, data });
  });
}

async function start(
  scene: Scene,
  call: (from: Partial<Record<Cell, Cell>>) => Promise<Outcome | null>,
): Promise<void> {
  const isReleased = scene.session.cell === "gW" && scene.session.fate === "NONE";
  const from = isReleased ? { ...START, gW: "gW" as const } : START;
  const outcome = await call(from);
  if (outcome === null) return;
  if (isReleased) scene.real.seen.add(`a payment in place of a released one: ${outcome.code}`);
  if (outcome.code === "") started(scene, outcome.data);
  else await refused(scene, outcome.code, { isPlacing: false });
}

/**
 * Starts the payments of several sessions at once: those that got what they need leave
 * none to the others.
 *
 * @param scenes sessions that are found and may be paid for
 */
export async function startTogether(scenes: readonly Scene[]): Promise<void> {
  const answers = await Promise.all(scenes.map(async (scene) => ({ scene, ...await post(scene) })));
  for (const { scene, code, data } of answers) if (code === "") started(scene, data);
  for (const { scene, code } of answers) {
    if (code === "") continue;
    scene.real.seen.add(`together: ${code}`);
    await refused(scene, code, { isPlacing: false });
  }
}

/** Starts two payments of one session at once, of which at most one can be. */
export async function startTwice(scene: Scene): Promise<void> {
  const answers = await Promise.all([post(scene), post(scene)]);
  // In an order in which they may have come: what one is refused, the other may get after it.
  const place = ({ code }: Outcome) => code === "" ? 1 : code === "error.invalid-state" ? 2 : 0;
  for (const { code, data } of answers.sort((one, other) => place(one) - place(other))) {
    if (code === "") started(scene, data);
    else if (scene.session.cell in START) await refused(scene, code, { isPlacing: false });
    else equal(code, "error.invalid-state", "a second payment of one session");
  }
}

async function post(scene: Scene): Promise<Outcome> {
  return await request(scene, "POST", `/session/${scene.session.id}/payment`);
}

function started(scene: Scene, data: Outcome["data"]): void {
  const { model, session, real } = scene;
  const { payment_id: id, amount, method, status, due_at } = data.payment;
  const dueAt = due_at && Date.parse(due_at);
  equal(data.pricing.total_payable, session.shown.pricing.total_payable, "the price was shown");
  if (session.payment !== null) session.oldPayments.push(session.payment.id);
  session.payment = { id, amount, status, isPart: method === "COD", startedAt: model.now, dueAt };
  const isPart = data.pricing.cod_order;
  equal(amount, isPart ? data.pricing.partial_cod_price : data.pricing.total_payable);
  taken(scene, amount === 0 ? "cP" : "gW", data);
  ready(scene);
  model.hold(session, needsOf(scene));
  if (session.needs.coins > 0) real.seen.add("coins set aside");
  if (amount > 0) return;
  model.sell(session);
  real.seen.add("an order for nothing");
}

/** Places an order with cash on delivery; one that its prepaid part has placed stays as it is. */
export async function placeOrder(scene: Scene): Promise<void> {
  const { model, session, real } = scene;
  if (isPlacedByPart(session)) return await placedAgain(scene);
  const outcome = await step(scene, PLACED, ["POST", "/complete"]);
  if (outcome === null) return;
  if (outcome.code !== "") return await refused(scene, outcome.code, { isPlacing: true });
  const { cod_order, is_partial_cod } = outcome.data.pricing;
  deepEqual([cod_order, is_partial_cod], [true, false]);
  taken(scene, PLACED[session.cell]!, outcome.data);
  ready(scene);
  model.hold(session, needsOf(scene));
  if (session.payment !== null) session.oldPayments.push(session.payment.id);
  session.payment = null;
  ordered(scene, outcome.data);
  real.seen.add("an order on delivery");
}

async function placedAgain(scene: Scene): Promise<void> {
  const { model, session, real } = scene;
  const { code, data } = await request(scene, "POST", `/session/${session.id}/complete`);
  equal(code, "");
  deepEqual(data.order, session.shown.order);
  session.lastActiveAt = model.now;
  real.seen.add("an order that its part has placed is completed");
}

/** Requirements before anything is held. */
function ready({ model, session: { shown, hasAddress, phone } }: Scene): void {
  ok(!model.kind.ships || hasAddress, "the address is known");
  ok(!needsPhone(model.kind, shown) || phone !== null, "the phone is verified");
  deepEqual(shown.requires, [], "nothing was missing");
  const codes = shown.coupons.map(({ code }: { readonly code: string }) => code);
  ok(!codes.includes("SHORT") || model.now < SHORT_ENDS_AT, "SHORT is not over");
}

/** True if the shop's own rule needs a verified phone. */
function needsPhone({ verifies }: ShopKind, { pricing }: ModelSession["shown"]): boolean {
  return verifies === "always" || (verifies === "cod" && pricing.cod_order);
}

async function refused(
  scene: Scene,
  code: string,
  { isPlacing }: { readonly isPlacing: boolean },
): Promise<void> {
  const { model, session, real } = scene;
  const { pricing, coupons, requires } = session.shown;
  const codes: string[] = coupons.map((one: { readonly code: string }) => one.code);
  const obstacles = model.obstacles(needsOf(scene));
  const isLimited = codes.some((one) => obstacles.includes(one));
  const isRule = needsPhone(model.kind, session.shown);
  if (isRule && !isLimited) real.seen.add(`${code} by ${model.kind.verifies}`);
  const hasChanged = AT_NEW_PRICE.has(code) && await showsAnew(scene);
  const reasons: Record<string, boolean> = {
    "error.address-required": model.kind.ships && !session.hasAddress &&
      requires.includes("address"),
    "error.coupon-limit-reached": isLimited && hasChanged,
    "error.phone-required": (isLimited || isRule) && session.phone === null &&
      requires.includes("phone"),
    "error.coupon-expired": codes.includes("SHORT") && model.now >= SHORT_ENDS_AT && hasChanged,
    "error.coupon-not-found": codes.some((one) => model.removed.has(one)) && hasChanged,
    "error.out-of-stock": obstacles.some((one) => one in STOCK),
    // Coins were spent elsewhere, or a coupon that applies by itself may be used again.
    "error.price-changed": hasChanged,
    // A cash-on-delivery order without a prepaid part needs no payment: complete it.
    "error.invalid-state": !isPlacing && pricing.cod_order && !pricing.is_partial_cod,
    "error.cod-not-available": isPlacing && !pricing.cod_order,
    "error.payment-required": isPlacing && pricing.is_partial_cod,
  };
  ok(reasons[code], `${code} for ${JSON.stringify([codes, obstacles, pricing])}`);
}

/** The session was kept at its price of now: looks at it; returns whether it is another one. */
async function showsAnew(scene: Scene): Promise<boolean> {
  const { session } = scene;
  // A released payment gives way to one that is then not started.
  const isReplaced = session.cell === "gW";
  if (isReplaced) session.payment!.status = "FAILED";
  kept(scene, isReplaced ? "gF" : session.cell);
  const before = essence(session.shown);
  session.shown = (await request(scene, "GET", `/session/${session.id}`)).data;
  return essence(session.shown) !== before;
}

function essence({ items, pricing, coupons, coin }: ModelSession["shown"]): string {
  const units = items.map((one: Record<string, unknown>) => [one["variant_id"], one["quantity"]]);
  const codes = coupons.map((one: Record<string, unknown>) => one["code"]);
  return JSON.stringify([units, pricing, codes, coin.coin_used]);
}

/** Gives a checkout up. */
export async function abandon(scene: Scene): Promise<void> {
  const { model, session } = scene;
  const outcome = await step(scene, GIVEN_UP, ["POST", "/abandon"]);
  if (outcome === null) return;
  equal(outcome.code, "");
  if (session.fate === "HELD") model.release(session);
  taken(scene, GIVEN_UP[session.cell]!, outcome.data);
}
