/** True under `deno task test:fast`: tests that need many cases, or processes, are skipped. */
export const IS_FEW = Deno.args.includes("--few");

/** True with `-- --whole`: long tests run at full length instead of a short form. */
export const IS_WHOLE = Deno.args.includes("--whole");
