/** Calls of commands to the service, and the parts that all steps share. */
import { NOT_LEFT } from "./left.ts";
import { deepEqual, equal, ok } from "node:assert/strict";
import type { World } from "../../../support/app.ts";
import { type Cell, CELLS, EDITED, type Model, type ModelSession, type Needs } from "./model.ts";
import { BEGINS } from "./posted.ts";
import { STOCK } from "./shop.ts";

/** The service, with a note of what has been seen of it. */
export interface Real {
  readonly world: World;
  readonly seen: Set<string>;
}

/** A session in its model and its service. */
export interface Scene {
  readonly model: Model;
  readonly session: ModelSession;
  readonly real: Real;
}

/** Outcome of a request; `code` is empty on success. */
export interface Outcome {
  readonly code: string;
  // deno-lint-ignore no-explicit-any -- what came back is what the tests are about
  readonly data: any;
}

/** Refusals that must never be met where one thing happens after the other. */
const BROKEN = /^error\.(?:internal|unavailable|conflict|invalid-request|idempotency.*)$/;

/** Sends a request; each POST under a name of its own. */
export async function request(
  { model, real }: Pick<Scene, "model" | "real">,
  method: string,
  path: string,
  data?: unknown,
): Promise<Outcome> {
  const { world, seen } = real;
  const body = data === undefined ? undefined : { data };
  const key = `post-${model.posts++}`;
  const secret = model.secret ?? world.secret;
  const answer = await world.send(method, path, {
    body,
    secret,
    ...(method === "POST" && { headers: { "idempotency-key": key } }),
  });
  const code: string = answer.json.error?.code ?? "";
  ok(!BROKEN.test(code), `${method} ${path}: ${answer.text}`);
  if (code !== "") seen.add(code);
  if (method === "POST") {
    const { status, text } = answer;
    const isRecorded = status < 300 || code === "error.otp-invalid";
    model.lastPost = isRecorded ? { path, body, key, status, text, at: model.now } : null;
    if (isRecorded && BEGINS.test(path)) model.lastBegun = model.lastPost;
  }
  return { code, data: answer.json.data };
}

/** Method, path behind the session's, and `data`. */
export type Sent = readonly [method: string, path: string, data?: unknown];

/**
 * Sends a step of a session. Whether the session is found and its state allows the step
 * is judged here.
 *
 * @returns what is left to be judged; null when nothing is
 */
export async function step(
  scene: Scene,
  allowed: Partial<Record<Cell, Cell>>,
  [method, path, data]: Sent,
): Promise<Outcome | null> {
  const { session } = scene;
  return judged(scene, allowed, {
    path,
    ...await request(scene, method, `/session/${session.id}${path}`, data),
  });
}

/** Judges whether a session is found and its state allows a step; null when nothing is left. */
export function judged(
  { model, session }: Scene,
  allowed: Partial<Record<Cell, Cell>>,
  { path, ...outcome }: Outcome & { readonly path: string },
): Outcome | null {
  if (!model.isVisible(session)) {
    equal(outcome.code, "error.session-not-found");
    return null;
  }
  if (allowed[session.cell] === undefined) {
    equal(outcome.code, "error.invalid-state", `${path} in ${session.cell}`);
    return null;
  }
  return outcome;
}

/** A step was taken: the session is there, one version on. */
export function taken(scene: Scene, cell: Cell, data: Outcome["data"]): void {
  const { session } = scene;
  session.shown = data;
  kept(scene, cell);
  deepEqual([data.session_state, data.payment_state], CELLS[cell]);
  const option = data.shipping_options.find(({ id }: { readonly id: string }) =>
    id === data.shipping_option
  );
  equal(data.pricing.shipping, option?.price ?? -1);
}

/**
 * Sends a change of the cart.
 *
 * @returns the code of a refusal that the change itself has to account for, empty for
 *   none; null when nothing is left to be judged
 */
export async function edit(scene: Scene, sent: Sent): Promise<string | null> {
  const outcome = await step(scene, EDITED, sent);
  if (outcome?.code === "") taken(scene, EDITED[scene.session.cell]!, outcome.data);
  return outcome?.code ?? null;
}

/** Something of a step was kept, whether or not it was refused. */
export function kept({ model, session, real }: Scene, cell: Cell): void {
  session.cell = cell;
  session.version += 1;
  session.lastActiveAt = model.now;
  real.seen.add(cell);
}

/** Stock, uses and coins that an order at this price takes. */
export function needsOf({ session: { shown, phone } }: Scene): Needs {
  const units = new Map<string, number>();
  for (const { variant_id, quantity } of shown.items) {
    const variant = String(variant_id);
    if (STOCK[variant] !== null) units.set(variant, (units.get(variant) ?? 0) + quantity);
  }
  const coupons: string[] = shown.coupons.map(({ code }: { readonly code: string }) => code);
  const goods = shown.pricing.total;
  return { units, coupons, coins: shown.coin.coin_used, goods, phone };
}

/** A session that was just created. */
export function opened(model: Model, id: string): ModelSession {
  return {
    id,
    version: 1,
    cell: "iD",
    lastActiveAt: model.now,
    expired: false,
    shown: null,
    phone: null,
    hasAddress: false,
    challenge: null,
    otpSentAt: [],
    payment: null,
    oldPayments: [],
    needs: { units: new Map(), coupons: [], coins: 0, goods: 0, phone: null },
    missing: null,
    fate: "NONE",
    earned: 0,
    cancelled: false,
    link: null,
    ...NOT_LEFT,
  };
}
