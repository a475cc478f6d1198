import assert from "node:assert/strict";
import { MAX_EXTRA_BYTES } from "../../../src/domain/cart/extra.ts";
import { NO_SESSION_FILTER } from "../../../src/domain/filters.ts";
import { FREE_FORM_BYTES, FREE_FORM_ENTRIES } from "../../../src/web/guard/free_form.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";
import { mugs, withShop } from "../api/shop.ts";

const ORDER = {
  reference: "R-4711/é",
  note: "Ring twice\nLeave it",
  attributes: JSON.parse('{"Gift wrap":"yes","__proto__":"kept","":""}'),
};

async function created({ send }: World, over: Record<string, unknown>): Promise<string> {
  const { status, json, text } = await send("POST", "/session", { body: aCart(over) });
  assert.equal(status, 201, text);
  return json.data.session_id;
}

async function extraOf({ services }: World, id: string): Promise<string> {
  return (await services.sessionAdmin.show(id)).extra;
}

Deno.test("reference, note and attributes come back in Get Session and after every step", () =>
  withWorld(async (world) => {
    const id = await created(world, ORDER);
    const plain = await created(world, { reference: null });
    for (const call of ["GET", "PUT"] as const) {
      const path = call === "GET" ? `/session/${id}` : `/session/${id}/payment-method`;
      const body = call === "GET" ? {} : { body: { data: { method: "PREPAID" } } };
      const { json: { data } } = await world.send(call, path, body);
      assert.deepEqual([data.reference, data.note], [ORDER.reference, ORDER.note]);
      assert.deepEqual(Object.entries(data.attributes), Object.entries(ORDER.attributes));
    }
    const { json: { data } } = await world.send("GET", `/session/${plain}`);
    assert.deepEqual([data.reference, data.note, data.attributes], [null, null, {}]);
  }));

Deno.test("events carry the reference, and neither note nor attributes", () =>
  withWorld(async (world) => {
    const id = await created(world, ORDER);
    await world.send("POST", `/session/${id}/abandon`);
    const { events } = await world.services.sessionAdmin.show(id);
    assert.deepEqual(events.map(({ type }) => type), ["session.abandoned"]);
    for (const { data } of events) {
      assert.equal(data["reference"], ORDER.reference);
      assert.ok(!("note" in data) && !("attributes" in data));
    }
  }));

Deno.test("a reference need not be unique, and has at most 255 characters", () =>
  withWorld(async (world) => {
    const reference = "r".repeat(255);
    assert.notEqual(await created(world, { reference }), await created(world, { reference }));
    const rows: [unknown, string][] = [
      [`${reference}r`, "data.reference must have at most 255 characters"],
      [4711, "data.reference must be a string, got 4711"],
    ];
    for (const [value, message] of rows) {
      const { status, json } = await world.send("POST", "/session", {
        body: aCart({ reference: value }),
      });
      assert.equal(status, 400);
      assert.ok(json.error.message.startsWith(message), json.error.message);
    }
  }));

const ODD: readonly unknown[] = [7, true, ["a"], { a: 1 }, [], "x".repeat(3000)];

Deno.test("odd tracking data stops no sale: it is dropped, and the rest is kept", () =>
  withWorld(async (world) => {
    for (const odd of ODD) {
      const id = await created(world, {
        fp_id: "fine",
        storefront_s: odd,
        storefront_y: odd,
        checkout_trace_s: odd,
        checkout_trace_y: "x".repeat(256),
        analytics: { social: { social_p: odd, social_c: "c" }, more: odd },
        metadata: {
          utm: [{ name: "utm_source", value: "mail" }, { name: odd, value: "b" }, odd],
          orig_referer: odd,
          landing_page: "https://a.example/",
        },
      });
      assert.deepEqual(JSON.parse(await extraOf(world, id)), {
        tracking: {
          fp_id: "fine",
          analytics: { social: { social_c: "c" } },
          metadata: {
            utm: [{ name: "utm_source", value: "mail" }],
            landing_page: "https://a.example/",
          },
        },
      });
      const names = ["fp_id", "storefront_s", "storefront_y", "analytics", "metadata"];
      const all = Object.fromEntries(names.map((name) => [name, odd]));
      assert.ok((await extraOf(world, await created(world, all))).length < 100);
    }
  }));

Deno.test("unknown fields of lines are kept under their line, digit for digit", () =>
  withWorld(async (world) => {
    const line = { product_id: 1, variant_id: 11, quantity: 1, price: 349, title: "Mug" };
    const items = [line, { ...line, sku: "M-1", key: 1, nested: { b: [1], a: null } }];
    const text = JSON.stringify(aCart({ items, fp_id: null })).replace(
      '"key":1',
      '"key":9223372036854775807',
    );
    const { json } = await world.send("POST", "/session", { text });
    assert.equal(
      await extraOf(world, json.data.session_id),
      '{"items":{"1":{"sku":"M-1","key":9223372036854775807,"nested":{"a":null,"b":[1]}}}}',
    );
    assert.equal(await extraOf(world, await created(world, {})), "{}");
  }));

