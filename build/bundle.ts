/** Bundles a program and its workers: each a file, with others for what is loaded later. */
import { basename, join } from "node:path";
import { LOCKED, runDeno } from "./deno_command.ts";
import { BuildFailure } from "./failure.ts";

/** A file by its name. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A program to bundle. */
export interface BundleOptions {
  /** The sources. */
  readonly folder: string;
  /** Entry module, from that folder. */
  readonly entry: string;
  /** Modules that are started as workers, from that folder. */
  readonly workers: readonly string[];
  /** A folder for temporary files. */
  readonly scratch: string;
}

/** Name of the program's module in a bundle. */
export const PROGRAM_MODULE = "program.js";

/**
 * Bundles a program, and each worker that it starts into a module beside it. A module that is
 * imported when it is needed becomes a file of its own, so that a start does not load it.
 *
 * @returns the program's module first
 * @throws {BuildFailure} with the bundler's report, or when a URL names a file that is no worker
 */
export async function bundle(options: BundleOptions): Promise<readonly NamedFile[]> {
  const names = new Map(options.workers.map((path) => [path, workerName(path)]));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const workers = new Set<string>();
  const add = async (entry: string, entryName: string) => {
    for (const [name, text] of await bundleModule(options, { entry, entryName })) {
      const module = withWorkerNames(text, names);
      module.used.forEach((path) => workers.add(path));
      // Chunks are named by their content: two entries may have the same one.
      files.set(name, new TextEncoder().encode(module.text));
    }
  };
  await add(options.entry, PROGRAM_MODULE);
  // A worker may start another one, which adds to the set while it is iterated.
  for (const used of workers) await add(used, workerName(used));
  return Array.from(files, ([name, bytes]) => ({ name, bytes }));
}

/** The modules of an entry by name: the entry itself first, then those it imports. */
async function bundleModule(
  { folder, scratch }: BundleOptions,
  { entry, entryName }: { readonly entry: string; readonly entryName: string },
): Promise<readonly (readonly [name: string, text: string])[]> {
  const output = await Deno.makeTempDir({ dir: scratch });
  const { success, report } = await runDeno(folder, [
    "bundle",
    ...LOCKED,
    "--platform=deno",
    "--code-splitting",
    `--outdir=${output}`,
    entry,
  ]);
  if (!success) throw new BuildFailure(`Cannot bundle ${entry}\n${report}`);
  const own = workerName(entry);
  const chunks = (await Array.fromAsync(Deno.readDir(output), ({ name }) => name))
    .filter((name) => name !== own).sort();
  return await Promise.all([own, ...chunks].map(async (name) => {
    const text = withNativeDecoder(await Deno.readTextFile(join(output, name)));
    return [name === own ? entryName : name, text] as const;
  }));
}

/**
 * Makes the runtime decode embedded bytes: the bundler's decoder goes over them one by one at every
 * start.
 */
function withNativeDecoder(text: string): string {
  return text.replace(
    /^var __toBinary = [^]*?\n\}\)\(\);$/m,
    "var __toBinary = (base64) => Uint8Array.fromBase64(base64);",
  );
}

function workerName(path: string): string {
  return basename(path).replace(/\.ts$/, ".js");
}

/**
 * Points the URLs of workers to their bundles; the bundler leaves them relative to the source file.
 *
 * @param names the paths of the workers with the names of their bundles
 * @returns the text, and the paths of the workers that it starts
 * @throws {BuildFailure} when a URL names a file that is no worker
 */
export function withWorkerNames(
  text: string,
  names: ReadonlyMap<string, string>,
): { readonly text: string; readonly used: Set<string> } {
  const used = new Set<string>();
  const changed = text.replace(
    /\bnew URL\(\s*(["'`])([^"'`]+)\1,\s*import\.meta\.url\s*\)/g,
    (whole, __, specifier: string) => {
      // Packages name their code in WASM, which we import as bytes and hand to them.
      if (specifier.endsWith(".wasm")) return whole;
      const path = [...names.keys()].find((one) => basename(one) === basename(specifier));
      if (path === undefined) {
        throw new BuildFailure(`A URL names a file that is not listed as a worker: ${specifier}`);
      }
      used.add(path);
      return `new URL(${JSON.stringify(`./${names.get(path)}`)}, import.meta.url)`;
    },
  );
  return { text: changed, used };
}
