import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { AppError } from "../../src/domain/errors.ts";
import { CommitRefused } from "../../src/store/store.ts";
import { Checkout } from "./steps/checkout.ts";
import { withShop } from "./steps/shop.ts";

/** What keeps a step from landing, though nothing is wrong with the request. */
const FAILURES: readonly [status: number, failure: (change: Change) => Error][] = [
  [409, (change) => new CommitRefused(change, "Somebody was faster")],
  [503, () => new AppError("error.unavailable", "The database cannot be used now")],
];

for (const [expected, failure] of FAILURES) {
  Deno.test(`a ${expected} that a later try may not meet is not recorded under its Idempotency-Key`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      const post = () =>
        checkout.send("POST /coupons", { code: "FLAT50" }, { "Idempotency-Key": "later" });
      const { store } = world;
      const { commit } = store;
      store.commit = (changes) => {
        const step = changes.find(({ kind }) => kind === "session.put");
        return step === undefined ? commit.call(store, changes) : Promise.reject(failure(step));
      };
      const passing = await post();
      assert.equal(passing.status, expected, passing.text);
      store.commit = commit;
      const answer = await post();
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get("idempotent-replayed"), null);
    }));
}
