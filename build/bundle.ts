/** A program as few plain files: itself and its workers, with everything they import within. */
import { basename, join } from "node:path";
import { LOCKED, runDeno } from "./deno_command.ts";
import { BuildFailure } from "./failure.ts";

/** A file by its name. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What to bundle. */
export interface BundleOptions {
  /** The sources. */
  readonly folder: string;
  /** Where the program begins, from that folder. */
  readonly entry: string;
  /** Modules that are started by their URL, from that folder. */
  readonly workers: readonly string[];
  /** A folder for files that are of no use afterwards. */
  readonly scratch: string;
}

/** The name of the program's own module in a bundle. */
export const PROGRAM_MODULE = "program.js";

/**
 * Bundles a program, and each worker that it starts as a module of its own beside it.
 *
 * @returns the program's module first
 * @throws {BuildFailure} with the bundler's report, or when a URL leads to a file that is not bundled
 */
export async function bundle(options: BundleOptions): Promise<readonly NamedFile[]> {
  const names = new Map(options.workers.map((path) => [path, workerName(path)]));
  const program = withWorkerNames(await bundleModule(options, options.entry), names);
  const files = [{ name: PROGRAM_MODULE, bytes: new TextEncoder().encode(program.text) }];
  // A worker may start another one, so that what is used is known only at the end.
  for (const used of program.used) {
    const worker = withWorkerNames(await bundleModule(options, used), names);
    worker.used.forEach((path) => program.used.add(path));
    files.push({ name: workerName(used), bytes: new TextEncoder().encode(worker.text) });
  }
  return files;
}

async function bundleModule(options: BundleOptions, entry: string): Promise<string> {
  const output = join(options.scratch, `${entry.replaceAll("/", "-")}.js`);
  const { success, report } = await runDeno(options.folder, [
    "bundle",
    ...LOCKED,
    "--platform=deno",
    `--output=${output}`,
    entry,
  ]);
  if (!success) throw new BuildFailure(`The program cannot be bundled: ${entry}\n${report}`);
  return withNativeDecoder(await Deno.readTextFile(output));
}

/**
 * Has the runtime decode the bytes that a program brings along: what the bundler puts in for that
 * goes over them one by one, at every start. Text that is made otherwise stays as it is.
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
 * Lets the URLs of workers lead to their bundles: the bundler leaves them as they were, relative
 * to a source file that is no longer there.
 *
 * @param names the workers' paths, and the names of their bundles
 * @returns the text, and the paths of the workers that it starts
 * @throws {BuildFailure} when a URL leads to a file that is no worker
 */
export function withWorkerNames(
  text: string,
  names: ReadonlyMap<string, string>,
): { readonly text: string; readonly used: Set<string> } {
  const used = new Set<string>();
  const changed = text.replace(
    /\bnew URL\(\s*(["'`])([^"'`]+)\1,\s*import\.meta\.url\s*\)/g,
    (_, __, specifier: string) => {
      const path = [...names.keys()].find((one) => basename(one) === basename(specifier));
      if (path === undefined) {
        throw new BuildFailure(
          `A file is opened by its URL and is not among the workers: ${specifier}`,
        );
      }
      used.add(path);
      return `new URL(${JSON.stringify(`./${names.get(path)}`)}, import.meta.url)`;
    },
  );
  return { text: changed, used };
}
