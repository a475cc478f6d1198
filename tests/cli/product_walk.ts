import type { Shell } from "./support.ts";

/** Runs a command that adds entries of an action to the audit trail, or none. */
interface AuditedRun {
  readonly shell: Shell;
  // deno-lint-ignore no-explicit-any -- any command's result
  run(action: string | null, ...argv: string[]): Promise<any>;
}

/** Runs the commands that change product 41 and its pictures. */
export async function changeProduct(
  walk: AuditedRun,
  shop: readonly string[],
): Promise<void> {
  walk.shell.files.set("a.jpg", "picture a").set("b.jpg", "picture b");
  const run = (action: string | null, verb: string, ...words: string[]) =>
    walk.run(action, "product", "picture", verb, "41", ...words, ...shop);
  await walk.run("product.update", "product", "update", "41", ...shop, "--inventory", "7");
  await walk.run(null, "product", "list", ...shop);
  await run("product.update", "add", "a.jpg");
  const { pictures: [hash] } = await run(null, "list");
  await run("product.update", "add", "b.jpg");
  await run("product.update", "move", hash, "--to", "2");
  await run("product.update", "remove", hash);
}
