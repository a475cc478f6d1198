import { NO_DELIVERY_FILTER, NO_PRODUCT_FILTER } from "../../domain/filters.ts";
import {
  type Attention,
  expiresSoon,
  FAILED_LATELY_MS,
  LOW_STOCK_UNITS,
} from "../../domain/shop/attention.ts";
import { REFUSED_LATELY_MS } from "../../domain/shop/limits.ts";
import type { FirstSteps } from "../../domain/shop/first_steps.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { obstaclesOf } from "../../domain/shop/obstacles.ts";
import { accountInUse } from "../../domain/shop/provider.ts";
import { isLiveEndpoint } from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { unusualOf } from "./hourly_limits.ts";

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
    const { store: { attention, keys, refunds, disputes }, now } = this.#deps;
    const { id: merchantId } = shop;
    const at = now();
    const expiring = (await keys.of(merchantId))
      .filter((key) => key.livemode && expiresSoon(key, at));
    return {
      obstacles: await this.#obstacles(shop),
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
      unusual: await unusualOf(this.#deps.store, shop, at),
      keys: expiring.toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0)),
    };
  }

  /**
   * The steps until a shop's first sale that are its own. A shop without links sells by its own
   * backend: it needs neither stored products nor a way to pay here.
   */
  async firstSteps(shop: Merchant): Promise<FirstSteps> {
    const { catalog, webhooks } = this.#deps.store;
    const endpoints = (await webhooks.of(shop.id)).filter(isLiveEndpoint);
    const delivered = { ...NO_DELIVERY_FILTER, state: "DELIVERED" } as const;
    const page = { limit: 1 };
    const { rows } = await webhooks.deliveries(endpoints.map(({ id }) => id), delivered, page);
    const message = rows.length > 0;
    if (!shop.checkout.cartLinks) return { message };
    const obstacles = await this.#obstacles(shop);
    return {
      product: (await catalog.of(shop.id, NO_PRODUCT_FILTER, page)).rows.length > 0,
      payment: !obstacles.includes("payment"),
      delivery: !obstacles.includes("delivery"),
      message,
    };
  }

  async #obstacles(shop: Merchant) {
    const accounts = await this.#deps.store.providers.of(shop.id);
    return obstaclesOf(shop, accountInUse(accounts, true) !== undefined);
  }
}
