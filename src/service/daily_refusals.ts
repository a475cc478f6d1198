import type { Change } from "../domain/changes.ts";
import { beyondDaily } from "../domain/daily_limits.ts";
import { dailyEvent } from "../domain/limit_crossed.ts";
import { AppError } from "../domain/errors.ts";
import { REFUSED_HOUR_MS } from "../domain/shop/limits.ts";
import { CommitRefused } from "../store/store.ts";
import { isCommitted } from "./commit.ts";
import type { Deps } from "./deps.ts";

/** Dependencies of {@link dailyRefusal}. */
type DailyDeps = Pick<Deps, "store" | "now">;

/**
 * The error for a change that the limit of a day refused, with what is used; undefined for another
 * change. The overview says that something was refused.
 */
export async function dailyRefusal(
  change: Change,
  { store, now }: DailyDeps,
): Promise<AppError | undefined> {
  if (change.kind !== "daily.within") return undefined;
  const { limit, amount: asked } = change;
  const { merchantId, what, since } = limit;
  const used = what === "refunds"
    ? await store.refunds.sumSince(merchantId, since)
    : await store.customers.coinsGivenSince(merchantId, since);
  const at = now();
  const noted = store.commit([{
    kind: "limit.refused",
    merchantId,
    refusal: what === "refunds" ? "refundsDaily" : "coinsDaily",
    hour: at - at % REFUSED_HOUR_MS,
    count: 1,
  }]);
  const event = dailyEvent(limit, { used, asked }, at);
  // The refusal is told, whether or not it is counted; one event a day has the first.
  await Promise.allSettled([noted, isCommitted(store, [{ kind: "event.add", event }])]);
  return beyondDaily(limit, { used, asked });
}

/**
 * Commits, with {@link dailyRefusal} as the error of what a limit refused.
 *
 * @param commit may fail with another error that the refused commit caused
 */
export async function withinDailyLimits<T>(deps: DailyDeps, commit: () => Promise<T>): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    const refused = error instanceof AppError ? error.cause : error;
    const refusal = refused instanceof CommitRefused
      ? await dailyRefusal(refused.change, deps)
      : undefined;
    throw refusal ?? error;
  }
}
