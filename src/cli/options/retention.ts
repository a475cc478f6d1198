import { RETENTION } from "../../command/retention.ts";
import type { RetentionDays } from "../../service/health/retention.ts";
import { UsageError } from "../errors.ts";

/** The times after which a server deletes data, by the variables that it reads too. */
export function retentionOf(env: (name: string) => string | undefined): RetentionDays {
  return {
    sessions: setting(env, "CHECKOUT_RETENTION", RETENTION.sessions),
    orders: setting(env, "CHECKOUT_ORDER_RETENTION", RETENTION.orders),
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
