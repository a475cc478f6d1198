/** The targets that Deno 2.9 compiles for. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

/** One of {@link TARGETS}. */
export type Target = (typeof TARGETS)[number];

/**
 * Reads a target's name.
 *
 * @returns undefined for an unknown target
 */
export function parseTarget(name: string): Target | undefined {
  return TARGETS.find((target) => target === name);
}

/** True for targets with `/bin/sh`, which a self-extracting file needs. */
export function hasShell(target: Target): boolean {
  return !target.includes("windows");
}

/** A program's file name on a target. */
export function fileName(program: string, target: Target): string {
  return hasShell(target) ? program : `${program}.exe`;
}

/** The npm package with Deno's binary for a target. */
export const RUNTIME_PACKAGES: Readonly<Record<Target, string>> = {
  "x86_64-unknown-linux-gnu": "@deno/linux-x64-glibc",
  "aarch64-unknown-linux-gnu": "@deno/linux-arm64-glibc",
  "x86_64-apple-darwin": "@deno/darwin-x64",
  "aarch64-apple-darwin": "@deno/darwin-arm64",
  "x86_64-pc-windows-msvc": "@deno/win32-x64",
};
