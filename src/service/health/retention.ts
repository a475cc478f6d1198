import { type Diagnosis, ok } from "../../domain/diagnosis.ts";
import { counted } from "../../domain/values/wording.ts";

/** Days until data are deleted, as settings of a server; Infinity for never. */
export interface RetentionDays {
  readonly sessions: number;
  readonly orders: number;
}

/** Names both times. */
export function judgeRetention({ sessions, orders }: RetentionDays): Diagnosis {
  const days = orders === Infinity ? "never erased" : `erased after ${counted(orders, "day")}`;
  return ok(
    "retention",
    `Sessions without an order are deleted after ${counted(sessions, "day")} (--retention), ` +
      `persons of orders ${days} (--order-retention)`,
  );
}
