import assert from "node:assert/strict";
import fc from "fast-check";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { type CheckoutLimits, DEFAULT_LIMITS } from "../../../src/domain/shop/limits.ts";
import { withWorld, type World } from "../../support/app.ts";
import { runs } from "../../support/arbitraries.ts";
import { requireReached } from "../../support/few.ts";
import { aCustomer } from "../../support/builders.ts";
import { aMug, aPoster, aStock } from "../../support/shop.ts";
import { pagesOf, requireGuarded } from "./pages.ts";

const ON: CheckoutForm = { ...NO_CHECKOUT_FORM, cartLinks: true };

/** A browser whose user goes to the address. */
const VISIT = { headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" } };

function withLinks(
  test: (world: World) => Promise<void>,
  limits: Partial<CheckoutLimits> = {},
): Promise<void> {
  const checkout = { ...ON, limits: { ...DEFAULT_LIMITS, ...limits } };
  return withWorld(async (world) => {
    await world.store.commit(aStock({
      merchantId: world.merchant.id,
      products: [aMug(), aPoster()],
      coupons: [],
      customer: aCustomer(),
    }));
    await test(world);
  }, { merchant: { catalogue: "strict", checkout } });
}

async function sessions({ store }: World): Promise<number> {
  return (await store.sessions.counts(null)).reduce((sum, { count }) => sum + count, 0);
}

Deno.test("GET /buy opens a session on the cart and leads to its page", () =>
  withLinks(async (world) => {
    const { send } = pagesOf(world);
    for (const shop of ["", "&shop=Demo-Store.example"]) {
      const { status, headers } = await send(
        "GET",
        `/buy?v=11:2&v=91:1${shop}&utm_source=mail`,
        VISIT,
      );
      assert.equal(status, 303);
      requireGuarded(headers);
      const [, token] = /^c\/([\w-]{43})$/.exec(headers.get("location") ?? "") ?? [];
      const page = await send("GET", `/c/${token}`);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes("₹797.00"), "2 x 349.00 + 99.00");
      const opened = await world.services.checkoutLinks.open(token ?? "");
      assert.deepEqual(
        opened?.session.lines.map(({ variantId, quantity }) => [variantId, quantity]),
        [["11", 2], ["91", 1]],
      );
    }
    assert.equal(await sessions(world), 2);
  }));

const WRONG = [
  "",
  "?v=",
  "?v=11",
  "?v=11:",
  "?v=11:0",
  "?v=11:-1",
  "?v=11:1.5",
  "?v=11:100001",
  "?v=11:1&v=999:1",
  "?v=9999999999999999999:1",
  "?v=11:1&v=mug:1",
  "?v=11:1&shop=other.example",
  "?v=11:1&shop=",
  "?v=11:1&shop=%00",
  `?${Array.from({ length: 21 }, () => "v=11:1").join("&")}`,
];

for (const query of WRONG) {
  Deno.test(`GET /buy opens nothing for ${query.slice(0, 40) || "no cart"}`, () =>
    withLinks(async (world) => {
      const { status, headers, text } = await pagesOf(world).send("GET", `/buy${query}`);
      assert.equal(status, 404);
      requireGuarded(headers);
      assert.ok(text.includes("This cart cannot be opened"));
      assert.equal(await sessions(world), 0);
    }));
}

/** Pieces that a query may be made of. */
const PIECES = ["v=", "11:1", "91:2", "11", ":", "0", "-1", "&", "&v=", "shop=", "%", "%00", "é"];

Deno.test("GET /buy opens a session if it leads to one, whatever the query, and is never a 5xx", () =>
  withLinks(async (world) => {
    const { send } = pagesOf(world, { rateLimit: 1_000_000 });
    const queries = fc.array(fc.constantFrom(...PIECES, "v=11:1&", "demo-store.example"), {
      maxLength: 8,
    });
    let [opened, peers] = [0, 0];
    await fc.assert(
      fc.asyncProperty(queries, async (pieces) => {
        const peer = `10.0.${peers >> 8}.${peers++ & 255}`;
        const { status, headers } = await send("GET", `/buy?${pieces.join("")}`, {
          ...VISIT,
          peer,
        });
        if (status === 303) opened += 1;
        // 400 for more units than the shop sells by a link.
        else assert.ok(status === 400 || status === 404, String(status));
        requireGuarded(headers);
        assert.equal(await sessions(world), opened);
      }),
      runs(500, 500),
    );
    requireReached(opened > 20, "twenty sessions");
  }));

