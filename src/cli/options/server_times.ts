import { PAYMENT_TTL, RETENTION } from "../../command/server_times.ts";
import type { ServerTimes } from "../../service/health/retention.ts";
import { UsageError } from "../errors.ts";

/** The times of a server, by the variables that it reads too. */
export function serverTimesOf(env: (name: string) => string | undefined): ServerTimes {
  return {
    sessions: setting(env, "CHECKOUT_RETENTION", RETENTION.sessions),
    orders: setting(env, "CHECKOUT_ORDER_RETENTION", RETENTION.orders),
    paymentTtlMs: 1000 * setting(env, "CHECKOUT_PAYMENT_TTL", PAYMENT_TTL),
  };
}

function setting(
  env: (name: string) => string | undefined,
  name: string,
  { default: days, parse }: { readonly default: number; readonly parse: (text: string) => number },
): number {
  const text = env(name);
  if (text === undefined || text === "") return days;
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${name} is invalid: ${text}`, { cause: error });
  }
}
