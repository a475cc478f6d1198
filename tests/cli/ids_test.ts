import { composeSecret, SECRET_ENTROPY_BYTES } from "../../src/domain/shop/api_key.ts";
import assert from "node:assert/strict";
import { aCoupon, aCustomer, uuid } from "../support/builders.ts";
import { aKey } from "../support/keys.ts";
import { aPlacedOrder } from "../support/orders.ts";
import type { CouponId, CustomerId, KeyId, OrderNumber, SessionId } from "../../src/domain/ids.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  COMPLETED,
  M1,
  putMerchant,
} from "../store/support.ts";
import { createShop, type Shell, withShell } from "./support.ts";

/** An id whose beginning and end are its own. */
const own = <Id extends string = string>(n: string) => `${n}0199-aaaa-7bbb-8ccc-dddddddd${n}` as Id;

const SESSION = own<SessionId>("5e55");
const KEY = own<KeyId>("beef");
const ENDPOINT = own("f00d");
const EVENT = own("e0e0");
const COUPON = own<CouponId>("c0c0");
const CUSTOMER = own<CustomerId>("cafe");
const PAYMENT = own("fade");

async function fill({ store }: Shell): Promise<void> {
  const order = aPlacedOrder({ number: "K7Q2-9MXD" as OrderNumber });
  const { phone } = aCustomer();
  await store.commit([
    putMerchant,
    addSession(aSession(1)),
    addSession(aSession(2)),
    addSession(aSession(3, { id: SESSION, state: COMPLETED, order })),
    { kind: "key.add", key: aKey({ id: KEY }) },
    { kind: "key.add", key: aKey({ id: uuid<KeyId>(77), hash: "00".repeat(32) }) },
    { kind: "webhook.put", endpoint: anEndpoint({ id: ENDPOINT }) },
    { kind: "event.add", event: anEvent(1, { id: EVENT }) },
    { kind: "coupon.put", coupon: aCoupon({ id: COUPON, code: "SAVE10" }) },
    { kind: "coupon.put", coupon: aCoupon({ id: uuid<CouponId>(78), code: "SAVE20" }) },
    { kind: "customer.put", customer: aCustomer({ id: CUSTOMER, phone }), seededCoins: 5 },
    {
      kind: "unexpected.add",
      unexpected: {
        id: PAYMENT,
        merchantId: M1,
        livemode: true,
        sessionId: SESSION,
        paymentId: uuid(9),
        reference: "r",
        amount: "1.00",
        currencyCode: "INR",
        reason: "error.payment-mismatch",
        message: "m",
        at: 1,
        keyId: null,
        count: 1,
        resolution: null,
      },
    },
  ]);
}

/** Commands with the id that each takes, shortened in the same place. */
const COMMANDS: readonly (readonly [id: string, argv: (part: string) => readonly string[]])[] = [
  [SESSION, (part) => ["session", "show", part]],
  [SESSION, (part) => ["order", "show", part]],
  [SESSION, (part) => ["session", "list", "--after", part]],
  [SESSION, (part) => ["order", "list", "--after", part]],
  [SESSION, (part) => ["session", "collected", part, "--amount", "349"]],
  [SESSION, (part) => ["session", "cancel", part, "--reason", "r", "--yes"]],
  [KEY, (part) => ["key", "revoke", part, "--yes"]],
  [KEY, (part) => ["key", "rotate", part, "--overlap", "0", "--yes"]],
  [ENDPOINT, (part) => ["webhook", "disable", part]],
  [ENDPOINT, (part) => ["webhook", "enable", part]],
  [ENDPOINT, (part) => ["webhook", "test", part]],
  [ENDPOINT, (part) => ["webhook", "trigger", "payment.paid", "--endpoint", part]],
  [ENDPOINT, (part) => ["webhook", "deliveries", part]],
  [ENDPOINT, (part) => ["webhook", "replay", "--failed", "--endpoint", part]],
  [EVENT, (part) => ["webhook", "replay", part]],
  [ENDPOINT, (part) => ["webhook", "remove", part, "--yes"]],
  [COUPON, (part) => ["coupon", "disable", part]],
  [COUPON, (part) => ["coupon", "enable", part]],
  [COUPON, (part) => ["coupon", "update", part, "--amount", "5"]],
  [COUPON, (part) => ["coupon", "delete", part, "--yes"]],
  [CUSTOMER, (part) => ["customer", "show", part]],
  [CUSTOMER, (part) => ["customer", "coins", part, "+1", "--reason", "r"]],
  [PAYMENT, (part) => ["payment", "show", part]],
  [PAYMENT, (part) => ["payment", "resolve", part, "--note", "n"]],
  [M1, (part) => ["merchant", "show", part]],
  [M1, (part) => ["key", "list", "--merchant", part]],
  [M1, (part) => ["session", "list", "--merchant", part]],
];

