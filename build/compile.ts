/** `deno task compile`: makes the single files. */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { compile } from "./compiled.ts";
import { excludedFolders } from "./excluded.ts";
import { BuildFailure } from "./failure.ts";
import { type BuildOptions, noRuntime, parseOptions, USAGE } from "./options.ts";
import {
  type Manifest,
  parseManifest,
  programFlags,
  PROGRAMS,
  taskStart,
  WORKERS,
} from "./programs.ts";
import { notForTarget } from "./runtime_binary.ts";
import { pack, selfExtracting } from "./self_extracting.ts";
import { fileName } from "./targets.ts";
import { commitOf, copySources } from "./tree.ts";
import { tryOut, versionOf } from "./try_out.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** A running build. */
interface Build extends BuildOptions {
  readonly manifest: Manifest;
  readonly commit: string;
  /** Folder of the copied sources and of unfinished files. */
  readonly scratch: string;
}

async function build(options: BuildOptions): Promise<void> {
  const out = resolve(options.out);
  await Deno.mkdir(out, { recursive: true });
  // In the target folder, so that finished files are renamed into place.
  const scratch = await Deno.makeTempDir({ dir: out, prefix: ".build-" });
  try {
    const commit = await commitOf(ROOT);
    await copySources(ROOT, join(scratch, "sources"), commit);
    const manifest = parseManifest(await Deno.readTextFile(join(ROOT, "deno.json")));
    const job = { ...options, manifest, commit, scratch };
    if (options.kind === "self-extracting" || !await compileAll(job)) await extractAll(job);
    if (options.target === Deno.build.target) await tryAll(job);
    for (const { name } of PROGRAMS) {
      const file = fileName(name, options.target);
      await Deno.rename(join(scratch, file), join(out, file));
      const { size } = await Deno.stat(join(out, file));
      say(`${join(options.out, file)}  ${(size / 1e6).toFixed(1)} MB`);
    }
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** @returns false to make self-extracting files instead */
async function compileAll({ scratch, target, ...job }: Build): Promise<boolean> {
  for (const program of PROGRAMS) {
    say(`Compiling ${program.name} for ${target}, commit ${job.commit}`);
    const result = await compile(join(scratch, "sources"), {
      program,
      manifest: job.manifest,
      target: target === Deno.build.target ? undefined : target,
      exclude: await excludedFolders(join(scratch, "sources"), program.entry),
      output: join(scratch, fileName(program.name, target)),
    });
    if (result.kind === "done") continue;
    if (result.kind === "failed") {
      throw new BuildFailure(`Cannot compile ${program.name}:\n${result.report}`);
    }
    const unreachable = `Cannot fetch the base binary: ${result.url}`;
    const problem = job.kind === "compiled"
      ? "--compiled allows no other kind"
      : noRuntime(target, Deno.build.target, job.runtime);
    if (problem !== undefined) throw new BuildFailure(`${unreachable}\n${problem}`);
    say(`${unreachable}\nMaking self-extracting files instead, which carry the whole runtime`);
    return false;
  }
  return true;
}

/** Starts the new files before they replace earlier ones. */
async function tryAll({ scratch, target, manifest: { version } }: Build): Promise<void> {
  for (const program of PROGRAMS) {
    const path = join(scratch, fileName(program.name, target));
    const said = await tryOut(program, { path, version, folder: scratch });
    say(`Started once: ${said}`);
  }
}

async function extractAll({ scratch, target, manifest, runtime, commit }: Build): Promise<void> {
  const binary = await readRuntime(runtime ?? Deno.execPath(), { target, scratch });
  say(`Packing the Deno runtime, ${(binary.length / 1e6).toFixed(1)} MB, commit ${commit}`);
  const packed = pack(binary);
  for (const program of PROGRAMS) {
    const files = await bundle({
      folder: join(scratch, "sources"),
      entry: program.entry,
      workers: WORKERS,
      scratch,
    });
    const bytes = selfExtracting({
      name: program.name,
      version: manifest.version,
      target,
      variables: taskStart(program, manifest).variables,
      flags: programFlags(program, manifest),
      runsItself: program.runsItself,
      files,
      runtime: packed,
    });
    await Deno.writeFile(join(scratch, fileName(program.name, target)), bytes, { mode: 0o755 });
  }
}

/** @throws {BuildFailure} when the file is not Deno for the target, as far as can be checked here */
async function readRuntime(
  path: string,
  { target, scratch }: Pick<Build, "target" | "scratch">,
): Promise<Uint8Array<ArrayBuffer>> {
  const binary = await Deno.readFile(path).catch((error: Error) => {
    throw new BuildFailure(`Cannot read the runtime, ${error.message}: ${path}`);
  });
  const problem = notForTarget(binary, target);
  if (problem !== undefined) {
    throw new BuildFailure(`The runtime must be Deno for ${target} and is ${problem}: ${path}`);
  }
  if (target !== Deno.build.target) return binary;
  const said = await versionOf(resolve(path), scratch);
  if (said?.startsWith("deno ")) return binary;
  throw new BuildFailure(`The runtime is not Deno, it printed ${said ?? "nothing"}: ${path}`);
}

function say(text: string): void {
  console.error(text);
}

/** One line for failures that the caller can fix, the stack for defects. */
function explain(error: unknown, { out }: BuildOptions): string {
  if (error instanceof BuildFailure) return error.message;
  if (error instanceof Deno.errors.NotCapable) {
    return `The sandbox allows ./dist only: --out must be within it: ${out}\n${error.message}`;
  }
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

const options = parseOptions(Deno.args, Deno.build.target);
if ("help" in options) {
  console.log(USAGE);
} else if ("problem" in options) {
  say(options.problem);
  Deno.exitCode = 2;
} else {
  await build(options).catch((error: unknown) => {
    say(explain(error, options));
    Deno.exitCode = 1;
  });
}
