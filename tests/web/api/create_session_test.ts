import assert from "node:assert/strict";
import { aCart, withWorld } from "../../support/app.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";

Deno.test("POST /session answers 201 with exactly session_id and merchant_id, and a Location", () =>
  withWorld(async ({ send, merchant }) => {
    const answer = await send("POST", "/session", { body: aCart() });
    assert.equal(answer.status, 201);
    assert.deepEqual(Object.keys(answer.json), ["status", "data"]);
    assert.equal(answer.json.status, "SUCCESS");
    assert.deepEqual(Object.keys(answer.json.data), ["session_id", "merchant_id"]);
    assert.equal(answer.json.data.merchant_id, merchant.id);
    assert.equal(answer.headers.get("location"), `/session/${answer.json.data.session_id}`);
    assert.equal(answer.headers.get("cache-control"), "no-store");
  }));

Deno.test("POST /session needs no more than a shop domain and lines", () =>
  withWorld(async ({ send }) => {
    const { data: { shop_domain, items } } = aCart();
    const answer = await send("POST", "/session", { body: { data: { shop_domain, items } } });
    assert.equal(answer.status, 201);
    const read = await send("GET", answer.headers.get("location") ?? "");
    assert.equal(read.json.data.country_code, "IN");
    assert.equal(read.json.data.redirect_url, "https://demo-store.example/thanks");
  }));

Deno.test("POST /session accepts every documented field, and null where one is optional", () =>
  withWorld(async ({ send }) => {
    const full = aCart({
      fp_id: "not-a-uuid",
      storefront_s: "s",
      storefront_y: "y",
      checkout_trace_s: "ts",
      checkout_trace_y: "ty",
      redirect_url: "https://shop.example/done?x=1",
      analytics: { social: { social_p: "p", social_c: "c" } },
      metadata: {
        utm: [{ name: "utm_source", value: "mail" }],
        orig_referer: "https://r.example",
        referer_host: "r.example",
        landing_page: "/",
      },
      attributes: { gift: "yes" },
      note: "Ring twice",
      something_new: { is: "ignored" },
    });
    assert.equal((await send("POST", "/session", { body: full })).status, 201);
    const nulls = Object.fromEntries(
      Object.keys(full.data).filter((name) => !["shop_domain", "items"].includes(name))
        .map((name) => [name, null]),
    );
    assert.equal((await send("POST", "/session", { body: aCart(nulls) })).status, 201);
  }));

Deno.test("POST /session finds the shop by any spelling of any of its domains", async () => {
  const merchant = { domains: ["demo-store.example", "xn--bcher-kva.example"] };
  await withWorld(async ({ send }) => {
    for (
      const shop_domain of [
        "DEMO-store.example",
        "https://demo-store.example/path",
        "demo-store.example:8443",
        "demo-store.example.",
        "bücher.example",
      ]
    ) {
      const { status } = await send("POST", "/session", { body: aCart({ shop_domain }) });
      assert.equal(status, 201, shop_domain);
    }
  }, { merchant });
});

