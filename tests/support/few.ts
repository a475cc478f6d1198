/** True under `deno task test:fast`: tests that need many cases, or processes, are skipped. */
export const IS_FEW = Deno.args.includes("--few");

/** True with `-- --whole`: long tests run at full length instead of a short form. */
export const IS_WHOLE = Deno.args.includes("--whole");

/** True if random tests run on cases of the suite's seed, and on no other. */
export const IS_SUITE = !IS_FEW &&
  !Deno.args.some((arg) => arg === "--fresh" || arg.startsWith("--seed="));

/**
 * Asserts that random cases reached something, or their test would hold nothing. Another seed may not
 * reach it: what must be tested has a test of its own.
 */
export function requireReached(isReached: boolean, what: string): void {
  if (IS_SUITE && !isReached) throw new Error(`No case reached: ${what}`);
}
