/** The machines that Deno 2.9 compiles for, by its own names. */
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
 * @returns undefined when it is none of the five
 */
export function parseTarget(name: string): Target | undefined {
  return TARGETS.find((target) => target === name);
}

/** Whether a target has `/bin/sh`, which a self-extracting file begins with. */
export function hasShell(target: Target): boolean {
  return !target.includes("windows");
}

/** A program's file name on a target. */
export function fileName(program: string, target: Target): string {
  return hasShell(target) ? program : `${program}.exe`;
}

/** The npm package that holds Deno's own binary for a target, for machines that reach npm alone. */
export const RUNTIME_PACKAGES: Readonly<Record<Target, string>> = {
  "x86_64-unknown-linux-gnu": "@deno/linux-x64-glibc",
  "aarch64-unknown-linux-gnu": "@deno/linux-arm64-glibc",
  "x86_64-apple-darwin": "@deno/darwin-x64",
  "aarch64-apple-darwin": "@deno/darwin-arm64",
  "x86_64-pc-windows-msvc": "@deno/win32-x64",
};
