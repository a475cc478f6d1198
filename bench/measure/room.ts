/** Sizes to measure that fit on the disk. */
export interface GrowthPlan {
  /** Sessions in the file at each step, ascending. */
  readonly sizes: readonly number[];
  /** Why that is not all that was asked for; null when it is. */
  readonly shortfall: string | null;
}

const MIB = 1024 * 1024;
/** Left for sessions that the measurements create, the log, and others on the machine. */
const RESERVE_BYTES = 2048 * MIB;
/** Indexes do not grow evenly. */
const MARGIN = 1.1;
/** A size that is made up is a round one. */
const ROUND_TO = 1000;

/**
 * Takes the sizes that the disk has room for, and in place of the first that it has not the
 * largest that it has. All of them stand on it together, each in files of its own.
 *
 * @param sizes ascending
 * @param disk bytes that are free, and bytes that a session takes
 */
export function planGrowth(
  sizes: readonly number[],
  { freeBytes, sessionBytes }: { readonly freeBytes: number; readonly sessionBytes: number },
): GrowthPlan {
  let room = Math.floor((freeBytes - RESERVE_BYTES) / (sessionBytes * MARGIN));
  const planned: number[] = [];
  for (const size of sizes) {
    const largest = Math.floor(room / ROUND_TO) * ROUND_TO;
    const fitting = size <= room ? size : largest;
    if (fitting <= (planned.at(-1) ?? 0)) break;
    planned.push(fitting);
    if (fitting < size) break;
    room -= size;
  }
  if (planned.join() === sizes.join()) return { sizes, shortfall: null };
  return {
    sizes: planned,
    shortfall: `The disk has ${Math.round(freeBytes / MIB)} MiB free, and ${sizes.join(", ")} ` +
      `sessions do not fit: measured were ${planned.join(", ") || "none"}`,
  };
}
