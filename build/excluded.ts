/** Folders of packages to leave out of a compiled file. */
import { join } from "node:path";
import { z } from "zod";
import { moduleGraph } from "./deno_command.ts";

/**
 * Folders that no program uses. `deno compile` takes every file of a package:
 *
 * - `zod` has its sources beside what is made of them, 3 MB.
 * - `bintrees` has a test file that crashes it: 200,000 numbers parse as a subtraction nested 100,000
 *   deep, which overflows the stack of Deno 2.9.6. The crash looks like that of
 *   https://github.com/denoland/deno/issues/36746; RUST_MIN_STACK does not help.
 */
const EXCLUDED: readonly { readonly package: string; readonly folder: string }[] = [
  { package: "bintrees", folder: "test" },
  { package: "zod", folder: "src" },
];

const graphSchema = z.object({
  npmPackages: z.record(z.string(), z.object({ name: z.string(), localPath: z.string() })),
});

/**
 * Finds the folders to leave out of a program, in the cache of packages.
 *
 * @param folder the sources
 * @throws {BuildFailure} when the packages cannot be fetched
 */
export async function excludedFolders(folder: string, entry: string): Promise<readonly string[]> {
  const graph = graphSchema.parse(JSON.parse(await moduleGraph(folder, entry)));
  const packages = Object.values(graph.npmPackages);
  return EXCLUDED.flatMap((excluded) =>
    packages.filter(({ name }) => name === excluded.package)
      .map(({ localPath }) => join(localPath, excluded.folder))
  );
}
