/** The middle one of some figures, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Sums up repeated measurements. The median, because one round that another process
 * disturbed must not move the result.
 *
 * @throws {RangeError} when there are none
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new RangeError("No values to sum up");
  const middle = (sorted.length - 1) / 2;
  const [below = min, above = max] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return { median: (below + above) / 2, min, max };
}
