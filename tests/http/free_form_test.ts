import assert from "node:assert/strict";
import { FREE_FORM_BYTES, FREE_FORM_ENTRIES } from "../../src/http/guard/free_form.ts";
import { aCart, withWorld } from "../support/app.ts";
import { mugs, withShop } from "./steps/shop.ts";

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
  }, {
    note: "x".repeat(FREE_FORM_BYTES - 4),
    items: [line({ a: "1" }), line({ b: "23" })],
  }],
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
    assert.deepEqual(await store.sessions.list({ limit: 1 }), []);
  }));
