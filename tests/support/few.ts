/** True under `deno task test:fast`: tests that need many cases, or processes, are skipped. */
export const IS_FEW = Deno.args.includes("--few");

/** True with `-- --whole`: long tests run at full length instead of a short form. */
export const IS_WHOLE = Deno.args.includes("--whole");

/**
 * True with `--fresh`: random tests run from another seed in every run. What a seed happens to reach
 * is checked with the suite's seed alone.
 */
export const IS_FRESH = Deno.args.includes("--fresh");
