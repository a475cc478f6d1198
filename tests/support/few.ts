/** True under `deno task test:fast`: tests that need many cases, or processes, are skipped. */
export const IS_FEW = Deno.args.includes("--few");
