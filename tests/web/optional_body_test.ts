import assert from "node:assert/strict";
import { createOperations } from "../../src/web/operations.ts";
import { uuid } from "../support/builders.ts";
import { Checkout } from "./api/checkout.ts";
import { ADDRESS, mugs, withShop } from "./api/shop.ts";

/** Ways to send no body: with the headers of various clients. */
const NO_BODY: readonly Readonly<Record<string, string>>[] = [
  {},
  { "Content-Length": "0" },
  { "Content-Type": "application/json" },
  { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "0" },
];

Deno.test("a body whose fields are all optional may be left out, of every operation", () =>
  withShop(async ({ services, send }) => {
    const { paths } = (await send("GET", "/openapi.json")).json;
    const optional: string[] = [];
    for (const { id, method, path, access, docs } of createOperations({ services, version: "0" })) {
      if (access !== "key" || docs.body === undefined) continue;
      const { required } = paths[path][method.toLowerCase()].requestBody;
      if (!required) optional.push(id);
      for (const headers of NO_BODY) {
        const { json } = await send(method, path.replaceAll(/\{\w+\}/g, uuid(9)), { headers });
        const refusals = "Content-Type" in headers && headers["Content-Type"] === "application/json"
          ? "error.invalid-json"
          : "error.unsupported-media-type";
        assert.equal(
          json.error.code,
          required ? refusals : "error.session-not-found",
          `${id} with ${JSON.stringify(headers)}`,
        );
      }
      // Content needs its type, and is read.
      const typed = await send(method, path.replaceAll(/\{\w+\}/g, uuid(9)), {
        text: '{"data":{}}',
        headers: { "Content-Type": "text/plain" },
      });
      assert.equal(typed.json.error.code, "error.unsupported-media-type", id);
    }
    assert.deepEqual(optional.sort(), ["cancelOrder", "refundOrder", "setBuyer", "startPayment"]);
  }));

Deno.test("an order is cancelled, and a buyer emptied, without a body", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { items: mugs(2) });
    await checkout.step("PUT /buyer", { name: "Asha Rao" });
    const emptied = await world.send("PUT", `${checkout.path}/buyer`);
    assert.deepEqual([emptied.status, emptied.json.data.buyer], [200, { name: null, email: null }]);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.pay();
    const headers = { "Idempotency-Key": "once" };
    const cancelled = await world.send("POST", `${checkout.path}/cancel`, { headers });
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal(cancelled.json.data.order.cancel_reason, null);
    assert.notEqual(cancelled.json.data.order.cancelled_at, null);
    // Without a body and without fields it is the same request.
    const again = await world.send("POST", `${checkout.path}/cancel`, {
      headers,
      body: { data: {} },
    });
    assert.deepEqual([again.headers.get("idempotent-replayed"), again.text], [
      "true",
      cancelled.text,
    ]);
  }));
