import { type Diagnosis, some, warn } from "../../domain/diagnosis.ts";
import { HOURLY_NOUNS } from "../../domain/shop/hourly.ts";
import { counted, moment } from "../../domain/values/wording.ts";
import type { DatabaseFacts } from "../../store/maintenance.ts";

/** Judges what the limits of shops tell, and what those of a day have stopped. */
export function judgeLimits(
  { unusual, stopped }: Pick<DatabaseFacts, "unusual" | "stopped">,
): Diagnosis[] {
  const numbers = unusual.map(({ shop, limit, hour, count, expected }) =>
    `${counted(count, HOURLY_NOUNS[limit])} in ${shop} in the hour from ${
      moment(hour)
    } (expected: ` +
    `at most ${expected})`
  );
  const refused = stopped.map(({ shop, refusal, count }) =>
    `${
      refusal === "coinsDaily"
        ? counted(count, "gift of coins", "gifts of coins")
        : counted(count, "refund")
    } of ${shop}`
  );
  return [
    ...(numbers.length === 0 ? [] : [warn(
      "unusual numbers",
      some(numbers),
      "Find out if they are genuine; nothing was refused. `merchant update --orders-hourly`, " +
        "`--sign-ins-hourly` and `--messages-hourly` set what is expected",
    )]),
    ...(refused.length === 0 ? [] : [warn(
      "limits of a day",
      `Refused in the last 24 hours: ${some(refused)}`,
      "Find out who asked with `audit list`; `merchant update --refunds-daily` and " +
        "`--coins-daily` set the limits",
    )]),
  ];
}
