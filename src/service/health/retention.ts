import { type Diagnosis, ok } from "../../domain/diagnosis.ts";
import { counted } from "../../domain/values/wording.ts";

/** Times of a server, by its settings. */
export interface ServerTimes {
  /** Days until sessions without an order are deleted. */
  readonly sessions: number;
  /** Days until the persons of orders are erased; Infinity for never. */
  readonly orders: number;
  /** Time for which a payment holds what it needs, unless its provider needs longer. */
  readonly paymentTtlMs: number;
}

/** Names both times. */
export function judgeRetention({ sessions, orders }: Omit<ServerTimes, "paymentTtlMs">): Diagnosis {
  const days = orders === Infinity ? "never erased" : `erased after ${counted(orders, "day")}`;
  return ok(
    "retention",
    `Sessions without an order are deleted after ${counted(sessions, "day")} (--retention), ` +
      `persons of orders ${days} (--order-retention)`,
  );
}
