import assert from "node:assert/strict";
import { Checkout } from "./checkout.ts";
import { ADDRESS, withShop } from "./shop.ts";

const NAME = "Asha Rao";
const EMAIL = "asha@example.com";

Deno.test("PUT /buyer sets both parts, and what it leaves out is empty", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const { buyer } = (await world.send("GET", checkout.path)).json.data;
    assert.deepEqual(buyer, { name: null, email: null });
    const rows: [unknown, unknown][] = [
      [{ name: NAME, email: EMAIL }, { name: NAME, email: EMAIL }],
      [{ email: EMAIL }, { name: null, email: EMAIL }],
      [{ name: NAME, email: null }, { name: NAME, email: null }],
      [{}, { name: null, email: null }],
    ];
    for (const [data, shown] of rows) {
      assert.deepEqual((await checkout.step("PUT /buyer", data)).buyer, shown);
    }
  }));

Deno.test("PUT /address fills an empty e-mail of the buyer", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const { buyer } = await checkout.step("PUT /address", { ...ADDRESS, email: EMAIL });
    assert.deepEqual(buyer, { name: null, email: EMAIL });
    const other = { name: NAME, email: "other@example.com" };
    assert.deepEqual((await checkout.step("PUT /buyer", other)).buyer, other);
    assert.deepEqual((await checkout.step("PUT /address", ADDRESS)).buyer, other);
  }));

Deno.test("PUT /buyer and PUT /address read an e-mail alike, and names as other texts", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const long = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(53)}.example`;
    const emails: [unknown, string][] = [
      ["asha", 'data.email must be an e-mail address, got "asha"'],
      ["", "data.email must be an e-mail address"],
      ["a@b", 'data.email must be an e-mail address, got "a@b"'],
      ["a@b.example\r\nBcc: c@d.example", "data.email must be an e-mail address, got "],
      [`Asha <${EMAIL}>`, "data.email must be an e-mail address, got "],
      [`x${long}`, "data.email must have at most 254 characters, got "],
      [7, "data.email must be "],
    ];
    for (const [email, message] of emails) {
      for (const [call, data] of [["PUT /buyer", {}], ["PUT /address", ADDRESS]] as const) {
        const refusal = await checkout.refused(call, { ...data, email }, "error.invalid-request");
        assert.ok(refusal.startsWith(message), refusal);
      }
    }
    assert.equal(long.length, 254);
    assert.equal((await checkout.step("PUT /buyer", { email: long })).buyer.email, long);
    const names: [unknown, RegExp][] = [
      ["", /^data\.name must not be empty$/],
      ["\u200b", /^data\.name must contain a visible character/],
      ["x".repeat(201), /^data\.name must have at most 200 characters/],
    ];
    for (const [name, message] of names) {
      const refusal = await checkout.refused("PUT /buyer", { name }, "error.invalid-request");
      assert.match(refusal, message);
    }
  }));

Deno.test("a buyer is neither in stored events nor in the log", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /buyer", { name: NAME, email: EMAIL });
    await checkout.pay();
    await checkout.refused("PUT /buyer", { name: NAME, email: EMAIL }, "error.invalid-state");
    const events = await world.store.sessions.events(checkout.id);
    assert.deepEqual(events.map(({ data }) => data["step"]).filter(Boolean), ["buyer"]);
    assert.doesNotMatch(JSON.stringify([events, world.told]), /Asha|asha@/);
  }, { rules: { shipping: [] } }));
