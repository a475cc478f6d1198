/** What there is to be measured, as far as the disk goes. */
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
 * largest that it has. Each but the last stands on the disk twice for a while.
 *
 * @param sizes ascending
 * @param disk bytes that are free, and bytes that a session takes
 */
export function planGrowth(
  sizes: readonly number[],
  { freeBytes, sessionBytes }: { readonly freeBytes: number; readonly sessionBytes: number },
): GrowthPlan {
  const room = Math.floor((freeBytes - RESERVE_BYTES) / (sessionBytes * MARGIN));
  const last = sizes.at(-1) ?? 0;
  const full = sizes.findIndex((size) => (size === last ? size : 2 * size) > room);
  if (full === -1) return { sizes, shortfall: null };
  const fits = sizes.slice(0, full);
  const largest = Math.min(Math.floor(room / ROUND_TO) * ROUND_TO, last);
  const planned = largest > (fits.at(-1) ?? 0) ? [...fits, largest] : fits;
  return {
    sizes: planned,
    shortfall: `The disk has ${Math.round(freeBytes / MIB)} MiB free, and ${sizes.join(", ")} ` +
      `sessions do not fit: measured were ${planned.join(", ") || "none"}`,
  };
}
