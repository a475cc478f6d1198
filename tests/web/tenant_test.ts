import assert from "node:assert/strict";
import { z } from "zod";
import type { KeyedOperation } from "../../src/web/operation.ts";
import { createOperations } from "../../src/web/operations.ts";
import { exampleOf, type Live, pathOf } from "../fuzz/examples.ts";
import { withWorld } from "../support/app.ts";
import { ADDRESS } from "./api/shop.ts";
import { type Reference, REFERENCES, type Tenants, withTenants } from "./tenants.ts";

/** Fields of bodies that name nothing a merchant has: whoever adds a field says which it is. */
const PLAIN: ReadonlySet<string> = new Set([
  "data",
  ...["items", "quantity", "properties", "country_code", "redirect_url", "note", "attributes"],
  ...["fp_id", "storefront_s", "storefront_y", "checkout_trace_s", "checkout_trace_y"],
  ...["analytics", "social", "social_p", "social_c"],
  ...["metadata", "utm", "name", "value", "orig_referer", "referer_host", "landing_page"],
  ...["add_ons", "line1", "line2", "city", "state", "postal_code", "email"],
  ...["otp", "coins", "method", "status", "amount", "currency", "reference", "reason", "way"],
  ...["refund", "lines", "line", "all", "disputed"],
]);

async function keyedOperations(): Promise<KeyedOperation[]> {
  let operations: KeyedOperation[] = [];
  await withWorld(({ services }) => {
    operations = createOperations({ services, version: "0" })
      .filter((one): one is KeyedOperation => one.access === "key");
    return Promise.resolve();
  });
  return operations;
}

/** The names of all properties of a JSON schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const isMap = keyword === "properties" || keyword === "$defs";
    if (!isMap) return SUBSCHEMAS.has(keyword) ? [value].flat().flatMap(fieldsOf) : [];
    const entries = Object.entries(z.record(z.string(), z.unknown()).parse(value));
    const names = keyword === "properties" ? entries.map(([name]) => name) : [];
    return [...names, ...entries.flatMap(([, one]) => fieldsOf(one))];
  });
}

const SUBSCHEMAS: ReadonlySet<string> = new Set([
  ...["items", "additionalProperties", "anyOf", "oneOf", "allOf"],
]);

function bodyFields({ docs: { body } }: KeyedOperation): string[] {
  if (body === undefined) return [];
  return fieldsOf(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }));
}

function isReference(name: string): name is Reference {
  return name in REFERENCES;
}

/** Everything of another merchant that a call of an operation can name. */
function referencesOf(operation: KeyedOperation): Reference[] {
  const params = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const query = Object.keys(operation.docs.query?.shape ?? {});
  const named = [...params, ...query, ...bodyFields(operation)].filter(isReference);
  return [
    ...new Set([...named, ...(operation.method !== "GET" ? ["idempotency-key" as const] : [])]),
  ];
}

/** The row of theirs that a page of a list could begin after. */
function keyOf({ id }: KeyedOperation, { theirs }: Tenants): string {
  return id === "listRefunds" ? theirs.refund_id : theirs.id;
}

/** The answer to a call with all headers, and the caller's session afterwards. */
async function outcome(
  { world: { send, told }, sessionId }: Tenants,
  { operation, reference, value, isPriced }: {
    readonly operation: KeyedOperation;
    readonly reference: Reference;
    readonly value: string;
    readonly isPriced: boolean;
  },
): Promise<unknown> {
  const live: Live = { id: sessionId, payment: null, otp: "000000" };
  if (operation.id === "reportPaymentResult") {
    await send("PUT", `/session/${sessionId}/address`, { body: { data: ADDRESS } });
    const { json } = await send("POST", `/session/${sessionId}/payment`);
    live.payment = json.data.payment;
  }
  if (operation.id === "verifyOtp") {
    const phone = reference === "phone" ? value : REFERENCES.phone.nobodys;
    await send("POST", `/session/${sessionId}/otp`, { body: { data: { phone } } });
    live.otp = String(told.at(-1)?.["otp"]);
  }
  const example = exampleOf(operation, live);
  const params = { ...example.params, [reference]: value };
  const path = pathOf(operation, reference === "id" ? { ...live, id: value } : live, {
    ...example,
    params,
  });
  const query = reference in (operation.docs.query?.shape ?? {})
    ? `?${reference}=${encodeURIComponent(value)}`
    : "";
  const answer = await send(operation.method, path + query, {
    ...(example.body !== undefined &&
      { body: replaced(example.body, { reference, value, isPriced }) }),
    ...(reference === "idempotency-key" && { headers: { "idempotency-key": value } }),
  });
  const after = await send("GET", `/session/${sessionId}`);
  return [answer.status, [...answer.headers], answer.text, after.status, after.text];
}

/** A body with another value wherever the field stands. */
function replaced(
  body: unknown,
  what: { readonly reference: Reference; readonly value: string; readonly isPriced: boolean },
): unknown {
  if (Array.isArray(body)) return body.map((one) => replaced(one, what));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([key]) => what.isPriced || key !== "price").map(([key, one]) => [
      key,
      key !== what.reference
        ? replaced(one, what)
        : typeof one === "number"
        ? Number(what.value)
        : what.value,
    ]),
  );
}

Deno.test("every field of every operation is known to name something of a merchant, or nothing", async () => {
  const unknown = (await keyedOperations()).flatMap((operation) =>
    bodyFields(operation).filter((name) => !isReference(name) && !PLAIN.has(name))
      .map((name) => `${operation.id}: ${name}`)
  );
  assert.deepEqual(unknown, []);
  const params = (await keyedOperations()).flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  );
  assert.deepEqual(params.filter((name) => !isReference(name)), []);
});

for (const operation of await keyedOperations()) {
  for (const reference of referencesOf(operation)) {
    Deno.test(`${operation.id} answers for another merchant's ${reference} as for an unknown one, byte for byte`, async () => {
      // Without its price a line is the catalogue's; other bodies have none.
      const prices = bodyFields(operation).includes("price") ? [true, false] : [true];
      for (const isPriced of prices) {
        const outcomes: unknown[] = [];
        for (const whose of ["theirs", "nobodys"] as const) {
          await withTenants(async (tenants) => {
            const { nobodys } = REFERENCES[reference];
            const { [reference]: theirs = REFERENCES[reference].theirs }: Partial<
              Record<Reference, string>
            > = { ...tenants.theirs, after: keyOf(operation, tenants) };
            const before = await tenants.facts();
            const value = whose === "theirs" ? theirs : nobodys;
            const came = await outcome(tenants, { operation, reference, value, isPriced });
            // Where an answer repeats what it was asked for, that much differs.
            outcomes.push(JSON.parse(JSON.stringify(came).replaceAll(theirs, nobodys)));
            assert.deepEqual(await tenants.facts(), before, "nothing of theirs has changed");
          });
        }
        assert.deepEqual(outcomes[0], outcomes[1]);
      }
    });
  }
}

Deno.test("what is another's in these tests is really there, for its owner", () =>
  withTenants(async ({ world: { send }, theirs: { id }, theirSecret }) => {
    const theirs = await send("GET", `/session/${id}`, { secret: theirSecret });
    assert.equal(theirs.status, 200);
    assert.match(theirs.text, /Secret lamp/);
    assert.match(theirs.text, /"code":"THEIRS"/);
    assert.match(theirs.text, /"payment_state":"PENDING"/);
    assert.equal((await send("GET", `/session/${id}`)).status, 404);
  }));
