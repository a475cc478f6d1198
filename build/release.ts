/**
 * `deno task release check TAG` checks the version and the changelog before a release;
 * `deno task release collect TAG` puts the published files into `dist/release`.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseChangelog } from "./changelog.ts";
import { moduleGraph } from "./deno_command.ts";
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
  // Other files in the folder would be published too.
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
  for (const { entry } of PROGRAMS) graphs.push(await moduleGraph(ROOT, entry));
  const packages = packagesOf(await Deno.readTextFile(join(ROOT, "program.lock")), graphs);
  const bom = billOfMaterials(version, Deno.version.deno, packages);
  const text = new TextEncoder();
  await add(`checkoutd-${version}.cdx.json`, text.encode(`${JSON.stringify(bom, null, 2)}\n`));
  await Deno.writeTextFile(join(RELEASE, "SHA256SUMS"), sums);
  // Beside the folder: the notes are the text of the release, not one of its files.
  await Deno.writeTextFile(join(BUILDS, "release_notes.md"), notes);
}

/** @throws {Error} when a build is missing */
async function requireBuild(path: string, target: string): Promise<void> {
  const isThere = await Deno.stat(join(BUILDS, path)).then(({ isFile }) => isFile, () => false);
  if (isThere) return;
  const how = `deno task compile --compiled --target ${target} --out dist/${target}`;
  throw new Error(`A build is missing: ${join("dist", path)}; make it with \`${how}\``);
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
