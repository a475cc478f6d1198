import type { Verdict } from "./targets.ts";
import { change, hundredths, ms, percent } from "./text.ts";

/** A verdict in words, for the table and the picture. */
export interface VerdictText {
  readonly what: string;
  /** The figure with its unit: `0.34 of the floor`. */
  readonly measured: string;
  /** Its target: `at least 0.60`. */
  readonly target: string;
  readonly outcome: "met" | "missed";
}

/** Puts a verdict into words. */
export function verdictText({ what, measured, target, bound, unit, isMet }: Verdict): VerdictText {
  const { figure, aim } = WRITERS[unit];
  return {
    what,
    measured: figure(measured),
    target: `${bound} ${aim(target)}`,
    outcome: isMet ? "met" : "missed",
  };
}

interface Writer {
  readonly figure: (value: number) => string;
  readonly aim: (value: number) => string;
}

const WRITERS: Readonly<Record<Verdict["unit"], Writer>> = {
  "of the floor": { figure: (value) => `${hundredths(value)} of the floor`, aim: hundredths },
  "of its ratio lost": { figure: change, aim: (value) => `${percent(value)} lost` },
  ms: { figure: (value) => `${ms(value)} ms`, aim: (value) => `${value} ms` },
  MiB: { figure: (value) => `${value.toFixed(0)} MiB`, aim: (value) => `${value} MiB` },
};
