/** A shop with a key for tests beside its live one, and all of its live data. */
import { DatabaseSync } from "node:sqlite";
import type { ApiKey } from "../../../src/domain/shop/api_key.ts";
import type { World } from "../../support/app.ts";
import { FOREVER } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { withPath } from "../../store/support.ts";
import { withShop } from "../api/shop.ts";

/** The same world for a caller with a key for tests. */
export async function testing(world: World): Promise<World> {
  const { services, merchant } = world;
  const request = { merchantId: merchant.id, name: "tests", ...FOREVER, livemode: false };
  const { key, secret } = await services.keys.create(request, OPERATOR);
  return withKey(world, { key, secret });
}

function withKey(
  world: World,
  { key, secret }: { readonly key: ApiKey; readonly secret: string },
): World {
  const send: World["send"] = (method, path, init) => world.send(method, path, { secret, ...init });
  return { ...world, key, secret, send };
}

/** Tables with live rows only, and the live rows of the others. */
const LIVE = [
  "merchants",
  "coupons",
  "coupon_uses",
  "variants",
  "stock_holds",
  "stock_sales",
  "customers",
  "coin_movements",
  "otp_sends",
  "session_counts",
  "audit_entries",
  "sessions WHERE livemode = 1",
  "payment_references WHERE livemode = 1",
  "unexpected_payments WHERE livemode = 1",
  "refunds WHERE livemode = 1",
  "disputes WHERE livemode = 1",
  "deliveries WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE livemode = 1)",
] as const;

/** All live data of a database. */
export type LiveRows = () => readonly (readonly [table: string, rows: unknown])[];

/** {@link withShop} on a file, for tests that compare what is stored. */
export async function withLiveRows(
  test: (world: World, rows: LiveRows) => Promise<void>,
  options: Parameters<typeof withShop>[1] = {},
): Promise<void> {
  await withPath(async (path) => {
    await withShop(async (world) => {
      const db = new DatabaseSync(path, { readOnly: true });
      try {
        await test(world, () => LIVE.map((table) => [table, rowsOf(db, table)] as const));
      } finally {
        db.close();
      }
    }, { ...options, db: path });
  });
}

function rowsOf(db: DatabaseSync, table: string): unknown[] {
  return db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all()
    // What an operator changes on test data makes servers read the shop again.
    .map(({ changed_epoch: _, ...row }) => row);
}

/** A line at a price of its own: with delivery for 60.00 the total ends as it does. */
export function priced(price: string): Record<string, unknown>[] {
  return [{ product_id: 700, variant_id: 701, quantity: 1, title: "Lamp", price }];
}
