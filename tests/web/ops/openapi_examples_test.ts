/** The examples of the API's documentation work, in its order, against the demo shop. */
import assert from "node:assert/strict";
import { seedDemo } from "../../../src/service/shop/demo.ts";
import { demoShops } from "../../../src/demo/demo.ts";
import { withWorld, type World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";

/** The steps in an order that the states allow; the last is tried apart. */
const WALK = [
  ["POST", "/session"],
  ["GET", "/session/{id}"],
  ["PUT", "/session/{id}/items"],
  ["POST", "/session/{id}/coupons"],
  ["PUT", "/session/{id}/add-ons"],
  ["PUT", "/session/{id}/address"],
  ["PUT", "/session/{id}/buyer"],
  ["PUT", "/session/{id}/shipping-option"],
  ["POST", "/session/{id}/otp"],
  ["POST", "/session/{id}/otp/verify"],
  ["PUT", "/session/{id}/coins"],
  ["PUT", "/session/{id}/payment-method"],
  ["POST", "/session/{id}/payment"],
  ["POST", "/session/{id}/payment/{payment_id}/result"],
  ["POST", "/session/{id}/complete"],
  ["POST", "/session/{id}/refund"],
  ["POST", "/session/{id}/refund/{refund_id}/result"],
  ["POST", "/session/{id}/cancel"],
] as const;

// deno-lint-ignore no-explicit-any -- what came back is what the test is about
type Json = any;

/** The example with its run-time values filled in. */
function known(body: Json, path: string, session: Json, told: World["told"]): Json {
  if (path.endsWith("/add-ons")) body.data.add_ons[0].coupon_id = session.add_ons[0].coupon_id;
  if (path.endsWith("/verify")) {
    body.data.otp = told.map((fields) => fields["otp"]).findLast((otp) => otp !== undefined);
  }
  if (path.endsWith("{payment_id}/result")) body.data.amount = session.payment.amount;
  return body;
}

Deno.test("the examples of /openapi.json lead from a cart to an order of the demo shop", () =>
  withWorld(async ({ services, send, told }) => {
    const { secret } = await seedDemo(services, demoShops(), OPERATOR);
    const { paths } = (await send("GET", "/openapi.json")).json;
    let session: Json = {};
    for (const [method, path] of WALK) {
      const { requestBody } = paths[path][method.toLowerCase()];
      const example = requestBody?.content["application/json"].example;
      const target = path.replace("{id}", session.id)
        .replace("{payment_id}", session.payment?.payment_id)
        .replace("{refund_id}", session.refunds?.[0]?.id);
      const { status, text, json } = await send(method, target, {
        secret,
        ...(example && { body: known(structuredClone(example), path, session, told) }),
      });
      assert.equal(status, path === "/session" ? 201 : 200, `${method} ${path}: ${text}`);
      session = path === "/session" ? { ...json.data, id: json.data.session_id } : json.data;
    }
    assert.equal(session.session_state, "COMPLETED");
    assert.equal(session.order.cancel_reason, "Refused at the door");
    const walked = new Set(WALK.map(([method, path]) => `${method} ${path}`));
    const bodies = Object.entries<Json>(paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).filter(([, { requestBody }]) => requestBody)
        .map(([method]) => `${method.toUpperCase()} ${path}`)
    );
    assert.deepEqual(bodies.filter((one) => !walked.has(one)), [], "every example is tried");
  }, { merchant: { domains: ["other.example"] } }));
