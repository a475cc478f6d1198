import assert from "node:assert/strict";
import { codeIn } from "../../src/http/problem.ts";
import { isReplay } from "./idempotency.ts";
import { Checkout } from "./steps/checkout.ts";
import { KNOWN_PHONE, withShop } from "./steps/shop.ts";

Deno.test("a refusal that is replayed is logged with its code, as the first time", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (let n = 0; n < 2; n++) {
      const answer = await checkout.send(
        "POST /otp/verify",
        { phone: KNOWN_PHONE, otp: "123456" },
        {
          "idempotency-key": "refused",
        },
      );
      assert.deepEqual([answer.status, isReplay(answer)], [409, n === 1]);
      const entry = world.log.at(-1);
      assert.deepEqual([entry?.status, entry?.error], [409, "error.otp-invalid"]);
    }
    const done = () =>
      checkout.send("POST /coupons", { code: "FLAT50" }, { "idempotency-key": "done" });
    await done();
    assert.ok(isReplay(await done()));
    assert.equal(world.log.at(-1)?.error, undefined);
  }));

Deno.test("codeIn() is the code of a refusal's body, and nothing where none is known", () => {
  const body = (code: unknown) => JSON.stringify({ status: "FAILURE", error: { code } });
  assert.equal(codeIn(body("error.out-of-stock")), "error.out-of-stock");
  for (const other of [body("error.of-long-ago"), body(1), "{}", "null", "{", ""]) {
    assert.equal(codeIn(other), undefined, other);
  }
});
