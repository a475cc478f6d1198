/** The middle one of some figures, and the quartiles below and above it. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Sums up repeated measurements. The median, because one round that another process
 * disturbed must not move the result.
 *
 * @throws {RangeError} when there are none
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const place = (sorted.length - 1) * part;
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    if (below === undefined || above === undefined) throw new RangeError("No values to sum up");
    return below + (above - below) * (place % 1);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}
