/** Accounts at providers. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { paymentProviders } from "../../../src/service/payment_providers.ts";
import type { DemoBook } from "../../../src/service/checkout/demo_book.ts";
import type { Secrets } from "../../../src/service/secrets/secrets.ts";
import { Providers } from "../../../src/service/shop/providers.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { M1, M2, putMerchant, withPath } from "../../store/support.ts";
import { maintenance } from "../../store/maintenance/support.ts";
import type { World } from "../../support/app.ts";
import { NOW } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plain, withKeys } from "../../support/secrets.ts";
import { StripeDouble } from "../../support/payments/stripe_double.ts";
import { add, KEYS, LIVE, withPayment, withStripe } from "./stripe_shop.ts";

const DAY_MS = 86_400_000;

async function auditOf({ store }: World) {
  const filter = { ...NO_AUDIT_FILTER, action: "provider" };
  const found = await store.audit.list(filter, { limit: 10 });
  return { text: JSON.stringify(found), entries: found.rows.map(({ action }) => action) };
}

Deno.test("a new key of the account in use takes its place; one of another account does not", () =>
  withStripe(async (world) => {
    const { services: { providers }, merchant } = world;
    const first = await add(world, "sk_live_one");
    const renewed = await add(world, "sk_live_one_new");
    assert.deepEqual(renewed, { ...first, secret: renewed.secret });
    assert.match(renewed.secret!.stored, /^sk_live_one_new\nwhsec_1$/);
    assert.deepEqual(await providers.list(merchant), [renewed]);
    for (const replaces of [false, true]) {
      await assert.rejects(add(world, "sk_live_two", { replaces }), {
        code: "error.provider-exists",
      });
    }
    // Stripe names no account of a restricted key.
    await assert.rejects(add(world, "rk_live_hidden"), { code: "error.provider-exists" });
    const hidden = await add(world, "rk_live_hidden", { replaces: true });
    assert.deepEqual([hidden.id, hidden.account], [first.id, "acct_one"]);
    assert.equal((await providers.test(merchant, first.id)).account, "acct_one");
    const { entries: noted } = await auditOf(world);
    assert.deepEqual(noted, ["provider.key", "provider.key", "provider.add"]);
  }));

Deno.test("the demo provider of test mode gives way to a real one", () =>
  withStripe(async (world) => {
    const { services: { providers }, merchant } = world;
    await providers.add(merchant, { kind: "demo", livemode: false }, OPERATOR);
    const secrets = { key: "sk_test_one", hookSecret: null };
    const added = { kind: "stripe", livemode: false, secrets } as const;
    // Until its key is sealed and stored, the other one takes the payments.
    const { store } = world;
    const commit = store.commit.bind(store);
    store.commit = async (changes) => {
      if (changes.some((one) => one.kind === "provider.add")) {
        throw new Error("No room on the disk");
      }
      await commit(changes);
    };
    await assert.rejects(providers.add(merchant, added, OPERATOR));
    store.commit = commit;
    const [demo] = await providers.list(merchant);
    assert.deepEqual([demo?.kind, demo?.removedAt], ["demo", null]);
    const { id } = await providers.add(merchant, added, OPERATOR);
    const inUse = (await providers.list(merchant)).filter(({ removedAt }) => removedAt === null);
    assert.deepEqual(inUse.map((one) => one.id), [id]);
    const { entries } = await auditOf(world);
    assert.deepEqual(entries, ["provider.add", "provider.remove", "provider.add"]);
    await assert.rejects(providers.add(merchant, { kind: "demo", livemode: false }, OPERATOR), {
      code: "error.provider-exists",
    });
  }));

Deno.test("a key that is unknown, of the other mode, or not answered for, is not kept", () =>
  withStripe(async (world, stripe) => {
    const { services: { providers }, merchant } = world;
    await assert.rejects(add(world, "sk_live_x"), { code: "error.provider-refused" });
    await assert.rejects(add(world, "pk_live_x"), { code: "error.provider-refused" });
    stripe.faults.push("down");
    await assert.rejects(add(world, "sk_live_one"), { code: "error.unavailable" });
    const secrets = { key: "sk_live_one", hookSecret: null };
    const test = { kind: "stripe", livemode: false, secrets } as const;
    await assert.rejects(providers.add(merchant, test, OPERATOR), {
      code: "error.invalid-request",
    });
    assert.deepEqual(await providers.list(merchant), []);
  }));

Deno.test("a removed account keeps its key for 180 days, and longer for a payment under way", () =>
  withStripe(async (world) => {
    const { services: { providers }, merchant, clock } = world;
    const { id } = await add(world, "sk_live_one");
    const removed = await providers.remove(merchant, id, { isAtOnce: false, by: OPERATOR });
    assert.equal(removed.openPayments, 0);
    const hasKey = async () => (await providers.list(merchant))[0]!.secret !== null;
    clock.advance(180 * DAY_MS);
    assert.equal(await providers.forgetOld(), 0);
    clock.advance(1);
    assert.ok(await hasKey());
    assert.equal(await providers.forgetOld(), 1);
    assert.ok(!await hasKey());
    assert.equal(await providers.forgetOld(), 0);
    await assert.rejects(providers.test(merchant, id), { code: "error.unavailable" });
  }));

Deno.test("a removed account's key can be deleted at once, also afterwards, and once", () =>
  withStripe(async (world) => {
    const { services: { providers }, merchant } = world;
    const { id } = await add(world, "sk_live_one");
    const remove = (isAtOnce: boolean) =>
      providers.remove(merchant, id, { isAtOnce, by: OPERATOR });
    await remove(false);
    await assert.rejects(remove(false), { code: "error.provider-not-found" });
    assert.equal((await remove(true)).account.secret, null);
    await assert.rejects(remove(true), { code: "error.provider-not-found" });
    const { text, entries } = await auditOf(world);
    assert.doesNotMatch(text, /sk_live|whsec/);
    assert.deepEqual(entries, ["provider.remove", "provider.remove", "provider.add"]);
  }));

Deno.test("a key that does not know the payments under way takes no other one's place", () =>
  withPayment(async (world) => {
    await assert.rejects(add(world, "rk_live_other", { replaces: true }), {
      code: "error.provider-refused",
    });
    await add(world, "sk_live_one", { replaces: true });
  }));

Deno.test("a new key of an account that was removed is that of its payments under way too", () =>
  withPayment(async (world, { stripe, paymentId }) => {
    const { services, merchant } = world;
    const named = await add(world, "sk_live_one", { replaces: true });
    await services.providers.remove(merchant, named.id, { isAtOnce: false, by: OPERATOR });
    stripe.revoke("rk_live_hidden", "sk_live_one");
    await assert.rejects(services.providerPayments.look(paymentId), { code: "error.unavailable" });
    await add(world, "sk_live_one_new");
    assert.equal(await services.providerPayments.look(paymentId), "open");
  }));

Deno.test("a new key keeps the hook secret, and a hook secret the key", () =>
  withStripe(async (world) => {
    const { services: { providers }, merchant } = world;
    await add(world, "sk_live_one");
    const secrets = { key: "sk_live_one_new", hookSecret: null };
    const renewed = await providers.add(merchant, { ...LIVE, secrets }, OPERATOR);
    assert.equal(renewed.secret?.stored, "sk_live_one_new\nwhsec_1");
    const hooked = await providers.setHook(merchant, { ...LIVE, hookSecret: "whsec_2" }, OPERATOR);
    assert.equal(hooked.secret?.stored, "sk_live_one_new\nwhsec_2");
    const test = { kind: "stripe", livemode: false, hookSecret: "whsec_3" } as const;
    await assert.rejects(providers.setHook(merchant, test, OPERATOR), {
      code: "error.provider-not-found",
    });
  }));

Deno.test("a key that is sealed by none of the database is refused as that, and not as a second one", () =>
  withPath((path) =>
    withKeys(path, async (keys) => {
      const store = await openSqliteStore(path);
      try {
        await store.commit([putMerchant]);
        // Another program records a key after this one has seen none.
        const secrets = {
          seal: () => Promise.resolve(plain("sk_live_one")),
          open: () => "sk_live_one",
        } as unknown as Secrets;
        await maintenance.seal(path, { keys, now: NOW, isNeeded: true });
        const { send } = new StripeDouble(() => NOW, KEYS);
        const providers = new Providers({
          store,
          secrets,
          now: () => NOW,
          newId: () => crypto.randomUUID(),
          providers: paymentProviders({
            now: () => NOW,
            callProvider: send,
            books: {} as DemoBook,
            takesLive: false,
          }),
          providerPayments: { endForGood: () => assert.fail("Nothing is under way") },
        });
        const added = { ...LIVE, secrets: { key: "sk_live_one", hookSecret: null } };
        await assert.rejects(providers.add({ id: M1 }, added, OPERATOR), {
          code: "error.conflict",
          message:
            "The secret is not sealed by a key of the database, which has changed: try again",
        });
      } finally {
        await store.close();
      }
    })
  ));

Deno.test("another shop neither sees nor tests nor removes an account", () =>
  withStripe(async (world) => {
    const { services: { providers } } = world;
    const { id } = await add(world, "sk_live_one");
    const other = { id: M2 };
    assert.deepEqual(await providers.list(other), []);
    await assert.rejects(providers.test(other, id), { code: "error.provider-not-found" });
    const by = OPERATOR;
    await assert.rejects(providers.remove(other, id, { isAtOnce: true, by }), {
      code: "error.provider-not-found",
    });
  }));
