import { hourlyEvent } from "../../domain/limit_crossed.ts";
import { HOURLY_LIMITS, lastHours, type Unusual, unusualIn } from "../../domain/shop/hourly.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { Store } from "../../store/store.ts";
import { isCommitted } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** Tells shops of numbers above their limits of an hour. */
export class HourlyLimits {
  readonly #deps: Pick<Deps, "store" | "now">;

  constructor(deps: Pick<Deps, "store" | "now">) {
    this.#deps = deps;
  }

  /**
   * Adds the event `limit.crossed` of what is above a limit, once for an hour; returns how many. The
   * hour before counts too: it may have ended since the last call.
   */
  async tellAll(): Promise<number> {
    const { store, now } = this.#deps;
    let told = 0;
    for (const shop of await store.merchants.withHourlyLimits()) {
      for (const one of await unusualOf(store, shop, now())) {
        const event = hourlyEvent(shop.id, one, now());
        if (await isCommitted(store, [{ kind: "event.add", event }])) told += 1;
      }
    }
    return told;
  }
}

/** Numbers of a shop above its limits, in this hour and the one before; without limits none counts. */
export async function unusualOf(
  { attention }: Pick<Store, "attention">,
  shop: Merchant,
  now: number,
): Promise<Unusual[]> {
  if (HOURLY_LIMITS.every((limit) => shop[limit] === 0)) return [];
  const found: Unusual[] = [];
  for (const hour of lastHours(now)) {
    found.push(...unusualIn(hour, shop, await attention.hourly(shop.id, hour)));
  }
  return found;
}