Deno.test("8 KiB are kept of tracking data and unknown fields, and the rest is dropped", () =>
  withWorld(async (world) => {
    const line = { product_id: 1, variant_id: 11, quantity: 1, price: 1 };
    const items = Array.from({ length: 500 }, (_, i) => ({
      ...line,
      long: "é".repeat(900),
      sku: `S-${i}`,
    }));
    const utm = Array.from({ length: 101 }, (_, i) => ({ name: `u${i}`, value: "v" }));
    const text = await extraOf(world, await created(world, { items, metadata: { utm } }));
    const bytes = new TextEncoder().encode(text).length;
    assert.ok(bytes <= MAX_EXTRA_BYTES && bytes > MAX_EXTRA_BYTES - 100, `${bytes}`);
    const kept = JSON.parse(text);
    assert.equal(kept.tracking.metadata.utm.length, 100);
    assert.deepEqual(Object.keys(kept.items["0"]), ["long", "sku"]);
    assert.deepEqual(kept.items["60"], { sku: "S-60" }, "what still fits is kept");
    assert.equal(kept.items["499"], undefined);
  }));

/** So many members, from a number on. */
function members(count: number, from = 0): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${from + i}`, ""]));
}

const line = (properties: unknown) => ({
  product_id: 1,
  variant_id: 11,
  quantity: 1,
  price: 349,
  properties,
});

/** Fields of `data` that stand at a limit, and the same just beyond it. */
const AT_LIMIT: readonly (readonly [
  what: string,
  fits: Record<string, unknown>,
  over: Record<string, unknown>,
])[] = [
  ["bytes of a note", { note: "x".repeat(FREE_FORM_BYTES) }, {
    note: "x".repeat(FREE_FORM_BYTES + 1),
  }],
  // A euro sign takes three bytes.
  ["bytes beyond ASCII", { note: "€".repeat(21_845) }, { note: `${"€".repeat(21_845)}xx` }],
  ["keys and values of attributes", { attributes: { ab: "x".repeat(FREE_FORM_BYTES - 2) } }, {
    attributes: { ab: "x".repeat(FREE_FORM_BYTES - 1) },
  }],
  ["properties of all lines and the note", {
    note: "x".repeat(FREE_FORM_BYTES - 4),
    items: [line({ a: "1" }), line({ b: "2" })],
  }, { note: "x".repeat(FREE_FORM_BYTES - 4), items: [line({ a: "1" }), line({ b: "23" })] }],
  ["entries of attributes", { attributes: members(FREE_FORM_ENTRIES) }, {
    attributes: members(FREE_FORM_ENTRIES + 1),
  }],
  // Each element is an entry, and so are its two members.
  ["entries at any depth", {
    metadata: { utm: Array.from({ length: 100 }, () => ({ name: "a", value: "b" })) },
    attributes: members(FREE_FORM_ENTRIES - 301),
  }, {
    metadata: { utm: Array.from({ length: 100 }, () => ({ name: "a", value: "b" })) },
    attributes: members(FREE_FORM_ENTRIES - 300),
  }],
];

for (const [what, fits, over] of AT_LIMIT) {
  Deno.test(`POST /session takes as many ${what} as the limit, and no more`, () =>
    withWorld(async ({ send }) => {
      const { status, text } = await send("POST", "/session", { body: aCart(fits) });
      assert.equal(status, 201, text);
      const refused = await send("POST", "/session", { body: aCart(over) });
      assert.deepEqual([refused.status, refused.json.error.code], [
        413,
        "error.payload-too-large",
      ]);
      assert.match(
        refused.json.error.message,
        /^data\.metadata, .+ together must have at most 65536 bytes$|^data\.metadata, .+ 5000 entries$|^The body must have at most 5000 members in one object$/,
      );
    }));
}

Deno.test("PUT /session/{id}/items holds the properties of all lines to the same limit", () =>
  withShop(async ({ send }) => {
    const { json } = await send("POST", "/session", { body: aCart() });
    const replace = (count: number) => {
      const [one] = mugs(1);
      const items = [members(2500), members(count, 2500)].map((properties) => ({
        ...one,
        properties,
      }));
      return send("PUT", `/session/${json.data.session_id}/items`, { body: { data: { items } } });
    };
    assert.equal((await replace(2500)).status, 200);
    assert.equal((await replace(2501)).status, 413);
  }));

Deno.test("a request that is too large is refused before its Idempotency-Key is looked at", () =>
  withWorld(async ({ send, store }) => {
    const answers = [];
    for (const value of ["a", "b"]) {
      const attributes = { ...members(60_000), value };
      answers.push(
        await send("POST", "/session", {
          body: aCart({ attributes }),
          headers: { "Idempotency-Key": "large" },
        }),
      );
    }
    assert.deepEqual(answers.map(({ status }) => status), [413, 413]);
    assert.deepEqual((await store.sessions.list(NO_SESSION_FILTER, { limit: 1 })).rows, []);
  }));