for (const [id, argv] of COMMANDS) {
  Deno.test(`checkoutctl ${argv("ID").join(" ")} takes a unique beginning or end of the id`, async () => {
    const texts = id === M1 ? [id, id.slice(-4)] : [id, id.slice(0, 8), id.slice(-4)];
    const results: string[] = [];
    for (const text of [...texts, id.slice(-4).toUpperCase()]) {
      await withShell(async (shell) => {
        await fill(shell);
        const { code, out, err } = await shell.run(...argv(text));
        assert.equal(code, 0, `${text}: ${err}`);
        results.push(out);
      });
    }
    assert.equal(new Set(results).size, 1, results.join(""));
  });
}

Deno.test("a session is found by a part of its order's number, a coupon by one of its code", () =>
  withShell(async (shell) => {
    await fill(shell);
    for (const text of ["K7Q2-9MXD", "k7q2", "9mxd", "q29mxd", "K7Q2-9"]) {
      assert.equal((await shell.json("order", "show", text)).id, SESSION, text);
    }
    for (const text of ["save10", "VE10", COUPON]) {
      assert.equal((await shell.json("coupon", "disable", text)).code, "SAVE10", text);
    }
  }));

Deno.test("an id that several things begin or end with is refused, with up to five of them", () =>
  withShell(async (shell) => {
    await fill(shell);
    const codes = await shell.run("coupon", "delete", "SAVE", "--yes");
    assert.deepEqual([codes.code, codes.out], [1, ""]);
    assert.match(
      codes.err,
      /^error: Several coupons match SAVE: SAVE10, SAVE20 \(error\.conflict\)/,
    );
    const keys = await shell.run("key", "revoke", "0", "--yes");
    assert.match(keys.err, /^error: No such key: 0 /, "one character is no part of an id");
    const listed = (err: string) => err.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    const two = await shell.run("session", "show", "0000");
    assert.match(two.err, /^error: Several sessions match 0000: /);
    assert.deepEqual(listed(two.err), [aSession(1).id, aSession(2).id]);
    await shell.store.commit([4, 5, 6, 7].map((n) => addSession(aSession(n))));
    const many = await shell.run("session", "show", "0000", "--json");
    assert.equal(many.code, 1);
    const { error } = JSON.parse(many.out);
    assert.equal(error.code, "error.conflict");
    assert.equal(listed(error.message).length, 5);
    assert.match(error.message, /, and more$/);
  }));

Deno.test("a command that asks names the whole id", () =>
  withShell(async (shell) => {
    await fill(shell);
    Object.assign(shell, { isTerminal: true, answer: false });
    await shell.run("key", "revoke", "beef");
    await shell.run("coupon", "delete", "c0c0");
    await shell.run("webhook", "remove", "f00d");
    await shell.run("session", "cancel", "9MXD", "--reason", "r");
    assert.deepEqual(shell.asked.map((text) => text.split("?", 1)[0]), [
      `Revoke key ${KEY}`,
      "Delete coupon SAVE10",
      `Remove endpoint ${ENDPOINT}`,
      `Cancel order ${SESSION}`,
    ]);
  }));

Deno.test("session expire takes parts of ids, and goes on after one that several have", () =>
  withShell(async (shell) => {
    await fill(shell);
    const end = aSession(1).id.slice(-4);
    const { code, out } = await shell.run("session", "expire", "0000", end, "--yes", "--json");
    assert.equal(code, 1);
    const { expired, failed } = JSON.parse(out);
    assert.equal(expired.length, 1);
    assert.deepEqual(failed.map(({ code }: { code: string }) => code), ["error.conflict"]);
  }));

Deno.test("key revoke finds a key by its prefix, name or whole secret, and shows no secret", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const create = (name: string) =>
      shell.json("key", "create", "--merchant", "demo-store.example", "--name", name);
    const revoke = (text: string) => shell.run("key", "revoke", text, "--yes", "--json");
    for (const part of ["prefix", "name", "secret"]) {
      const key = await create(`by ${part}`);
      const { code, out } = await revoke(key[part]);
      assert.deepEqual([code, JSON.parse(out).id], [0, key.id], part);
    }
    const [one, other] = [await create("twice"), await create("twice")];
    const { code, err } = await revoke("twice");
    assert.equal(code, 1);
    assert.ok(err.includes(one.id) && err.includes(other.id), err);
    // A revoked key is not meant where another one of its name is in use.
    await revoke(one.id);
    assert.equal(JSON.parse((await revoke("twice")).out).id, other.id);
    const foreign = composeSecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(7));
    const missing = await revoke(foreign);
    assert.equal(
      missing.err,
      `error: No such key: ${foreign.slice(0, 12)}... (error.key-not-found)\n`,
    );
  }));
