/** The token of a link: what it opens, and what it does not. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { checkoutOperations } from "../../../src/web/checkout_page/checkout/operations.ts";
import { createOperations } from "../../../src/web/operations.ts";
import { exampleOf, type Live, pathOf } from "../../fuzz/examples.ts";
import { withPath } from "../../store/support.ts";
import { aCart, type World } from "../../support/app.ts";
import { Checkout } from "../api/checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, withShop } from "../api/shop.ts";
import { LinkedPage, linkOf } from "./link.ts";
import { type PageAnswer, pagesOf, requireGuarded } from "./pages.ts";
import { OPERATOR } from "../../support/operator.ts";

const DAY_MS = 24 * HOUR_MS;

Deno.test("a token is no API key: every operation refuses it", () =>
  withShop(async (world) => {
    const { checkout, token } = await LinkedPage.open(world);
    const before = await checkout.stored();
    const live: Live = { id: checkout.id, payment: null, otp: "000000" };
    const operations = createOperations({ services: world.services, version: "0" })
      .filter(({ access }) => access === "key");
    assert.ok(operations.length >= 20);
    for (const operation of operations) {
      const example = exampleOf(operation, live);
      const path = pathOf(operation, live, example);
      const { status, json } = await world.send(operation.method, path, {
        secret: token,
        body: example.body,
      });
      assert.deepEqual([status, json.error.code], [401, "error.unauthorized"], operation.id);
    }
    assert.deepEqual(await checkout.stored(), before);
  }));

/** Tokens that open nothing, each made so in its own way. */
const DEAD: Readonly<Record<string, (world: World) => string | Promise<string>>> = {
  malformed: () => "x",
  "encoded": () => "%41".repeat(43),
  unknown: () => "A".repeat(43),
  "of a recovery link": async (world) => {
    const { id } = await Checkout.open(world);
    return (await world.services.recoveryLinks.urlOf(id, "")).slice("/c/recover/".length);
  },
  "the id of a session": async (world) => (await Checkout.open(world)).id,
  "an API key": ({ secret }) => secret,
  replaced: async (world) => {
    const checkout = await Checkout.open(world);
    const token = await linkOf(checkout);
    await linkOf(checkout);
    return token;
  },
  expired: async (world) => {
    const token = await linkOf(await Checkout.open(world));
    world.clock.advance(DAY_MS);
    return token;
  },
  "of a deleted session": async (world) => {
    const { token } = await LinkedPage.open(world);
    world.clock.advance(100 * DAY_MS);
    await world.services.housekeeping.sweepAll();
    world.clock.advance(100 * DAY_MS);
    assert.ok(await world.services.housekeeping.purgeAll() > 0);
    return token;
  },
  "of an erased customer": async (world) => {
    const page = await LinkedPage.open(world);
    await page.checkout.verify();
    await world.services.erasure.erase(KNOWN_PHONE, null, OPERATOR);
    return page.token;
  },
};

/** Every operation below a token, and the page's queries. */
async function requests(): Promise<(readonly [method: string, rest: string])[]> {
  const found: (readonly [string, string])[] = [["GET", "?edit=address"], ["GET", "?poll"]];
  await withShop(({ services }) => {
    for (const { method, path, limitedBy } of checkoutOperations(services)) {
      assert.match(path, /^\/c\/\{token\}/);
      assert.equal(limitedBy, "link", path);
      found.push([method, path.slice("/c/{token}".length)]);
    }
    return Promise.resolve();
  });
  assert.ok(found.length >= 20);
  return found;
}

/** An answer without what differs from request to request. */
function bytesOf({ status, headers, text }: PageAnswer): string {
  headers.delete("x-request-id");
  return JSON.stringify([status, [...headers], text]);
}

Deno.test("every operation has one answer to every token that opens nothing", async () => {
  const operations = await requests();
  const seen = new Map<string, Map<string, string>>();
  for (const [name, make] of Object.entries(DEAD)) {
    await withShop(async (world) => {
      const token = await make(world);
      const { send } = pagesOf(world);
      for (const [n, [method, rest]] of operations.entries()) {
        const form = method === "POST" ? { form: { code: "FLAT50" } } : {};
        // From another address each, which has not asked for an unknown link before.
        const answer = await send(method, `/c/${token}${rest}`, { ...form, peer: `192.0.2.${n}` });
        const operation = `${method} /c/{token}${rest}`;
        assert.equal(answer.status, 404, `${operation}, ${name}`);
        requireGuarded(answer.headers);
        const answers = seen.get(operation) ?? new Map();
        seen.set(operation, answers.set(bytesOf(answer), name));
      }
    });
  }
  for (const [operation, answers] of seen) {
    assert.equal(answers.size, 1, `${operation}: ${[...answers.values()].join(", ")}`);
  }
});

