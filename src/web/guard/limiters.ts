import { LeasedLimiter, type LeasedLimiterDeps, type QuotaSource } from "./leased_limiter.ts";
import { type Limiter, RollingLimiter, WINDOW_SECONDS } from "./rate_limit.ts";

/** Subjects that a limiter tracks; with all their times they take at most 48 MiB. */
const MAX_SUBJECTS = 50_000;

/**
 * Makes limiters.
 *
 * @param kind tells the subjects of a limiter from those of others
 * @param windowSeconds default: a minute
 */
export type Limiters = (kind: string, windowSeconds?: number) => Limiter;

/** Limiters that count in the memory of this process. */
export const ownLimiters: Limiters = (_, windowSeconds = WINDOW_SECONDS) =>
  new RollingLimiter(MAX_SUBJECTS, { windowSeconds });

/** Limiters over all servers of a database; null for a database with one server. */
export function limitersOver(
  quotas: QuotaSource | null,
  deps: Omit<LeasedLimiterDeps, "quotas">,
): Limiters {
  if (quotas === null) return ownLimiters;
  return (kind, windowSeconds = WINDOW_SECONDS) =>
    new LeasedLimiter(kind, { maxSubjects: MAX_SUBJECTS, windowSeconds }, { ...deps, quotas });
}
