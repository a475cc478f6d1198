/** Where a value stands in a picture. */
export type Scale = (value: number) => number;

/** Equal steps for equal differences. */
export function linear(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  return (value) => from + (value - low) / (high - low) * (to - from);
}

/** Equal steps for equal multiples; values are above 0, what is below the lowest stands there. */
export function logarithmic(
  [low, high]: readonly [number, number],
  range: readonly [number, number],
): Scale {
  const scale = linear([Math.log10(low), Math.log10(high)], range);
  return (value) => scale(Math.log10(Math.max(value, low)));
}

/** The powers of ten from the last that no value is below to the first that none is above. */
export function powersOfTen(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, Infinity)));
  const high = Math.ceil(Math.log10(Math.max(...positive, 0)));
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [1, 10];
  // At least one step: a scale of no length has no place for anything.
  return Array.from({ length: Math.max(high - low, 1) + 1 }, (_, i) => 10 ** (low + i));
}

/** Steps of a fifth from 0 to the first that no value is above, at least to 1. */
export function fifths(values: readonly number[]): number[] {
  const top = Math.max(5, Math.ceil(Math.max(...values, 0) * 5));
  return Array.from({ length: top + 1 }, (_, i) => i / 5);
}
