/** Lines of a chart's scale, besides zero. */
const MAX_LINES = 4;
/** Steps between two lines, as multiples of a power of ten. */
const STEPS = [1, 2, 5, 10] as const;

/**
 * The lines of a scale from 0: round steps, the last one at or above the largest value.
 *
 * @param most largest value; 0 gives no lines
 */
export function scaleLines(most: number): readonly number[] {
  if (most <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(most / MAX_LINES));
  const size = STEPS.find((step) => step * power * MAX_LINES >= most) ?? 10;
  const step = Math.max(1, size * power);
  return Array.from({ length: Math.ceil(most / step) }, (_, i) => (i + 1) * step);
}

/**
 * Places of labels along bars: evenly spaced, the last bar among them.
 *
 * @param count number of bars
 * @param most most labels that fit
 */
export function labelPlaces(count: number, most: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil(count / most));
  const places = Array.from({ length: count }, (_, i) => i)
    .filter((i) => (count - 1 - i) % every === 0);
  return new Set(places);
}
