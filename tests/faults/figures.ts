/**
 * Length of these tests. `deno test` runs a short form of each, `deno task test:faults`
 * the whole: what follows `--` on the command line arrives here.
 */
const isWhole = Deno.args.includes("--whole");

/** The number for this run. */
export function rounds(sizes: { readonly short: number; readonly whole: number }): number {
  return isWhole ? sizes.whole : sizes.short;
}

/** Prints what a test has counted: "kill -9: 200 rounds, 51234 acknowledged, 0 lost". */
export function report(what: string, figures: Readonly<Record<string, number>>): void {
  const counted = Object.entries(figures).map(([name, n]) => `${n} ${name.replaceAll("_", " ")}`);
  console.log(`${what}: ${counted.join(", ")}`);
}
