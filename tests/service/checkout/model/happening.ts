/** Something that happens, as a command that fast-check puts in a row. */
import fc from "fast-check";
import { checkAll } from "./check.ts";
import { EDITED, GIVEN_UP, type Model, type ModelSession } from "./model.ts";
import { isPlacedByPart } from "./payment.ts";
import type { Real, Scene } from "./request.ts";

/** Conditions of an event. */
type Facts = Pick<Model, "sessions" | "lastPost" | "now" | "keys">;

/** One thing that happens; all that must hold is looked at after it. */
export class Happening implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #canHappen: (facts: Facts) => boolean;
  readonly #happen: (model: Model, real: Real) => Promise<void>;

  constructor(
    name: string,
    happen: (model: Model, real: Real) => Promise<void>,
    canHappen: (facts: Facts) => boolean = () => true,
  ) {
    this.#name = name;
    this.#happen = happen;
    this.#canHappen = canHappen;
  }

  check(model: Readonly<Facts>): boolean {
    return this.#canHappen(model);
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.#happen(model, real);
    await checkAll(model, real.world);
  }

  toString(): string {
    return this.#name;
  }
}

export type Likely = (session: ModelSession, model: Model) => boolean;

export const isOpen: Likely = (session, model) =>
  model.isVisible(session) && session.cell in GIVEN_UP;
export const hasFailed: Likely = ({ payment }) => payment?.status === "FAILED";
export const isEditable: Likely = (session, model) =>
  model.isVisible(session) && session.cell in EDITED;
export const isKnown: Likely = (session, model) =>
  isEditable(session, model) && session.phone !== null;
export const isCod: Likely = (session, model) =>
  isPlacedByPart(session) || (isEditable(session, model) && session.shown.pricing.cod_order);
export const isPaying: Likely = ({ payment }) => payment?.status === "PENDING";

/** Mostly one of the latest that are likely to come to something; at times any. */
function picked(model: Model, pick: number, isLikely: Likely): ModelSession {
  const { sessions } = model;
  const likely = sessions.filter((one) => isLikely(one, model));
  return (pick < 85 ? likely.at(-1 - pick % 3) : undefined) ?? sessions[pick % sessions.length]!;
}

/** One of some values. */
export function among<T>(values: readonly T[], which: number): T {
  return values[which % values.length]!;
}

/** A step of one of the sessions. */
export function on(
  name: string,
  take: (scene: Scene, which: number, what: number) => Promise<void>,
  isLikely = isEditable,
): fc.Arbitrary<Happening> {
  return fc.tuple(fc.nat(99), fc.nat(7), fc.nat(7)).map(([pick, which, what]) =>
    new Happening(
      `${name}(session ${pick}, ${which}, ${what})`,
      async (model, real) => {
        await take({ model, session: picked(model, pick, isLikely), real }, which, what);
      },
      ({ sessions }) => sessions.length > 0,
    )
  );
}
