/** Clocks of processes that a test moves. */
import { lacks, MISSING } from "./tools.ts";

/** Where Debian's package `faketime` has what is loaded into a process to change its clock. */
const FOLDERS = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((arch) =>
  `/usr/lib/${arch}/faketime`
);

const LIBRARY = await lacks("faketime")
  ? undefined
  : await firstFile(FOLDERS.map((folder) => `${folder}/libfaketimeMT.so.1`));

/** True if clocks cannot be moved. */
export const LACKS_FAKETIME = LIBRARY === undefined;

/** Variables of a process whose clock is ahead by what a file says: `+30m`, `-1.5`. */
export function clockOf(file: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: LIBRARY ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

/** Moves the clocks that follow a file. */
export async function moveClock(file: string, aheadMs: number): Promise<void> {
  const sign = aheadMs < 0 ? "-" : "+";
  await Deno.writeTextFile(file, `${sign}${Math.abs(aheadMs) / 1000}\n`);
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (await Deno.stat(path).then(({ isFile }) => isFile, () => false)) return path;
  }
  console.log(`${MISSING}faketime`);
  return undefined;
}
