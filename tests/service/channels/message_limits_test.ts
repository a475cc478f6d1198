/** What strangers may cost a shop by messages. */
import assert from "node:assert/strict";
import { reachableBy } from "../../../src/domain/customer_message.ts";
import { completedEvent, sessionEvent } from "../../../src/domain/events.ts";
import type { CustomerId } from "../../../src/domain/ids.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { type CheckoutLimits, DEFAULT_LIMITS } from "../../../src/domain/shop/limits.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { anEmailChannel, anSmsChannel, aToldSession } from "../../support/channels.ts";
import { shippingAt } from "../../support/shop.ts";
import { type DispatchWorld, withDispatcher } from "../../support/webhooks.ts";
import { addSession } from "../../store/support.ts";

const HOUR_MS = 3_600_000;

function toldAt(n: number, phone: string, email = `c${n}@home.example`): CheckoutSession {
  const session = aToldSession(n);
  const { address } = session.choices;
  assert.ok(address);
  return { ...session, choices: { ...session.choices, address: { ...address, phone, email } } };
}

/** Places orders and delivers their messages; state and reason of each. */
async function place(
  { store, clock, run }: DispatchWorld,
  sessions: readonly CheckoutSession[],
  channel: { readonly id: string } = anSmsChannel(),
): Promise<string[]> {
  const of = (n: number) => uuid(7000 + n);
  const ids: string[] = [];
  for (const session of sessions) {
    const id = of(Number(session.id.slice(-4)));
    ids.push(id);
    const { id: sessionId, merchantId } = session;
    const event = { id, merchantId, sessionId, at: clock.now(), ...completedEvent(session) };
    const reaches = reachableBy("session.completed", session);
    await store.commit([addSession(session), { kind: "event.add", event, reaches }]);
    await run();
  }
  return await Promise.all(ids.map(async (id) => {
    const { state, attempts, lastError } = (await store.webhooks.delivery(id, channel.id))!
      .delivery;
    return state === "DELIVERED" ? state : `${state} ${attempts}: ${lastError}`;
  }));
}

async function withLimits(
  limits: Partial<CheckoutLimits>,
  test: (world: DispatchWorld) => Promise<void>,
  rules: Partial<ShopRules> = {},
): Promise<void> {
  await withDispatcher(async (world) => {
    const merchant = aMerchant({
      rules: { ...aMerchant().rules, ...rules },
      checkout: { ...NO_CHECKOUT_FORM, limits: { ...DEFAULT_LIMITS, ...limits } },
    });
    await world.store.commit([
      { kind: "merchant.put", merchant },
      ...[anSmsChannel(), anEmailChannel()].map((endpoint) =>
        ({ kind: "webhook.put", endpoint }) as const
      ),
    ]);
    await test(world);
  });
}

/** Numbers that confirmations went to. */
const NUMBERS = [
  ["+919876543210", "DELIVERED"],
  ["+881631234567", "FAILED 1: Not sent: not a mobile or landline number"],
  ["+870773111632", "FAILED 1: Not sent: not a mobile or landline number"],
  ["+447911123456", "FAILED 1: Not sent: the shop sends no messages to this country: "],
  ["+97798412345678", "FAILED 1: Not sent: "],
] as const;

Deno.test("a confirmation by SMS goes to the kinds of numbers and countries that codes go to", () =>
  withLimits({}, async (world) => {
    const found = await place(world, NUMBERS.map(([phone], i) => toldAt(i + 1, phone)));
    found.forEach((one, i) => assert.ok(one.startsWith(NUMBERS[i]![1]), `${i}: ${one}`));
    assert.equal(world.net.arrived.length, 1);
    world.clock.advance(86_400_000);
    await world.run();
    assert.equal(world.net.arrived.length, 1, "not retried");
  }, { shipping: [shippingAt(0)] }));

Deno.test("40 orders for one phone that nobody verified: 3 SMS a day", () =>
  withLimits({}, async (world) => {
    const sessions = Array.from({ length: 40 }, (_, i) => toldAt(i + 1, "+919876543210"));
    const found = await place(world, sessions);
    assert.deepEqual(found.slice(0, 3), ["DELIVERED", "DELIVERED", "DELIVERED"]);
    const reason = "FAILED 1: Not sent: at most 3 SMS a day to a phone that is not verified";
    assert.deepEqual(new Set(found.slice(3)), new Set([reason]));
    assert.equal(world.net.arrived.length, 3);
    world.clock.advance(24 * HOUR_MS);
    assert.deepEqual(await place(world, [toldAt(41, "+919876543210")]), ["DELIVERED"]);
  }));

Deno.test("a phone that is not verified gets 1 SMS for an order", () =>
  withLimits({}, async (world) => {
    const { store, clock, run } = world;
    const session = toldAt(1, "+919876543210");
    assert.deepEqual(await place(world, [session]), ["DELIVERED"]);
    const { id: sessionId, merchantId } = session;
    await store.commit([{
      kind: "webhook.put",
      endpoint: anSmsChannel({ events: ["order.cancelled"] }),
    }]);
    const draft = { ...completedEvent(session), type: "order.cancelled" as const };
    const event = { id: uuid(7777), merchantId, sessionId, at: clock.now(), ...draft };
    await store.commit([{ kind: "event.add", event, reaches: ["sms"] }]);
    clock.advance(1000);
    await run();
    const due = await store.webhooks.delivery(uuid(7777), anSmsChannel().id);
    assert.deepEqual([due?.delivery.state, due?.delivery.lastError], [
      "FAILED",
      "Not sent: at most 1 SMS per order to a phone that is not verified",
    ]);
  }));

