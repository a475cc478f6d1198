import assert from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import { anEndpoint, only } from "../../support/webhooks.ts";
import { Checkout } from "./checkout.ts";
import { KNOWN_PHONE, withShop } from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

const NEW_PHONE = "+919812345678";
const MINUTE_MS = 60_000;

Deno.test("POST /otp tells the operator the code while no endpoint takes otp.requested", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const session = await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    assert.equal(session.customer, null);
    assert.equal(world.told.length, 1);
    assert.match(checkout.lastCode(), /^\d{6}$/);
    assert.equal(world.told[0]?.["session"], checkout.id);
    assert.deepEqual(await checkout.events(), ["otp.requested"]);
    const events = JSON.stringify(await world.store.sessions.events(checkout.id));
    assert.doesNotMatch(events, new RegExp(`"${checkout.lastCode()}"`), "nobody is to receive it");
  }));

Deno.test("POST /otp hands the code to a webhook endpoint that wants it, and to no log", () =>
  withShop(async (world) => {
    await world.store.commit([
      { kind: "webhook.put", endpoint: anEndpoint(1, only("otp.requested")) },
    ]);
    const checkout = await Checkout.open(world);
    const { text } = await checkout.send("POST /otp", { phone: KNOWN_PHONE });
    const [, event] = await world.store.sessions.events(checkout.id);
    assert.equal(event?.data["phone"], KNOWN_PHONE);
    assert.equal(event.data["expires_at"], "2026-01-02T03:09:05.000Z");
    const code = String(event.data["otp"]);
    assert.match(code, /^\d{6}$/);
    assert.deepEqual(world.told, []);
    assert.doesNotMatch(JSON.stringify(world.log), new RegExp(code));
    assert.doesNotMatch(text, new RegExp(code));
    const { customer } = await checkout.step("POST /otp/verify", { phone: KNOWN_PHONE, otp: code });
    assert.equal(customer.phone, KNOWN_PHONE);
    assert.doesNotMatch(JSON.stringify(world.log), new RegExp(code));
  }));

Deno.test("POST /otp puts no code into the log of a shop that has any endpoint, and says so", () =>
  withShop(async (world) => {
    const endpoints = [
      anEndpoint(1, only("payment.paid")),
      anEndpoint(2, { disabledAt: world.clock.at }),
    ];
    await world.store.commit(
      endpoints.map((endpoint) => ({ kind: "webhook.put", endpoint })),
    );
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    assert.deepEqual(world.told, [{
      message: "One-time code not sent: no webhook endpoint or SMS channel takes otp.requested",
      session: checkout.id,
    }]);
  }));

Deno.test("POST /otp answers alike for a phone that is known and one that is not", () =>
  withShop(async (world) => {
    const answers: unknown[] = [];
    for (const phone of [KNOWN_PHONE, NEW_PHONE]) {
      const checkout = await Checkout.open(world);
      const { status, text, headers } = await checkout.send("POST /otp", { phone });
      const ownHeaders = Object.fromEntries(
        [...headers].filter(([name]) => !["x-request-id", "ratelimit"].includes(name)),
      );
      answers.push([status, text.replaceAll(checkout.id, "ID"), ownHeaders]);
    }
    assert.deepEqual(answers[0], answers[1]);
  }));

Deno.test("POST /otp reads a national number by the session's country, and E.164 in any", () =>
  withShop(async (world) => {
    await world.services.merchants.update(
      world.merchant.id,
      (old) => ({ ...old, otpCountries: [] }),
      OPERATOR,
    );
    const rows: [string, string, string][] = [
      ["IN", "098765 43210", KNOWN_PHONE],
      ["DE", "01512 3456789", "+4915123456789"],
      ["DE", "+91 98123-45678", NEW_PHONE],
    ];
    for (const [country_code, written, phone] of rows) {
      const checkout = await Checkout.open(world, { country_code });
      await checkout.step("POST /otp", { phone: written });
      const otp = checkout.lastCode();
      const { customer } = await checkout.step("POST /otp/verify", { phone, otp });
      assert.equal(customer.phone, phone);
    }
  }));

Deno.test("POST /otp/verify attaches a customer, known with coins or new without", () =>
  withShop(async (world) => {
    const known = await (await Checkout.open(world)).verify(KNOWN_PHONE);
    assert.equal(known.coin.coin_available, 500);
    const fresh = await (await Checkout.open(world)).verify(NEW_PHONE);
    assert.equal(fresh.coin.coin_available, 0);
    world.clock.advance(30_000);
    const again = await (await Checkout.open(world)).verify(NEW_PHONE);
    assert.deepEqual(again.customer, fresh.customer, "the same customer, not a second one");
    assert.equal(
      (await world.store.customers.of(world.merchant.id, NO_PREFIX_FILTER, { limit: 1000 })).rows
        .length,
      2,
    );
  }));

Deno.test("POST /otp/verify forgives four wrong codes, not five, and keeps count", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const right = checkout.lastCode();
    const wrong = right === "000000" ? "111111" : "000000";
    const entry = (otp: string) => ({ phone: KNOWN_PHONE, otp });
    for (let i = 0; i < 5; i++) {
      assert.equal(
        await checkout.refusedAnew("POST /otp/verify", entry(wrong), "error.otp-invalid"),
        "The code is wrong",
      );
    }
    assert.equal(
      await checkout.refused("POST /otp/verify", entry(right), "error.otp-too-many-attempts"),
      "Too many wrong codes: ask for a new one",
    );
    world.clock.advance(30_000);
    assert.equal((await checkout.verify()).customer.phone, KNOWN_PHONE);
  }));

Deno.test("POST /otp/verify refuses a code that expired, was used, or went to another phone", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const otp = checkout.lastCode();
    const verify = (phone: string, code: "error.otp-invalid" | "error.otp-expired") =>
      checkout.refused("POST /otp/verify", { phone, otp }, code);
    await verify(NEW_PHONE, "error.otp-invalid");
    world.clock.advance(5 * MINUTE_MS);
    assert.equal(
      await verify(KNOWN_PHONE, "error.otp-expired"),
      "The code has expired: ask for a new one",
    );
    const used = await Checkout.open(world);
    await used.verify();
    await used.refused(
      "POST /otp/verify",
      { phone: KNOWN_PHONE, otp: used.lastCode() },
      "error.otp-invalid",
    );
  }));

Deno.test("POST /otp sends again after 30 s and no more than 5 an hour, per session and per phone", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const again = (one: Checkout, phone: string) =>
      one.refused("POST /otp", { phone }, "error.otp-rate-limited");
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    world.clock.advance(29_001);
    assert.equal(await again(checkout, NEW_PHONE), "Another code can be sent in 1 s");
    const { headers } = await checkout.send("POST /otp", { phone: NEW_PHONE });
    assert.equal(headers.get("retry-after"), "1");
    world.clock.advance(999);
    for (let i = 0; i < 4; i++) {
      await checkout.step("POST /otp", { phone: KNOWN_PHONE });
      world.clock.advance(MINUTE_MS);
    }
    // The first was sent 30 s before the second, which was four minutes ago.
    assert.equal(await again(checkout, NEW_PHONE), "Another code can be sent in 3330 s");
    const other = await Checkout.open(world);
    assert.equal(await again(other, KNOWN_PHONE), "Another code can be sent in 3330 s");
    await other.step("POST /otp", { phone: NEW_PHONE });
  }));
