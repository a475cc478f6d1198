import { got, invalid } from "../../../domain/errors.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A time to choose; null for no end. */
export interface TimeChoice {
  readonly value: string;
  readonly label: string;
  readonly ms: number | null;
}

/** Times for which an old secret works beside its successor. */
export const OVERLAPS = [
  { value: "0", label: "None: it ends at once", ms: 0 },
  { value: "1h", label: "1 hour", ms: HOUR_MS },
  { value: "24h", label: "24 hours", ms: DAY_MS },
  { value: "7d", label: "7 days", ms: 7 * DAY_MS },
  { value: "30d", label: "30 days", ms: 30 * DAY_MS },
] as const satisfies readonly TimeChoice[];

/**
 * The choice of a form.
 *
 * @throws {AppError} `error.invalid-request` with the field
 */
export function timeChoiceOf<Choice extends TimeChoice>(
  choices: readonly Choice[],
  text: string,
  field: string,
): Choice {
  const found = choices.find(({ value }) => value === text);
  if (found !== undefined) return found;
  throw invalid(`Choose one of the times, ${got(text)}`, field);
}
