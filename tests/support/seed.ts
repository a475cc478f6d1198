/** The same cases in every run, so that a failure is the change's and not the day's. */
const FIXED = 20_260_102;

/**
 * Seed of random tests: fixed in the suite, with `--fresh` another one in every run, which the
 * process prints, and with `--seed=N` that one.
 */
export const SEED = seedOf(Deno.args);

function seedOf(args: readonly string[]): number {
  const given = args.find((arg) => arg.startsWith("--seed="));
  if (given !== undefined) return Number(given.slice("--seed=".length));
  // The files of a run have one process, so that one seed repeats it.
  return args.includes("--fresh") ? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1 : FIXED;
}
