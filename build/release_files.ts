/** The files of a release: names, notes and checksums. */
import { hash } from "node:crypto";
import type { Section } from "./changelog.ts";
import { PROGRAMS } from "./programs.ts";
import { fileName, type Target, TARGETS } from "./targets.ts";

/** A built file and its published name. */
export interface ReleaseFile {
  /** Path in the folder of builds, which has a folder per target. */
  readonly path: string;
  readonly name: string;
  readonly target: Target;
}

/** The files of all targets. */
export function releaseFiles(version: string): readonly ReleaseFile[] {
  return TARGETS.flatMap((target) => {
    return PROGRAMS.map(({ name }) => ({
      path: `${target}/${fileName(name, target)}`,
      name: fileName(`${name}-${version}-${target}`, target),
      target,
    }));
  });
}

/**
 * Finds the changelog's section for a release.
 *
 * @param tag such as `v1.2.3`
 * @param version of `deno.json`
 * @throws {Error} when the tag is not this version, or the changelog has no such section
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
