/** What a shop's books say, to be compared before an order and after its cancellation. */
import assert from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { World } from "../../support/app.ts";
import { BOWL, KNOWN_PHONE, MUG, POSTER } from "./shop.ts";

const GOODS = [MUG, POSTER, BOWL];

/** Longer than has to be between two codes to one phone. */
export const BETWEEN_CODES_MS = 15 * 60_000;
/** The reason of a cancellation. */
export const DOOR = { reason: "Refused at the door" };

/** Coins of the known customer by account. */
export async function balances({ store, merchant }: World) {
  const stored = await store.customers.byPhone(merchant.id, KNOWN_PHONE);
  assert.ok(stored);
  return stored.balances;
}

/** Stock, uses of coupons in all and by the known customer, and available coins less the debt. */
export async function books(world: World) {
  const { store, merchant } = world;
  const ids = (await store.coupons.of(merchant.id, NO_PREFIX_FILTER, { limit: 1000 })).rows.map((
    { id },
  ) => id);
  const customer = await store.customers.byPhone(merchant.id, KNOWN_PHONE);
  assert.ok(customer);
  const { balances, debt } = customer;
  assert.ok(debt === 0 || (debt > 0 && balances.AVAILABLE === 0));
  const goods = await store.catalog.variants(merchant.id, GOODS);
  const used = await store.coupons.usage(ids, customer.customer.id);
  return {
    stock: GOODS.flatMap((id) => goods.get(id)?.variant.inventoryQuantity ?? []),
    // A use that was returned leaves a count of 0.
    uses: [...used].filter(([, { used }]) => used > 0),
    coins: balances.AVAILABLE - debt,
  };
}
