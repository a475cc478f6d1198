/** Codes that do not exist that a session may send within {@link GUESS_WINDOW_MS}. */
export const GUESS_LIMIT = 20;
/** The time that wrong codes count for. */
export const GUESS_WINDOW_MS = 10 * 60_000;

/**
 * The moments of wrong codes with one more. Only those that still count are kept, so a
 * session never holds more than {@link GUESS_LIMIT}.
 *
 * @param wrongCodesAt oldest first
 */
export function withWrongCode(wrongCodesAt: readonly number[], now: number): number[] {
  return [...wrongCodesAt.filter((at) => at > now - GUESS_WINDOW_MS), now].slice(-GUESS_LIMIT);
}

/**
 * The moment from which another code may be entered; `now` or earlier means now.
 *
 * @param wrongCodesAt oldest first
 */
export function nextCodeAt(wrongCodesAt: readonly number[]): number {
  const first = wrongCodesAt.at(-GUESS_LIMIT);
  return first === undefined ? 0 : first + GUESS_WINDOW_MS;
}
