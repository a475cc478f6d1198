/** A shop with sessions in every state, and an owner who looks at them. */
import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Discount } from "../../../src/domain/shop/merchant.ts";
import { Checkout } from "../api/checkout.ts";
import { MORE, started } from "../api/paying.ts";
import { ADDRESS, aForeignKey, GIFT, mugs, PREPAID_COD, RULES, withShop } from "../api/shop.ts";
import { testing } from "../test_mode/testing.ts";
import { OPERATOR } from "../../support/operator.ts";
import { dashboardOf, roleAt } from "./dashboard.ts";
import type { Scene } from "./owner.ts";

/** Names of the sessions, oldest first. */
export const SALES = [
  "abandoned",
  "paid",
  "cancelled",
  "delivery",
  "partPaid",
  "pending",
  "manual",
  "open",
] as const;

/** A shop with one session of each kind, an hour apart, a test order, and one of another shop. */
export interface Sales extends Scene {
  readonly sold: Readonly<Record<(typeof SALES)[number] | "test" | "foreign", SessionId>>;
  /** Number of a session's order. */
  number(id: SessionId): Promise<string>;
}

/** Runs a test with a shop in Kolkata that has sessions. */
export function withSales(
  section: string,
  test: (sales: Sales) => Promise<void>,
  given: Pick<NonNullable<Parameters<typeof withShop>[1]>, "open"> = {},
): Promise<void> {
  return withShop(async (world) => {
    const merchant = { ...world.merchant, timeZone: "Asia/Kolkata" };
    await world.store.commit([{ kind: "merchant.put", merchant }]);
    const dashboard = dashboardOf(world);
    const owner = await dashboard.visitor("anna", roleAt(merchant.id, "owner"));
    const sold: Partial<Record<keyof Sales["sold"], SessionId>> = {};
    for (const kind of SALES) {
      sold[kind] = await sell[kind]({ ...world, merchant });
      world.clock.advance(3_600_000);
    }
    sold.test = await sell.paid(await testing(world));
    const secret = await aForeignKey(world);
    const body = { data: { shop_domain: "other.example", items: [{ ...mugs(1)[0], price: 5 }] } };
    sold.foreign = (await world.send("POST", "/session", { body, secret })).json.data.session_id;
    await test({
      ...world,
      merchant,
      dashboard,
      owner,
      path: `/shops/${merchant.id}/${section}`,
      sold: sold as Sales["sold"],
      async number(id) {
        const number = (await world.store.sessions.find(id))?.load().order?.number;
        assert.ok(number);
        return number;
      },
    });
  }, { rules: PREPAID_COD, more: MORE, ...given });
}

type Sell = (world: Parameters<typeof started>[0]) => Promise<SessionId>;

const sell: Record<(typeof SALES)[number], Sell> = {
  async open(world) {
    const { id } = await Checkout.open(world, { items: mugs(1), reference: "R-1", note: "Ring" });
    return id;
  },
  async abandoned(world) {
    const { id } = await Checkout.open(world, { items: mugs(1) });
    await world.services.sessionAdmin.expire(id, OPERATOR);
    return id;
  },
  async paid(world) {
    const checkout = await Checkout.open(world, { items: mugs(3) });
    await checkout.step("POST /coupons", { code: "PLUS5" });
    await checkout.step("PUT /add-ons", {
      add_ons: [{ coupon_id: GIFT, variant_id: 91, quantity: 1 }],
    });
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("PUT /payment-method", { method: "PREPAID" });
    await checkout.pay();
    return checkout.id;
  },
  async cancelled(world) {
    const id = await sell.paid(world);
    await world.services.orderAdmin.cancel(
      id,
      { reason: "Changed their mind", refund: null },
      OPERATOR,
    );
    return id;
  },
  async delivery(world) {
    const { store, merchant } = world;
    const prepaid = merchant.rules.cod?.prepaid ?? null;
    const ask = (part: Discount | null) =>
      store.commit([{
        kind: "merchant.put",
        merchant: {
          ...merchant,
          rules: { ...merchant.rules, cod: { ...RULES.cod!, prepaid: part } },
        },
      }]);
    await ask(null);
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", { ...ADDRESS, name: "Ben <b>Okafor</b>" });
    await checkout.step("PUT /payment-method", { method: "COD" });
    await checkout.step("POST /complete");
    await ask(prepaid);
    return checkout.id;
  },
  async partPaid(world) {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("PUT /payment-method", { method: "COD" });
    await checkout.pay();
    return checkout.id;
  },
  async pending(world) {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("POST /payment");
    return checkout.id;
  },
  async manual(world) {
    return (await started(world, 2, 3)).checkout.id;
  },
};
