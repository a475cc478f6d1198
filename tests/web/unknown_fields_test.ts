import assert from "node:assert/strict";
import { z } from "zod";
import { unknownFields } from "../../src/schema/api/unknown_fields.ts";
import { aCart, withWorld } from "../support/app.ts";

Deno.test("X-Unknown-Fields names fields that were ignored, and nothing is refused for them", () =>
  withWorld(async ({ send }) => {
    const data = { ...aCart().data, reedirect_url: "x", "na me/é": 1 };
    const made = await send("POST", "/session", { body: { data } });
    assert.equal(made.status, 201);
    assert.equal(made.headers.get("x-unknown-fields"), "reedirect_url, na%20me%2F%C3%A9");
    const known = await send("POST", "/session", { body: aCart() });
    assert.equal(known.headers.get("x-unknown-fields"), null);
    const path = `/session/${made.json.data.session_id}/coupons`;
    const refused = await send("POST", path, { body: { data: { cuopon: "A" } } });
    assert.deepEqual([refused.status, refused.headers.get("x-unknown-fields")], [400, "cuopon"]);
  }));

Deno.test("X-Unknown-Fields leaves what stores add to the cart and to tracking alone", () =>
  withWorld(async ({ send }) => {
    const { items: _, ...rest } = aCart().data;
    const free = {
      items: [{ product_id: 1, variant_id: 11, quantity: 1, price: 10, odd: 1 }],
      analytics: { odd: 1 },
      metadata: { odd: 1 },
      attributes: { odd: "1" },
    };
    const { status, headers } = await send("POST", "/session", {
      body: { data: { ...rest, ...free } },
    });
    assert.deepEqual([status, headers.get("x-unknown-fields")], [201, null]);
  }));

Deno.test("unknownFields() looks into lists, and names at most ten fields of 64 characters", () => {
  const one = z.object({ id: z.number().optional() });
  const schema = z.object({ data: z.object({ list: z.array(one).optional(), one }) });
  const of = (data: unknown) => unknownFields(schema, { data });
  assert.deepEqual(of({ list: [{ id: 1 }, { uid: 2 }], one: { name: 3 } }), [
    "list[1].uid",
    "one.name",
  ]);
  assert.equal(
    of(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 1]))).length,
    10,
  );
  assert.deepEqual(of({ ["é".repeat(100)]: 1 }), ["é".repeat(64)]);
  // Cut within a character, it is still one that a header can have.
  assert.doesNotThrow(() => of({ [`${"a".repeat(63)}😀`]: 1 }).map(encodeURIComponent));
  for (const odd of [null, 1, "x", [], [[{ a: 1 }]]]) assert.ok(Array.isArray(of(odd)));
});
