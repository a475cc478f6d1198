/** Limits of a shop that refuse nothing: of a number above one of them the shop is told. */
export const HOURLY_LIMITS = ["ordersHourly", "signInsHourly", "messagesHourly"] as const;
/** One of {@link HOURLY_LIMITS}. */
export type HourlyLimit = (typeof HOURLY_LIMITS)[number];

/** A limit counts these, in the singular. */
export const HOURLY_NOUNS: Readonly<Record<HourlyLimit, string>> = {
  ordersHourly: "order",
  signInsHourly: "sign-in",
  messagesHourly: "message",
};

/** A number for each of the limits; a limit of 0 is off. */
export type HourlyNumbers = Readonly<Record<HourlyLimit, number>>;

/** Hours begin with those of UTC. */
export const HOUR_MS = 3_600_000;

/** More of something in an hour than the shop expects. */
export interface Unusual {
  readonly limit: HourlyLimit;
  /** Start of the hour. */
  readonly hour: number;
  readonly count: number;
  readonly expected: number;
}

/** The starts of the current hour and of the one before, which may have just ended. */
export function lastHours(now: number): readonly [number, number] {
  const hour = now - now % HOUR_MS;
  return [hour, hour - HOUR_MS];
}

/** The counts of an hour that are above their limits. */
export function unusualIn(hour: number, limits: HourlyNumbers, counts: HourlyNumbers): Unusual[] {
  return HOURLY_LIMITS.filter((limit) => limits[limit] > 0 && counts[limit] > limits[limit])
    .map((limit) => ({ limit, hour, count: counts[limit], expected: limits[limit] }));
}