/** Requests that nobody has made on purpose, and all browsers that do not say so. */
const NO_VISITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a browser on plain http under a LAN name": { host: "shop-pc.lan:8082" },
  "a client without Sec-Fetch headers": { "user-agent": "curl/8" },
  "WhatsApp's preview": { "user-agent": "WhatsApp/2.23.20.0" },
  "Facebook's preview": { "user-agent": "facebookexternalhit/1.1" },
  "Telegram's preview": { "user-agent": "TelegramBot (like TwitterBot)" },
  "Slack's preview": { "user-agent": "Slackbot-LinkExpanding 1.0" },
  "X's preview": { "user-agent": "Twitterbot/1.0" },
  "a hidden frame": { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
  "another site's fetch": {
    "sec-fetch-mode": "no-cors",
    "sec-fetch-dest": "empty",
    "sec-fetch-site": "cross-site",
  },
  "an image": { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
  "a browser that loads it in advance": { ...VISIT.headers, "sec-purpose": "prefetch" },
  "a browser that renders it in advance": { ...VISIT.headers, "sec-purpose": "prefetch;prerender" },
};

for (const [who, headers] of Object.entries(NO_VISITS)) {
  Deno.test(`GET /buy opens nothing for ${who}, and POST does`, () =>
    withLinks(async (world) => {
      const { send } = pagesOf(world);
      const { status, headers: answered, text } = await send("GET", "/buy?v=11:2", { headers });
      assert.equal(status, 200);
      requireGuarded(answered, { hasScript: true });
      assert.doesNotMatch(text, /<script/);
      for (const [property, content] of OFFER) {
        assert.ok(text.includes(`<meta property="${property}" content="${content}"`), property);
      }
      assert.match(text, /<form method="post"><button[^>]*>Continue</);
      const head = await send("HEAD", "/buy?v=11:2", { headers });
      assert.deepEqual([head.status, head.text], [200, ""]);
      assert.equal(await sessions(world), 0);
      const own = { host: headers["host"] ?? "pay.example" };
      const opened = await send("POST", "/buy?v=11:2", { headers: own, form: {} });
      assert.equal(opened.status, 303);
      assert.match(opened.headers.get("location") ?? "", /^c\/[\w-]{43}$/);
      assert.equal(await sessions(world), 1);
    }));
}

const OFFER = [
  ["og:title", "Mug"],
  ["og:site_name", "Demo Store"],
  ["product:price:amount", "698.00"],
  ["product:price:currency", "INR"],
] as const;

Deno.test("POST /buy refuses the form of another site, and the page is framed by the shop's", () =>
  withLinks(async (world) => {
    const { send } = pagesOf(world);
    for (const site of ["cross-site", "same-site", "none"]) {
      const headers = { "sec-fetch-site": site };
      assert.equal((await send("POST", "/buy?v=11:1", { headers, form: {} })).status, 400);
    }
    assert.equal((await send("POST", "/buy?v=999:1", { form: {} })).status, 404);
    assert.equal(await sessions(world), 0);
    const { merchant } = world;
    const checkout = { ...merchant.checkout, ...ON, embedOrigins: ["https://shop.example"] };
    await world.store.commit([{ kind: "merchant.put", merchant: { ...merchant, checkout } }]);
    world.clock.advance(1000);
    const { headers } = await send("GET", "/buy?v=11:1");
    assert.match(
      headers.get("content-security-policy") ?? "",
      /frame-ancestors https:\/\/shop\.example$/,
    );
  }));

Deno.test("500 customers of one network open the link of one message within a minute", () =>
  withLinks(async (world) => {
    const { send } = pagesOf(world, { rateLimit: 100 });
    for (let n = 0; n < 500; n++) {
      assert.equal((await send("GET", "/buy?v=11:1&utm_source=mail", VISIT)).status, 303);
    }
    assert.equal(await sessions(world), 500);
    assert.deepEqual([...world.services.refusals.totals()], []);
  }));

/** Limits, requests that are still answered, and the one that is refused. */
const FLOODS = [
  ["cartsPerLink", ["v=11:1", "v=11:1"], "v=11:1&utm=2", "192.0.2.1"],
  ["cartsPerAddress", ["v=11:1", "v=11:2"], "v=11:3", "192.0.2.1"],
  ["carts", ["v=11:1", "v=11:2"], "v=11:3", "192.0.2.9"],
] as const;

for (const [limit, passing, refused, peer] of FLOODS) {
  Deno.test(`GET /buy opens so many carts an hour by checkout.limits.${limit}, and then says when`, () =>
    withLinks(async (world) => {
      const { send } = pagesOf(world);
      for (const query of passing) {
        assert.equal((await send("GET", `/buy?${query}`, VISIT)).status, 303);
      }
      world.clock.advance(60_000);
      const answer = await send("GET", `/buy?${refused}`, { ...VISIT, peer });
      assert.deepEqual([answer.status, answer.headers.get("retry-after")], [429, "3540"]);
      assert.ok(answer.text.includes("Too many carts"));
      assert.deepEqual([...world.services.refusals.totals()], [[limit, 1]]);
      world.clock.advance(3_540_000);
      assert.equal((await send("GET", `/buy?${refused}`, { ...VISIT, peer })).status, 303);
      assert.equal(await sessions(world), 3);
    }, { [limit]: 2 }));
}

Deno.test("GET /buy that opens nothing counts for the address, by the minute", () =>
  withLinks(async (world) => {
    const { send } = pagesOf(world, { rateLimit: 2 });
    for (const status of [404, 404, 429]) {
      assert.equal((await send("GET", "/buy?v=999:1")).status, status);
    }
    assert.equal((await send("GET", "/buy?v=11:1", VISIT)).status, 303);
  }));

Deno.test("the recovery link of a cart of the page leads back to the page, without a person", () =>
  withLinks(async (world) => {
    world.services.pages.servedAt("https://pay.example");
    const { send } = pagesOf(world);
    const opened = await send("POST", "/buy?v=11:2", { form: {} });
    const link = (await world.services.checkoutLinks.open(
      opened.headers.get("location")?.slice(2) ?? "",
    ))!;
    const url = await world.services.recoveryLinks.urlOf(link.session.id, "");
    for (const wait of [0, 3_600_000]) {
      world.clock.advance(wait);
      const back = await send("POST", url, { form: {} });
      const [, token] = /^https:\/\/pay\.example\/c\/([\w-]{43})$/.exec(
        back.headers.get("location") ?? "",
      ) ?? [];
      assert.match((await send("GET", `/c/${token}`)).text, /₹698\.00/);
    }
    assert.equal(await sessions(world), 2, "reopened");
  }));
