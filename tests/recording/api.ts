import fc from "fast-check";
import { fuzz } from "../fuzz/run.ts";
import { withShop } from "../web/api/shop.ts";
import {
  type Known,
  type RandomCheckout,
  randomCheckouts,
} from "../store/postgres/same_answers.ts";
import type { World } from "../support/app.ts";
import { uuid } from "../support/builders.ts";
import type { OpenStore } from "./record.ts";
import type { Recording } from "./recording.ts";

const SEED = 20_261_124;
const CASES = 700;
const CHECKOUTS = 100;

/** Mutated requests to every operation. */
export async function recordApi(recording: Recording, open: OpenStore): Promise<void> {
  await fuzz({
    cases: CASES,
    seed: SEED,
    tell: console.error,
    open,
    answered: ({ method, path }, answer) => recording.answer(`${method} ${path}`, answer),
  });
}

/** Random checkouts of a shop's backend, most of them with orders. */
export async function recordCheckouts(recording: Recording, open: OpenStore): Promise<void> {
  await withShop(async (world) => {
    for (const checkout of fc.sample(randomCheckouts, { numRuns: CHECKOUTS, seed: SEED })) {
      await play(recording, world, checkout);
    }
  }, { open });
}

async function play(
  recording: Recording,
  { send, clock, told }: World,
  { cart, steps }: RandomCheckout,
): Promise<void> {
  const asked = async (
    [method, path, data]: ReturnType<RandomCheckout["steps"][number]["ask"]>,
    idempotencyKey: string | null,
  ) => {
    const answer = await send(method, path, {
      ...(data !== undefined && { body: { data } }),
      ...(idempotencyKey !== null && { headers: { "idempotency-key": idempotencyKey } }),
    });
    recording.answer(`${method} ${path}`, answer);
    clock.advance(10_000);
    return answer.json?.data;
  };
  const created = await asked(["POST", "/session", cart], null);
  const known: Known = {
    id: created?.session_id ?? uuid(999),
    payment: { id: uuid(999), amount: 1 },
    otp: "000000",
  };
  for (const { ask, idempotencyKey } of steps) {
    const data = await asked(ask(known), idempotencyKey);
    const otp = told.at(-1)?.["otp"];
    if (typeof otp === "string") known.otp = otp;
    const payment = data?.payment;
    if (payment) known.payment = { id: payment.payment_id, amount: payment.amount };
  }
}
