import { IS_WHOLE } from "../support/few.ts";

/** The number for this run: `deno task test:faults` is the whole form. */
export function rounds(sizes: { readonly short: number; readonly whole: number }): number {
  return IS_WHOLE ? sizes.whole : sizes.short;
}

/** Prints what a test has counted: "kill -9: 200 rounds, 51234 acknowledged, 0 lost". */
export function report(what: string, figures: Readonly<Record<string, number>>): void {
  const counted = Object.entries(figures).map(([name, n]) => `${n} ${name.replaceAll("_", " ")}`);
  console.log(`${what}: ${counted.join(", ")}`);
}
