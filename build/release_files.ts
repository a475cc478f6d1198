/** What a release consists of, as plain data: names, checks and checksums. */
import { hash } from "node:crypto";
import type { Section } from "./changelog.ts";
import { PROGRAMS } from "./programs.ts";
import { hasShell, type Target, TARGETS } from "./targets.ts";

/** A built file, and what it is called where it is published. */
export interface ReleaseFile {
  /** From the folder of the builds, which has a folder for each target. */
  readonly path: string;
  readonly name: string;
  readonly target: Target;
}

/** The files of all targets. */
export function releaseFiles(version: string): readonly ReleaseFile[] {
  return TARGETS.flatMap((target) => {
    const suffix = hasShell(target) ? "" : ".exe";
    return PROGRAMS.map(({ name }) => ({
      path: `${target}/${name}${suffix}`,
      name: `${name}-${version}-${target}${suffix}`,
      target,
    }));
  });
}

/**
 * Finds what the changelog tells of the version that a tag names.
 *
 * @param tag such as `v1.2.3`
 * @param version of `deno.json`
 * @throws {Error} when the tag is another version's, or the changelog is silent about it
 */
export function releaseNotes(tag: string, version: string, changelog: readonly Section[]): string {
  if (tag !== `v${version}`) {
    throw new Error(`The tag must be the version of deno.json, v${version}: ${tag}`);
  }
  const section = changelog.find((one) => one.version === version);
  if (section === undefined || section.text === "") {
    throw new Error(`CHANGELOG.md has nothing under a heading of this version: ${version}`);
  }
  return `${section.text}\n`;
}

/** A line of `SHA256SUMS`, as `sha256sum --check` reads it. */
export function checksumLine(name: string, bytes: Uint8Array): string {
  return `${hash("sha256", bytes, "hex")}  ${name}\n`;
}