Deno.test("a recipient gets so many messages an hour, verified or not, in any case of letters", () =>
  withLimits({}, async (world) => {
    const mails = Array.from(
      { length: 6 },
      (_, i) => toldAt(i + 1, "", i % 2 === 0 ? "Asha@home.example" : "asha@HOME.example"),
    );
    const found = await place(world, mails, anEmailChannel());
    assert.deepEqual(found.slice(0, 5), Array(5).fill("DELIVERED"));
    assert.equal(found[5], "FAILED 1: Not sent: at most 5 an hour to a recipient");
    const customer = { id: uuid<CustomerId>(81), phone: "+919876543211" };
    await world.store.commit([{
      kind: "customer.add",
      customer: { ...customer, merchantId: aMerchant().id, createdAt: NOW },
    }]);
    const verified = Array.from(
      { length: 6 },
      (_, i) => ({ ...toldAt(i + 11, "+919876543211"), customer }),
    );
    assert.deepEqual(await place(world, verified), [
      ...Array(5).fill("DELIVERED"),
      "FAILED 1: Not sent: at most 5 an hour to a recipient",
    ]);
    world.clock.advance(HOUR_MS);
    const again = [toldAt(21, "", "asha@home.example")];
    assert.deepEqual(await place(world, again, anEmailChannel()), ["DELIVERED"]);
  }));

Deno.test("orders of one address cause so many messages an hour, paid or verified or not", () =>
  withLimits({ messagesPerAddress: 4 }, async (world) => {
    const customer = { id: uuid<CustomerId>(81), phone: "+919876543211" };
    await world.store.commit([{
      kind: "customer.add",
      customer: { ...customer, merchantId: aMerchant().id, createdAt: NOW },
    }]);
    const from = (n: number, over: Partial<CheckoutSession> = {}) => {
      const session = toldAt(n, `+9198765432${10 + n}`);
      return { ...session, client: "network", ...over };
    };
    const reason = "FAILED 1: Not sent: at most 4 an hour by one client address";
    // Each causes an SMS and a mail.
    const sessions = [from(1, { customer }), from(2, { amountPaid: 1 }), from(3)];
    assert.deepEqual(await place(world, sessions), ["DELIVERED", "DELIVERED", reason]);
    assert.equal(world.net.arrived.length + world.net.mails.length, 4);
    assert.deepEqual(await place(world, [from(4, { customer }), from(5, { amountPaid: 1 })]), [
      reason,
      reason,
    ]);
    const others = [from(6, { client: "other" }), from(7, { client: null })];
    assert.deepEqual(await place(world, others), ["DELIVERED", "DELIVERED"]);
    world.clock.advance(HOUR_MS);
    assert.equal(world.net.arrived.length, 4, "not retried");
    assert.deepEqual(await place(world, [from(9), from(10), from(11)]), [
      "DELIVERED",
      "DELIVERED",
      reason,
    ]);
  }));

Deno.test("a shop sends so many messages a day of its time zone, whoever gets them", () =>
  withLimits({ messagesDaily: 4 }, async (world) => {
    const found = await place(world, [1, 2, 3].map((n) => toldAt(n, `+91987654321${n}`)));
    assert.deepEqual(found, [
      "DELIVERED",
      "DELIVERED",
      "FAILED 1: Not sent: at most 4 messages of the shop a day",
    ]);
    assert.equal(world.net.arrived.length + world.net.mails.length, 4);
    world.clock.advance(86_400_000 - (NOW % 86_400_000));
    assert.deepEqual(await place(world, [toldAt(9, "+919876543219")]), ["DELIVERED"]);
  }));

Deno.test("one-time codes are sent beyond the limits of messages, and use none of them up", () =>
  withLimits({ messagesDaily: 1, messagesPerRecipient: 1 }, async (world) => {
    const { store, clock, run } = world;
    const phone = "+919876543210";
    const session = toldAt(1, phone, "");
    await store.commit([addSession(session)]);
    const sendCode = async (n: number) => {
      const { id: sessionId, merchantId } = session;
      const fields = { phone, otp: "004711", expires_at: "" };
      const draft = sessionEvent("otp.requested", session, fields);
      const event = { id: uuid(7800 + n), merchantId, sessionId, at: clock.now(), ...draft };
      await store.commit([{ kind: "event.add", event, reaches: ["sms"] }]);
      await run();
      return (await store.webhooks.delivery(event.id, anSmsChannel().id))?.delivery.state;
    };
    assert.equal(await sendCode(1), "DELIVERED");
    assert.deepEqual(await place(world, [toldAt(2, phone, "")]), ["DELIVERED"]);
    assert.equal(await sendCode(2), "DELIVERED");
    assert.deepEqual(await place(world, [toldAt(3, "+919876543211", "")]), [
      "FAILED 1: Not sent: at most 1 messages of the shop a day",
    ]);
  }));
