import assert from "node:assert/strict";
import { withFolder } from "./process.ts";
import { ROOT } from "./root.ts";
import { SCRIPTS } from "./tasks.ts";
import { runTool } from "./tools.ts";

/** A program that stands in for Deno, whose version the scripts ask first. */
export function standIn(script: string, version = "2.9.6"): string {
  return `#!/bin/sh\n[ "$1" != --version ] || { echo "deno ${version} (stable)"; exit; }\n${script}\n`;
}

/** Stands in for Deno: tells what it is called with, and the variables for malloc. */
export const TELLING = standIn('printf "%s\\n" "$@"; env | grep "^MALLOC_" | sort');

/** Variables and words that a script gives Deno, paths from the root made relative. */
export async function told(
  program: keyof typeof SCRIPTS,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  telling = TELLING,
): Promise<string[]> {
  let lines: string[] = [];
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/deno`, telling, { mode: 0o755 });
    const { code, stdout, stderr } = await runTool(SCRIPTS[program], args, {
      cwd: folder,
      env: { PATH: `${folder}:${Deno.env.get("PATH")}`, ...env },
    });
    assert.equal(code, 0, stderr);
    lines = stdout.trimEnd().split("\n").map((line) => line.replaceAll(ROOT, "./"));
  });
  return lines;
}
