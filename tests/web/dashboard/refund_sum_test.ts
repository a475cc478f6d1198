/** The sum from which a refund asks for the password, or the second factor, again. */
import assert from "node:assert/strict";
import type { Minor } from "../../../src/domain/values/money.ts";
import { fieldsOf } from "./owner.ts";
import { type Sales, withSales } from "./sales.ts";

const ASKED = /<h1>Enter your password<\/h1>/;

/** Lets refunds of a sum in minor units pass without the password. */
async function askOver({ store, merchant }: Sales, refundsFactorOver: Minor) {
  await store.commit([{ kind: "merchant.put", merchant: { ...merchant, refundsFactorOver } }]);
}

Deno.test("a refund asks above the sum that the shop sets, by the sum of its second step", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold, clock } = sales;
    await askOver(sales, 10_000);
    clock.advance(5 * 60_000);
    const refund = `${path}/${sold.paid}/refund`;
    const first = await owner.post(refund, {
      "line-1": "1",
      amount: "",
      reason: "",
      reference: "",
    });
    assert.doesNotMatch(first.text, ASKED);
    const send = (amount: string) =>
      owner.post(
        refund,
        fieldsOf(first.text)
          .map(([name, value]) => [name, name === "amount" ? amount : value] as const),
      );
    assert.match((await send("100.01")).text, ASKED);
    // The price that was paid is proposed, and is more than that.
    assert.match((await send("")).text, ASKED);
    assert.doesNotMatch((await send("nonsense")).text, ASKED);
    assert.equal((await send("100.00")).status, 303);
    // Parts are no way around the sum.
    assert.match((await send("0.01")).text, ASKED);
  }));

Deno.test("a cancellation asks if what it refunds is above the sum", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold, clock } = sales;
    clock.advance(5 * 60_000);
    const cancel = (form: Record<string, string>) =>
      owner.post(`${path}/${sold.paid}/cancel`, { reason: "x", ...form });
    await askOver(sales, 1);
    assert.match((await cancel({ refund: "on" })).text, ASKED);
    await askOver(sales, 100_000_000);
    assert.equal((await cancel({ refund: "on" })).status, 303);
  }));
