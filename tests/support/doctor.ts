/** Findings of `checkoutctl doctor` for the folder of a running server. */
import { type Finished, runCtl } from "./process.ts";

/** One finding of `doctor --json`, as far as tests look at it. */
export interface Finding {
  readonly topic: string;
  readonly level: string;
  readonly found: string;
  readonly advice: string;
}

/** The findings in what `doctor --json` has printed. */
export function findingsOf({ stdout }: Finished): Finding[] {
  return JSON.parse(stdout).findings;
}

/** Its finding on the open-file limit. */
export function openFiles(finished: Finished): Finding | undefined {
  return findingsOf(finished).find(({ topic }) => topic === "open files");
}

/** Each try takes a good part of a second: what is not known by then will not be. */
const MAX_TRIES = 60;

/** Asks until the server has found that out, which is a second after it has begun to listen. */
export async function diagnose(folder: string): Promise<Finished> {
  for (let tries = 1;; tries++) {
    const finished = await runCtl(folder, "doctor", "--json");
    if (openFiles(finished)?.level !== "not_known" || tries === MAX_TRIES) return finished;
  }
}
