/** Makes a bill of materials in the form of CycloneDX 1.6 (https://cyclonedx.org). */
import { Buffer } from "node:buffer";
import { z } from "zod";

const lockSchema = z.object({
  npm: z.record(z.string(), z.object({ integrity: z.string().regex(/^sha512-/) })),
});

/** The module graph as `deno info --json` prints it. */
const graphSchema = z.object({
  modules: z.array(z.object({ npmPackage: z.string().optional() })),
  npmPackages: z.record(
    z.string(),
    z.object({ name: z.string(), version: z.string(), dependencies: z.array(z.string()) }),
  ),
});

/** An npm package in a program. */
interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the package in the registry, base64. */
  readonly sha512: string;
}

/** A component, with the fields of CycloneDX. */
interface Component {
  readonly type: "library" | "platform";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/**
 * The packages in the module graphs of programs, without packages of types, which are not in them.
 *
 * @param lock the text of `program.lock`, which has the hashes
 * @param graphs the texts of `deno info --json`, one a program
 * @throws {Error} when the lock file lacks a package of a graph
 */
export function packagesOf(lock: string, graphs: readonly string[]): readonly NpmPackage[] {
  const { npm } = lockSchema.parse(JSON.parse(lock));
  const found = new Map<string, NpmPackage>();
  for (const text of graphs) {
    const { modules, npmPackages } = graphSchema.parse(JSON.parse(text));
    const reached = new Set(modules.flatMap(({ npmPackage }) => npmPackage ?? []));
    for (const id of reached) {
      const entry = npmPackages[id];
      const integrity = npm[id]?.integrity;
      if (entry === undefined || integrity === undefined) {
        throw new Error(`The lock file does not have the package: ${id}`);
      }
      entry.dependencies.forEach((dependency) => reached.add(dependency));
      const { name, version } = entry;
      if (name.startsWith("@types/")) continue;
      const sha512 = integrity.slice("sha512-".length);
      found.set(`${name}@${version}`, { name, version, sha512 });
    }
  }
  return [...found.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

/**
 * Makes a bill of materials, without dates and random numbers: the same sources give the same bytes.
 *
 * @param runtime version of the Deno runtime in every file
 */
export function billOfMaterials(
  version: string,
  runtime: string,
  packages: readonly NpmPackage[],
) {
  const own = `pkg:generic/checkoutd@${version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": own, name: "checkoutd", version, purl: own },
    },
    components: [deno(runtime), ...packages.map(library)],
  };
}

function deno(version: string): Component {
  const purl = `pkg:github/denoland/deno@v${version}`;
  return { type: "platform", "bom-ref": purl, name: "deno", version, purl };
}

function library({ name, version, sha512 }: NpmPackage): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const hashes = [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }];
  return { type: "library", "bom-ref": purl, name, version, purl, hashes };
}
