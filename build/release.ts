/**
 * `deno task release check TAG` and `deno task release collect TAG`: what has to hold before a
 * release, and the folder `dist/release` with everything that is published.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseChangelog } from "./changelog.ts";
import { LOCKED, runDeno } from "./deno_command.ts";
import { parseManifest, PROGRAMS } from "./programs.ts";
import { checksumLine, releaseFiles, releaseNotes } from "./release_files.ts";
import { billOfMaterials, packagesOf } from "./sbom.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILDS = join(ROOT, "dist");
const RELEASE = join(BUILDS, "release");

/** @returns the notes of the release */
async function check(tag: string, version: string): Promise<string> {
  const changelog = parseChangelog(await Deno.readTextFile(join(ROOT, "CHANGELOG.md")));
  return releaseNotes(tag, version, changelog);
}

async function collect(version: string, notes: string): Promise<void> {
  const files = releaseFiles(version);
  for (const { path, target } of files) await requireBuild(path, target);
  // What lies there of another version, or of somebody else, would be published too.
  await Deno.remove(RELEASE, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(RELEASE, { recursive: true });
  let sums = "";
  const add = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    await Deno.writeFile(join(RELEASE, name), bytes);
    sums += checksumLine(name, bytes);
  };
  for (const { path, name } of files) {
    await add(name, await Deno.readFile(join(BUILDS, path)));
  }
  const graphs = [];
  for (const { entry } of PROGRAMS) graphs.push(await moduleGraph(entry));
  const packages = packagesOf(await Deno.readTextFile(join(ROOT, "program.lock")), graphs);
  const bom = billOfMaterials(version, Deno.version.deno, packages);
  const text = new TextEncoder();
  await add(`checkoutd-${version}.cdx.json`, text.encode(`${JSON.stringify(bom, null, 2)}\n`));
  await Deno.writeTextFile(join(RELEASE, "SHA256SUMS"), sums);
  // Beside the folder, not in it: it is the text of the release and none of its files.
  await Deno.writeTextFile(join(BUILDS, "release_notes.md"), notes);
}

/** @throws {Error} in one line when a build is not there */
async function requireBuild(path: string, target: string): Promise<void> {
  const isThere = await Deno.stat(join(BUILDS, path)).then(({ isFile }) => isFile, () => false);
  if (isThere) return;
  const how = `deno task compile --compiled --target ${target} --out dist/${target}`;
  throw new Error(`A build is missing, which \`${how}\` makes: ${join("dist", path)}`);
}

async function moduleGraph(entry: string): Promise<string> {
  const { success, stdout, report } = await runDeno(ROOT, ["info", ...LOCKED, "--json", entry]);
  if (!success) throw new Error(`The modules cannot be listed: ${entry}\n${report}`);
  return stdout;
}

const [verb, tag = "", ...more] = Deno.args;
if ((verb !== "check" && verb !== "collect") || tag === "" || more.length > 0) {
  console.error("Usage: deno task release check|collect v1.2.3");
  Deno.exitCode = 2;
} else {
  try {
    const { version } = parseManifest(await Deno.readTextFile(join(ROOT, "deno.json")));
    const notes = await check(tag, version);
    if (verb === "collect") await collect(version, notes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    Deno.exitCode = 1;
  }
}
