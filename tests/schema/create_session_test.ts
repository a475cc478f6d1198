import assert from "node:assert/strict";
import { requireReached } from "../support/few.ts";
import fc from "fast-check";
import { cartBody } from "../../bench/subject/shop.ts";
import { createSessionSchema, readPlain } from "../../src/schema/api/create_session.ts";
import { readLineItems } from "../../src/schema/api/line_item.ts";
import { runs } from "../support/arbitraries.ts";
import { sourceTexts } from "../support/sources.ts";
import { memberNames } from "../support/texts.ts";

const odd = fc.constantFrom(undefined, null, "", "x", 0, -0, -1, 1.5, true, [], {}, 2n ** 63n);
/** Mostly values that are right, else odd ones. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: right as fc.Arbitrary<unknown> }, {
    weight: 1,
    arbitrary: odd,
  });

const ids = mostly(fc.oneof(fc.maxSafeNat(), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)));
const texts = fc.oneof(fc.string({ maxLength: 5 }), fc.constant("t".repeat(2049)));
const orNone = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const items = fc.array(
  mostly(fc.record({
    product_id: ids,
    variant_id: ids,
    quantity: mostly(fc.oneof(fc.integer({ min: 1, max: 100_001 }), fc.double())),
    properties: fc.oneof(odd, fc.dictionary(memberNames(fc.string()), fc.string())),
    price: fc.oneof(odd, fc.double()),
    extra: fc.jsonValue(),
  }, { requiredKeys: [] })),
  { maxLength: 3 },
);

/** Right values of the fields that are not text; a field without a row is text of any length. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  attributes: mostly(orNone(fc.dictionary(memberNames(fc.string()), mostly(fc.string())))),
  analytics: fc.jsonValue(),
  metadata: fc.jsonValue(),
};

/** Made from the schema's own shape: a new field is among them, with values of every type. */
const SHAPE = Object.keys(createSessionSchema.shape.data.shape);
const anyField = mostly(orNone(texts));
const bodies = mostly(fc.record({
  data: mostly(fc.record({
    ...Object.fromEntries(SHAPE.map((name) => [name, FIELDS[name] ?? anyField])),
    shop_domain: mostly(fc.string()),
    items: mostly(items),
    unknown: fc.jsonValue(),
  }, { requiredKeys: ["shop_domain", "items"] })),
}));

/** Parts of a line that are read by their names: a schema writes ids anew. */
function namedParts<Line extends { readonly fields: Readonly<Record<string, unknown>> }>(
  line: Line,
) {
  const { product_id: _1, variant_id: _2, ...fields } = line.fields;
  return { ...line, fields };
}

Deno.test("readPlain() takes no body that the schema refuses, and reads it to the same", () => {
  let taken = 0;
  fc.assert(
    fc.property(bodies, (generated) => {
      const value: unknown = structuredClone(generated);
      const plain = readPlain(value);
      if (plain === undefined) return;
      taken += 1;
      const { data } = createSessionSchema.parse(value);
      const { items, ...rest } = data;
      for (const [name, one] of Object.entries(rest)) {
        assert.deepEqual(plain[name as keyof typeof plain], one, name);
      }
      assert.deepEqual(plain.items.map(namedParts), readLineItems(items).map(namedParts));
    }),
    runs(5000),
  );
  requireReached(taken > 0, "a body that is taken");
});

Deno.test("readPlain() reads every field of the schema, and refuses or reads each value as it does", () => {
  const { data } = JSON.parse(cartBody());
  const plain = readPlain({ data });
  assert.deepEqual(Object.keys(plain ?? {}).sort(), [...SHAPE].sort());
  const values = [42, true, [], {}, null, "", "x", "x".repeat(100_000), ["x"], { a: "b" }, {
    a: 1,
  }];
  for (const name of SHAPE) {
    for (const value of values) {
      const body = { data: { ...data, [name]: value } };
      const taken = readPlain(body);
      if (taken === undefined) continue;
      const read = createSessionSchema.safeParse(body);
      const what = `${name}: ${JSON.stringify(value).slice(0, 20)}`;
      assert.ok(read.success, what);
      if (name !== "items") assert.deepEqual(Reflect.get(taken, name), value, what);
    }
  }
});

Deno.test("no file of the API's forms spreads what is not parsed", async () => {
  const found: string[] = [];
  for (const { path, text } of await sourceTexts("src/schema/api")) {
    // Unknown parameters, what `isRecord()` has looked into, and what was destructured from it.
    const names = [
      ...text.matchAll(/\b(\w+)\??: unknown\b/g),
      ...text.matchAll(/\bisRecord\((\w+)\)/g),
      ...text.matchAll(/\bconst (\w+) = isRecord\(/g),
    ].map(([, name = ""]) => name);
    for (const name of new Set(names)) {
      if (new RegExp(`\\.\\.\\.${name}\\b`).test(text)) found.push(`${path}: ...${name}`);
    }
  }
  assert.deepEqual(found, []);
});

Deno.test("readPlain() takes an ordinary cart", () => {
  assert.ok(readPlain(JSON.parse(cartBody())));
});
