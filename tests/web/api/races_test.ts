import assert from "node:assert/strict";
import { Checkout, left, paid } from "./checkout.ts";
import { ADDRESS, HOUR_MS, mugs, withShop } from "./shop.ts";
import type { World } from "../../support/app.ts";

async function ready(world: World): Promise<Checkout> {
  const checkout = await Checkout.open(world);
  await checkout.step("PUT /address", ADDRESS);
  return checkout;
}

/** Sends calls in one turn of the event loop; `200` or the code of each refusal. */
async function atOnce(
  checkout: Checkout,
  calls: readonly (readonly [call: string, data: unknown])[],
): Promise<string[]> {
  const answers = await Promise.all(calls.map(([call, data]) => checkout.send(call, data)));
  return answers.map(({ status, json }) => status === 200 ? "200" : json.error.code);
}

function count(events: readonly string[], type: string): number {
  return events.filter((one) => one === type).length;
}

Deno.test("of two payments started at once on a session one starts", () =>
  withShop(async (world) => {
    const checkout = await ready(world);
    const { version } = await checkout.stored();
    const outcomes = await atOnce(checkout, [["POST /payment", undefined], [
      "POST /payment",
      undefined,
    ]]);
    assert.deepEqual(outcomes, ["200", "error.invalid-state"]);
    assert.equal((await checkout.stored()).version, version + 1);
    assert.equal(count(await checkout.events(), "payment.pending"), 1);
    assert.equal(await left(world), 18);
  }));

Deno.test("the same result twice at once is one; PAID and FAILED at once are one of them", () =>
  withShop(async (world) => {
    const twice = await ready(world);
    const result = paid((await twice.step("POST /payment")).payment);
    assert.deepEqual(await atOnce(twice, [result, result]), ["200", "200"]);
    assert.equal(count(await twice.events(), "session.completed"), 1);
    assert.equal(await left(world), 18);

    const torn = await ready(world);
    const [call, data] = paid((await torn.step("POST /payment")).payment);
    const failed = { status: "FAILED", reference: "declined" };
    const outcomes = await atOnce(torn, [[call, failed], [call, data]]);
    assert.deepEqual(outcomes, ["200", "error.invalid-state"]);
    assert.equal((await torn.stored()).payment?.status, "FAILED");
    assert.equal(await left(world), 18);
  }));

Deno.test("PAID at once with abandoning or the sweep completes the order, once", () =>
  withShop(async (world) => {
    for (const other of ["abandon", "sweep"]) {
      const checkout = await ready(world);
      const before = await left(world);
      const result = paid((await checkout.step("POST /payment")).payment);
      if (other === "sweep") world.clock.advance(HOUR_MS);
      await Promise.all([
        other === "sweep" ? world.services.housekeeping.sweepAll() : checkout.send("POST /abandon"),
        checkout.send(...result),
      ]);
      const { state, amountPaid } = await checkout.stored();
      assert.deepEqual(state, { session: "COMPLETED", payment: "PAID" }, other);
      assert.equal(amountPaid, 75_800);
      assert.equal(await left(world), (before ?? 0) - 2, other);
      assert.equal(count(await checkout.events(), "session.completed"), 1);
      assert.equal((await world.send("GET", checkout.path)).status, 200);
    }
  }));

Deno.test("twenty steps at once: each is taken, or told that others were faster, and none is lost", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const outcomes = await atOnce(
      checkout,
      Array.from({ length: 20 }, (_, i) => ["PUT /items", { items: mugs(i + 1) }] as const),
    );
    const taken = outcomes.filter((one) => one === "200").length;
    assert.ok(taken >= 10, `${taken} were taken`);
    assert.deepEqual(
      outcomes.filter((one) => one !== "200"),
      Array(20 - taken).fill("error.conflict"),
    );
    assert.equal((await checkout.stored()).version, 1 + taken);
    assert.equal(count(await checkout.events(), "session.updated"), taken);
  }));

Deno.test("of two codes for one phone, asked for at once in two sessions, one is sent", () =>
  withShop(async (world) => {
    const phone = "+919812345678";
    const sessions = [await Checkout.open(world), await Checkout.open(world)];
    const ask = async () => {
      const answers = await Promise.all(sessions.map((one) => one.send("POST /otp", { phone })));
      return answers.map(({ status, json }) => status === 200 ? "200" : json.error.code).sort();
    };
    assert.deepEqual(await ask(), ["200", "error.otp-rate-limited"]);
    world.clock.advance(29_999);
    assert.deepEqual(await ask(), ["error.otp-rate-limited", "error.otp-rate-limited"]);
    world.clock.advance(1);
    assert.deepEqual(await ask(), ["200", "error.otp-rate-limited"]);
    const told = await Promise.all(sessions.map((one) => one.events()));
    assert.equal(count(told.flat(), "otp.requested"), 2);
  }));

Deno.test("of two right codes entered at once one is taken", () =>
  withShop(async (world) => {
    const phone = "+919812345678";
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone });
    const entry = ["POST /otp/verify", { phone, otp: checkout.lastCode() }] as const;
    assert.deepEqual(await atOnce(checkout, [entry, entry]), ["200", "error.otp-invalid"]);
  }));

Deno.test("two sessions that verify one new phone at once get the same customer", () =>
  withShop(async (world) => {
    const phone = "+919812345678";
    const sessions = [await Checkout.open(world), await Checkout.open(world)];
    const entries: (readonly [Checkout, string])[] = [];
    for (const checkout of sessions) {
      await checkout.step("POST /otp", { phone });
      entries.push([checkout, checkout.lastCode()]);
      world.clock.advance(30_000);
    }
    const answers = await Promise.all(
      entries.map(([checkout, otp]) => checkout.send("POST /otp/verify", { phone, otp })),
    );
    assert.deepEqual(answers.map(({ status }) => status), [200, 200]);
    assert.equal(answers[0]?.json.data.customer.id, answers[1]?.json.data.customer.id);
  }));