Deno.test("POST /session answers alike for an unknown shop and another merchant's", () =>
  withWorld(async ({ send, store }) => {
    const other = aMerchant({ id: uuid<MerchantId>(2), domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const foreign = await send("POST", "/session", {
      body: aCart({ shop_domain: "other.example" }),
    });
    const unknown = await send("POST", "/session", {
      body: aCart({ shop_domain: "nobody.example" }),
    });
    for (const { status, json } of [foreign, unknown]) {
      assert.equal(status, 404);
      assert.equal(json.status, "FAILURE");
      assert.equal(json.error.code, "error.shop-not-found");
    }
    assert.equal(
      foreign.json.error.message.replace("other", "X"),
      unknown.json.error.message.replace("nobody", "X"),
    );
    const noHost = await send("POST", "/session", { body: aCart({ shop_domain: "not a host!" }) });
    assert.equal(noHost.json.error.code, "error.shop-not-found");
  }));

Deno.test("POST /session refuses a bad field with its path and value", async () => {
  const line = { product_id: 1, variant_id: 11, quantity: 1, price: 1 };
  const rows: [unknown, string][] = [
    [{}, "data is required"],
    [[], "The body must be an object, got an array"],
    [{ data: 5 }, "data must be an object, got 5"],
    [aCart({ shop_domain: undefined }), "data.shop_domain is required"],
    [aCart({ shop_domain: 5 }), "data.shop_domain must be a string, got 5"],
    [aCart({ shop_domain: "" }), "data.shop_domain must not be empty"],
    [aCart({ items: undefined }), "data.items is required"],
    [aCart({ items: {} }), "data.items must be an array, got an object"],
    [aCart({ items: [] }), "data.items must have at least 1 entry"],
    [
      aCart({ items: [line, line, { ...line, quantity: 0 }] }),
      "data.items[2].quantity must be a positive integer, got 0",
    ],
    [
      aCart({ items: [{ ...line, quantity: 1.5 }] }),
      "data.items[0].quantity must be a positive integer, got 1.5",
    ],
    [
      aCart({ items: [{ ...line, quantity: 100_001 }] }),
      "data.items[0].quantity must be at most 100000, got 100001",
    ],
    [
      aCart({ items: [{ ...line, product_id: "1" }] }),
      'data.items[0].product_id must be a 64-bit integer, got "1"',
    ],
    [
      aCart({ items: [{ ...line, variant_id: undefined }] }),
      "data.items[0].variant_id is required",
    ],
    [
      aCart({ items: [{ ...line, price: -1 }] }),
      "data.items[0].price must be an amount of 0 or more, got -1",
    ],
    [
      aCart({ items: [{ ...line, price: 1.005 }] }),
      "data.items[0].price must have at most 2 decimals for INR, got 1.005",
    ],
    [
      aCart({ items: [{ ...line, price: undefined }] }),
      "data.items[0].price is required: the variant is not in the shop's catalogue",
    ],
    [
      aCart({ items: [{ ...line, properties: { a: true } }] }),
      "data.items[0].properties.a must be a string, got true",
    ],
    [
      aCart({ country_code: "IND" }),
      'data.country_code must be a two-letter ISO 3166-1 country code, got "IND"',
    ],
    [
      aCart({ redirect_url: "/relative" }),
      'data.redirect_url must be an absolute http or https URL, got "/relative"',
    ],
    [
      aCart({ redirect_url: "javascript:alert(1)" }),
      'data.redirect_url must be an absolute http or https URL, got "javascript:alert(1)"',
    ],
    [
      aCart({ redirect_url: "https://u:p@x.example" }),
      "data.redirect_url must not contain a user name or password: x.example",
    ],
    [aCart({ attributes: ["a"] }), "data.attributes must be an object, got an array"],
    [aCart({ attributes: { a: 1 } }), "data.attributes.a must be a string, got 1"],
    [
      aCart({ items: [{ ...line, price: 90_000_000_000_000, quantity: 100_000 }] }),
      "data.items, with tax, shipping and the fee of cash on delivery, must total at most " +
      "9007199254740991 minor units",
    ],
  ];
  await withWorld(async ({ send }) => {
    for (const [body, message] of rows) {
      const { status, json } = await send("POST", "/session", { body });
      assert.deepEqual({ status, ...json.error }, {
        status: 400,
        code: "error.invalid-request",
        message,
      });
    }
  });
});

Deno.test("POST /session refuses ids that are not plain 64-bit integers", () =>
  withWorld(async ({ send }) => {
    for (
      const id of [
        "1.0",
        "1e3",
        "9223372036854775808",
        "-9223372036854775809",
        "1.5",
        "null",
        '"7"',
      ]
    ) {
      const text = JSON.stringify(aCart()).replace('"product_id":1,', `"product_id":${id},`);
      const { status, json } = await send("POST", "/session", { text });
      assert.equal(status, 400, id);
      assert.match(json.error.message, /^data\.items\[0\]\.product_id must be a 64-bit integer/);
    }
  }));

Deno.test("POST /session takes 500 lines and refuses 501", async () => {
  const line = { product_id: 1, variant_id: 11, quantity: 1, price: 1 };
  await withWorld(async ({ send }) => {
    const fits = aCart({ items: Array.from({ length: 500 }, () => line) });
    assert.equal((await send("POST", "/session", { body: fits })).status, 201);
    const over = aCart({ items: Array.from({ length: 501 }, () => line) });
    const { json } = await send("POST", "/session", { body: over });
    assert.equal(json.error.message, "data.items must have at most 500 entries");
  });
});

Deno.test("POST /session refuses bodies of the wrong type, size or form", () =>
  withWorld(async ({ send }) => {
    const cart = JSON.stringify(aCart());
    const rows: [Parameters<typeof send>[2], number, string][] = [
      [
        { text: cart, headers: { "content-type": "text/plain" } },
        415,
        "error.unsupported-media-type",
      ],
      [{ text: "{" }, 400, "error.invalid-json"],
      [{ text: "" }, 400, "error.invalid-json"],
      [{ text: Uint8Array.of(0x7b, 0xff, 0x7d) }, 400, "error.invalid-json"],
      [{ text: '{"data":1,"data":2}' }, 400, "error.invalid-request"],
      [{ text: `"${"x".repeat(1024 * 1024)}"` }, 413, "error.payload-too-large"],
    ];
    for (const [init, status, code] of rows) {
      const answer = await send("POST", "/session", init);
      assert.deepEqual([answer.status, answer.json.error.code], [status, code]);
    }
    const charset = { "content-type": "application/json; charset=utf-8" };
    assert.equal((await send("POST", "/session", { text: cart, headers: charset })).status, 201);
  }));
