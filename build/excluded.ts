/** Folders of packages that must not be put into a compiled file. */
import { join } from "node:path";
import { z } from "zod";
import { LOCKED, runDeno } from "./deno_command.ts";
import { BuildFailure } from "./failure.ts";

/**
 * What no program runs and `deno compile` cannot cope with. It looks into the files of a package,
 * and those of a test in `bintrees` hold 200,000 numbers, one a line: as JavaScript a subtraction
 * that is nested 100,000 deep, which overflows its stack in 2.9.6. The crash looks like that of
 * https://github.com/denoland/deno/issues/36746; RUST_MIN_STACK does not help here either.
 */
const EXCLUDED: readonly { readonly package: string; readonly folder: string }[] = [
  { package: "bintrees", folder: "test" },
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
  const { success, stdout, report } = await runDeno(folder, [
    "info",
    ...LOCKED,
    "--json",
    entry,
  ]);
  if (!success) throw new BuildFailure(`The modules cannot be listed: ${entry}\n${report}`);
  const packages = Object.values(graphSchema.parse(JSON.parse(stdout)).npmPackages);
  return EXCLUDED.flatMap((excluded) =>
    packages.filter(({ name }) => name === excluded.package)
      .map(({ localPath }) => join(localPath, excluded.folder))
  );
}
