import assert from "node:assert/strict";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { aCart, type World } from "../../support/app.ts";
import { countingRounds, type Rounds } from "../../support/rounds.ts";
import { LinkedPage } from "../checkout_page/link.ts";
import { NOW } from "../../support/builders.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, mugs, POSTER, withShop } from "./shop.ts";

const CLAIM = { add_ons: [{ coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 }] };
const NEW_PHONE = "99876 54321";
/** A slow network: what is cached is no longer fresh at the end of a round trip. */
const ROUND_TRIP_MS = 6;

/**
 * A shop on a database that answers after a while. Each run of `counted` is one request, which finds
 * nothing fresh.
 */
async function withRounds(
  test: (
    world: World,
    counted: <T>(name: string, run: () => Promise<T>) => Promise<T>,
  ) => Promise<void>,
): Promise<void> {
  let tick = () => {};
  const { store, rounds } = countingRounds(await openSqliteStore(":memory:"), () => tick());
  await withShop(async (world) => {
    // The first code of all makes it.
    const value = { stored: "A".repeat(43) };
    await store.commit([{ kind: "secret.add", secret: { name: "code", value, createdAt: NOW } }]);
    tick = () => world.clock.advance(ROUND_TRIP_MS);
    await test(world, async (name, run) => {
      world.clock.advance(60_000);
      rounds.reads = [];
      rounds.commits = 0;
      const result = await run();
      requireFew(name, rounds);
      return result;
    });
  }, { open: () => Promise.resolve(store) });
}

function requireFew(name: string, { reads, commits }: Rounds): void {
  assert.ok(reads.length <= 2, `${name}: ${reads.map((names) => names.join(" ")).join(", ")}`);
  assert.ok(commits <= 1, name);
}

for (const isKeyed of [true, false]) {
  const how = isKeyed ? "with an Idempotency-Key" : "alone";
  Deno.test(`a step ${how} takes at most two round trips to read, and one to write`, () =>
    withRounds(async (world, counted) => {
      let path = "";
      let keys = 0;
      const step = (call: string, data?: unknown) =>
        counted(call, async () => {
          const [method = "", suffix = ""] = call.split(" ");
          const { status, json, text } = await world.send(method, `${path}${suffix}`, {
            ...(data !== undefined && { body: { data } }),
            ...(isKeyed && { headers: { "idempotency-key": `key-${keys++}` } }),
          });
          assert.ok(status < 300, `${call}: ${text}`);
          return json.data;
        });
      const create = async () => {
        const { json } = await world.send("POST", "/session", { body: aCart({ items: mugs(3) }) });
        path = `/session/${json.data.session_id}`;
      };
      const verify = async (phone: string) => {
        await step("POST /otp", { phone });
        await step("POST /otp/verify", { phone, otp: world.told.at(-1)?.["otp"] });
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
      await verify(KNOWN_PHONE);
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
      await verify(NEW_PHONE);
      await step("PUT /address", ADDRESS);
      await step("PUT /payment-method", { method: "COD" });
      await step("POST /complete");
      await create();
      await step("POST /abandon");
    }));
}

Deno.test("a form of the page takes at most two round trips to read, and one to write", () =>
  withRounds(async (world, counted) => {
    const page = await LinkedPage.open(world);
    const show = () => counted("GET", () => page.get());
    const send = async (form: string, fields: Readonly<Record<string, string>> = {}) => {
      const answer = await counted(form, () => page.post(form, fields));
      assert.equal(answer.status, 303, `${form}: ${answer.text}`);
      page.follow(answer, form);
    };
    await show();
    await send("coupon", { code: "PLUS5" });
    await send("coupon/remove", { code: "PLUS5" });
    await send("gifts", { [`variant.${GIFT}`]: POSTER, [`quantity.${GIFT}`]: "1" });
    await send("phone", { phone: NEW_PHONE });
    await send("phone/verify", { phone: NEW_PHONE, otp: page.checkout.lastCode() });
    await send("address", { ...ADDRESS, email: "asha@example.com", line2: "", state: "" });
    await send("shipping", { option: "express" });
    await send("coins", { coins: "0" });
    await send("method", { method: "COD" });
    const { priced } = await page.checkout.stored();
    await send("pay", { seen: String(priced.totals.totalPayable) });
    await show();
  }));