Deno.test("a token opens its own session only", () =>
  withShop(async (world) => {
    const one = await LinkedPage.open(world);
    const other = await LinkedPage.open(world, {
      items: [{ product_id: 7, variant_id: 77, quantity: 1, price: 5, title: "Lantern" }],
    });
    assert.match((await other.get()).text, /Lantern/);
    assert.doesNotMatch((await one.get()).text, /Lantern/);
    const before = await other.checkout.stored();
    for (const id of [other.checkout.id, other.token]) {
      await one.take("coins", { coins: "0", session_id: id, token: id });
    }
    assert.deepEqual(await other.checkout.stored(), before);
  }));

Deno.test("a link that is replaced while its form arrives takes no step", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const { otp } = world.services;
    const services = {
      ...world.services,
      otp: {
        send: async (...call: Parameters<typeof otp.send>) => {
          await linkOf(page.checkout);
          return await otp.send(...call);
        },
      },
    } as unknown as World["services"];
    const pages = pagesOf({ ...world, services });
    const path = `/c/${page.token}/phone`;
    const answer = await pages.send("POST", path, { form: { phone: KNOWN_PHONE } });
    const unknown = await pages.send("POST", `/c/${"A".repeat(43)}/phone`, { form: {} });
    assert.equal(answer.status, 404);
    assert.equal(bytesOf(answer), bytesOf(unknown));
    assert.equal((await page.checkout.stored()).version, 1);
  }));

Deno.test("after 20 wrong tokens in a minute an address gets 429 for others, and right ones open", () =>
  withShop(async (world) => {
    const { pages, token } = await LinkedPage.open(world);
    const at = (path: string, peer = "192.0.2.1") => pages.send("GET", path, { peer });
    for (let i = 0; i < 20; i++) assert.equal((await at(`/c/x${i}`)).status, 404);
    for (const path of ["/c/x", `/c/${"A".repeat(43)}`, "/c/x/state", "/c/x/coins"]) {
      const refused = await at(path);
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "60"]);
    }
    assert.equal((await at(`/c/${token}`)).status, 200);
    assert.equal((await at("/c/x", "192.0.2.2")).status, 404);
    world.clock.advance(60_000);
    assert.equal((await at("/c/x")).status, 404);
  }));

Deno.test("requests with a right token count for its link, not for the address", () =>
  withShop(async (world) => {
    const one = await LinkedPage.open(world);
    const token = await linkOf(await Checkout.open(world));
    const pages = pagesOf(world, { rateLimit: 30 });
    for (let i = 0; i < 30; i++) {
      const peer = `192.0.2.${i % 3}`;
      assert.notEqual((await pages.send("GET", `/c/${one.token}/state`, { peer })).status, 429);
    }
    const refused = await pages.send("GET", `/c/${one.token}`);
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many attempts/);
    assert.equal((await pages.send("GET", `/c/${token}`)).status, 200);
  }));

Deno.test("the token is in no table, no log and no recorded answer", () =>
  withPath(async (path) => {
    const tokens: string[] = [];
    await withShop(async (world) => {
      const page = await LinkedPage.open(world);
      const { checkout, pages } = page;
      const headers = { "idempotency-key": "once" };
      const link = () => checkout.send("POST /checkout-link", undefined, headers);
      const [first, second] = [await link(), await link()];
      assert.equal(first.headers.get("idempotent-replayed"), null);
      for (const { status, json } of [first, second]) {
        assert.equal(status, 201);
        tokens.push(new URL(json.data.url).pathname.split("/").at(-1) ?? "");
      }
      const used = new LinkedPage(checkout, { pages, token: tokens[1]! });
      await used.get();
      await used.get("/state");
      await used.take("address", ADDRESS);
      await used.post("coupon", { code: "NONE" });
      await used.post("phone", { phone: KNOWN_PHONE });
      await used.post("phone/verify", { phone: KNOWN_PHONE, otp: "1" });
      tokens.push(page.token);
      await checkout.send("POST /coupons", { code: "FLAT50" }, { "idempotency-key": "other" });
      await world.services.housekeeping.flush(true);
      const logged = JSON.stringify([pages.log, world.log, world.told]);
      for (const token of tokens) assert.ok(!logged.includes(token));
      assert.equal(new Set(tokens).size, 3);
      const { tokenHash } = (await world.services.checkoutLinks.open(tokens[1]!))!.caller.subject;
      assert.ok(!logged.includes(tokenHash));
    }, { db: path });
    const db = new DatabaseSync(path);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const records = db.prepare("SELECT key FROM idempotency_records").all();
    assert.deepEqual(records.map(({ key }) => key), ["other"]);
    db.close();
    const bytes = new TextDecoder("latin1").decode(await Deno.readFile(path));
    assert.ok(bytes.includes("checkout_links"));
    for (const token of tokens) assert.ok(!bytes.includes(token));
  }));

Deno.test("two links of a session are never the same", () =>
  withShop(async (world) => {
    const { json } = await world.send("POST", "/session", { body: aCart() });
    const checkout = new Checkout(world, json.data.session_id);
    const tokens = new Set<string>();
    for (let i = 0; i < 20; i++) tokens.add(await linkOf(checkout));
    assert.equal(tokens.size, 20);
  }));
