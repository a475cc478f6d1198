/**
 * The programs with their modules in one file each, which start in half the time of the sources.
 * Scripts and permissions are those of `bin`.
 */
import { hash } from "node:crypto";
import { join } from "node:path";
import { ROOT } from "./root.ts";
import { LOCK, type SCRIPTS } from "./tasks.ts";

/** Bundles are kept so long, as the next run of the tests may need them. */
const OLD_MS = 86_400_000;
const PREFIX = "checkoutd-bundled-";

let folder: string | undefined;

/** Path of a script that runs a program from its bundle. */
export function bundled(program: keyof typeof SCRIPTS): string {
  return `${bundledFolder()}/bin/${program}`;
}

/** A folder as that of the project, with the bundles in place of the sources. */
export function bundledFolder(): string {
  return folder ??= made();
}

/** The folder of the bundles of these sources, made by the first who asks for it. */
function made(): string {
  const all = Deno.env.get("TMPDIR") ?? "/tmp";
  const place = join(all, `${PREFIX}${fingerprint()}`);
  if (exists(place)) return place;
  const making = `${place}-${Deno.pid}`;
  try {
    Deno.mkdirSync(making);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    // Another thread makes it.
    const nap = new Int32Array(new SharedArrayBuffer(4));
    while (exists(making)) Atomics.wait(nap, 0, 0, 100);
    return place;
  }
  for (const { name } of Deno.readDirSync(all)) {
    if (name.startsWith(PREFIX)) removeOld(join(all, name));
  }
  const { success, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", LOCK, `${ROOT}tests/support/bundle_programs.ts`, making],
    cwd: ROOT,
    stdin: "null",
  }).outputSync();
  if (success && !exists(place)) Deno.renameSync(making, place);
  else Deno.removeSync(making, { recursive: true });
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return place;
}

/** Changes with every file that the bundles are made of. */
function fingerprint(): string {
  const seen: string[] = [Deno.version.deno];
  const see = (path: string) => {
    const { isDirectory, mtime, size } = Deno.statSync(path);
    if (!isDirectory) seen.push(`${path} ${mtime?.getTime()} ${size}`);
    else for (const { name } of Deno.readDirSync(path)) see(`${path}/${name}`);
  };
  for (
    const name of [
      ...[
        "src",
        "docs",
        "SECURITY.md",
        "bin",
        "build",
        "main.ts",
        "cli.ts",
        "dashboard.ts",
        "server.ts",
        "deno.json",
        "import_map.json",
      ],
      ...["program.lock", "tests/support/bundle_programs.ts"],
    ]
  ) see(`${ROOT}${name}`);
  return hash("sha256", seen.sort().join("\n"), "hex").slice(0, 16);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Removes the bundles of sources that have changed since. */
function removeOld(path: string): void {
  if (Date.now() - (Deno.statSync(path).mtime?.getTime() ?? 0) > OLD_MS) {
    Deno.removeSync(path, { recursive: true });
  }
}
