import {
  type Attention,
  expiresSoon,
  FAILED_LATELY_MS,
  LOW_STOCK_UNITS,
  type Unusual,
  UNUSUAL_MS,
} from "../../domain/shop/attention.ts";
import { REFUSED_LATELY_MS } from "../../domain/shop/limits.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { obstaclesOf } from "../../domain/shop/obstacles.ts";
import { accountInUse } from "../../domain/shop/provider.ts";
import type { Deps } from "../deps.ts";

/** Longest list of variants. */
const MAX_LISTED = 5;
/** Longest list of unpaid payments; one more says that there are more. */
export const MAX_HOLDS = 20;

/** Problems of a shop that its people should look at. */
export class ShopAttention {
  readonly #deps: Pick<Deps, "store" | "now">;

  constructor(deps: Pick<Deps, "store" | "now">) {
    this.#deps = deps;
  }

  /** The problems of a shop now. */
  async of(shop: Merchant): Promise<Attention> {
    const { store: { attention, keys, refunds, disputes, providers }, now } = this.#deps;
    const { id: merchantId } = shop;
    const at = now();
    const expiring = (await keys.of(merchantId))
      .filter((key) => key.livemode && expiresSoon(key, at));
    return {
      obstacles: obstaclesOf(
        shop,
        accountInUse(await providers.of(merchantId), true) !== undefined,
      ),
      unexpectedPayments: await attention.unexpectedPayments(merchantId),
      awaited: await attention.awaitedPayments(merchantId),
      refunds: await refunds.attention(merchantId),
      disputes: await disputes.open(merchantId),
      holds: await attention.unpaidHolds(merchantId, MAX_HOLDS + 1),
      endpoints: await attention.endpoints(merchantId, at - FAILED_LATELY_MS),
      lowStock: await attention.lowStock(merchantId, {
        units: LOW_STOCK_UNITS,
        limit: MAX_LISTED,
      }),
      refused: await attention.refused(merchantId, at - REFUSED_LATELY_MS),
      unusual: await this.#unusual(shop, at - UNUSUAL_MS),
      keys: expiring.toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0)),
    };
  }

  /** Numbers above those that the shop expects; without an expected number nothing is counted. */
  async #unusual(
    { id, ordersHourly, messagesHourly }: Merchant,
    since: number,
  ): Promise<Unusual[]> {
    const { attention } = this.#deps.store;
    const orders = ordersHourly === 0 ? 0 : await attention.ordersSince(id, since);
    const messages = messagesHourly === 0 ? 0 : await attention.messagesSince(id, since);
    const all = [
      { what: "orders", count: orders, expected: ordersHourly },
      { what: "messages", count: messages, expected: messagesHourly },
    ] as const;
    return all.filter(({ count, expected }) => count > expected);
  }
}
