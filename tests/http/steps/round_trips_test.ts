import assert from "node:assert/strict";
import { openSqliteStore } from "../../../src/store/sqlite/store.ts";
import { aCart } from "../../support/app.ts";
import { countingRounds } from "../../support/rounds.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, mugs, POSTER, withShop } from "./shop.ts";

const CLAIM = { add_ons: [{ coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 }] };

Deno.test("a step takes at most two round trips to read, and one to write", async () => {
  const { store, rounds } = countingRounds(await openSqliteStore(":memory:"));
  await withShop(async (world) => {
    let path = "";
    let keys = 0;
    const step = async (call: string, data?: unknown) => {
      // Whether another process has changed a shop is asked at most every 5 ms, for all requests.
      world.clock.advance(60_000);
      rounds.reads = [];
      rounds.commits = 0;
      const [method = "", suffix = ""] = call.split(" ");
      const { status, json, text } = await world.send(method, `${path}${suffix}`, {
        ...(data !== undefined && { body: { data } }),
        headers: { "idempotency-key": `key-${keys++}` },
      });
      assert.ok(status < 300, `${call}: ${text}`);
      const own = rounds.reads.filter((names) => names.join() !== "epoch");
      assert.ok(own.length <= 2, `${call}: ${own.map((names) => names.join(" ")).join(", ")}`);
      assert.ok(rounds.commits <= 1, call);
      return json.data;
    };
    const create = async () => {
      const { json } = await world.send("POST", "/session", { body: aCart({ items: mugs(3) }) });
      path = `/session/${json.data.session_id}`;
    };
    await create();
    await step("GET ");
    await step("PUT /items", {
      items: [...mugs(4), { product_id: 7, variant_id: 8, quantity: 1, price: 5, title: "Own" }],
    });
    await step("PUT /items", { items: mugs(4) });
    await step("POST /coupons", { code: "PLUS5" });
    await step("POST /coupons", { code: "PLUS7" });
    await step("PUT /add-ons", CLAIM);
    await step("PUT /address", ADDRESS);
    await step("PUT /buyer", { name: "Asha Rao" });
    await step("POST /otp", { phone: KNOWN_PHONE });
    await step("POST /otp/verify", { phone: KNOWN_PHONE, otp: world.told.at(-1)?.["otp"] });
    await step("PUT /coins", { coins: 10 });
    await step("PUT /payment-method", { method: "PREPAID" });
    await step("DELETE /coupons/PLUS7");
    const { payment } = await step("POST /payment");
    await step(`POST /payment/${payment.payment_id}/cancel`);
    const { payment: { payment_id, amount } } = await step("POST /payment");
    const result = { status: "PAID", amount, reference: "pay_1" };
    await step(`POST /payment/${payment_id}/result`, result);
    await step("POST /cancel", { reason: "Refused at the door" });
    await create();
    await step("PUT /address", ADDRESS);
    await step("PUT /payment-method", { method: "COD" });
    await step("POST /complete");
    await create();
    await step("POST /abandon");
  }, { open: () => Promise.resolve(store) });
});
