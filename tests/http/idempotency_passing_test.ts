import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { Variant } from "../../src/domain/shop/catalog.ts";
import { CommitRefused } from "../../src/store/store.ts";
import type { Answer, World } from "../support/app.ts";
import { aProduct, aVariant } from "../support/builders.ts";
import { isReplay } from "./idempotency.ts";
import { Checkout } from "./steps/checkout.ts";
import { aCode, ADDRESS, KNOWN_PHONE, off, RULES, withShop } from "./steps/shop.ts";

/** What keeps a step from landing, though nothing is wrong with the request. */
const FAILURES: readonly [status: number, failure: (change: Change) => Error][] = [
  [409, (change) => new CommitRefused(change, "Somebody was faster")],
  [503, () => new AppError("error.unavailable", "The database cannot be used now")],
  [500, () => new Error("disk on fire")],
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
      assert.deepEqual([answer.status, isReplay(answer)], [200, false], answer.text);
    }));
}

/** A request that is refused until something happens. */
interface Refused {
  readonly code: string;
  readonly call: string;
  readonly data?: unknown;
  ready?(checkout: Checkout): Promise<unknown>;
  /** Brings about the refusal. */
  before?(world: World): Promise<void>;
  /** Takes away what the refusal was for. */
  after(world: World): Promise<void> | void;
}

function mug({ store, merchant }: World, over: Partial<Variant>): Promise<void> {
  const product = aProduct({ variants: [aVariant(over)] });
  return store.commit([{ kind: "product.put", merchantId: merchant.id, product }]);
}

const REFUSED: readonly Refused[] = [
  {
    code: "error.coupon-not-found",
    call: "POST /coupons",
    data: { code: "NEW" },
    async after({ store, clock }) {
      await store.commit([{ kind: "coupon.put", coupon: aCode(70, "NEW", off(1_000)) }]);
      clock.advance(1000);
    },
  },
  {
    code: "error.otp-rate-limited",
    call: "POST /otp",
    data: { phone: KNOWN_PHONE },
    ready: (checkout) => checkout.step("POST /otp", { phone: KNOWN_PHONE }),
    after: ({ clock }) => clock.advance(30_000),
  },
  {
    code: "error.price-changed",
    call: "POST /payment",
    ready: (checkout) => checkout.step("PUT /address", ADDRESS),
    async before({ store, merchant, clock }) {
      const shipping = RULES.shipping.map((rule) => ({ ...rule, price: 7_500 }));
      const moved = { ...merchant, rules: { ...RULES, shipping } };
      await store.commit([{ kind: "merchant.put", merchant: moved }]);
      clock.advance(1000);
    },
    after: () => {},
  },
  {
    code: "error.out-of-stock",
    call: "POST /payment",
    ready: (checkout) => checkout.step("PUT /address", ADDRESS),
    before: (world) => mug(world, { inventoryQuantity: 1 }),
    after: (world) => mug(world, { inventoryQuantity: 2 }),
  },
];

for (const { code, call, data, ready, before, after } of REFUSED) {
  Deno.test(`${code} is not recorded: the same request succeeds once it can`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      await ready?.(checkout);
      await before?.(world);
      const send = () => checkout.send(call, data, { "Idempotency-Key": "attempt" });
      const refused = await send();
      assert.equal(refused.json.error?.code, code, refused.text);
      await after(world);
      // What comes back to stock is seen once the caches have been renewed.
      world.clock.advance(10);
      await checkout.step("PUT /address", ADDRESS);
      const done = await send();
      assert.deepEqual([done.status, isReplay(done)], [200, false], done.text);
      assert.ok(isReplay(await send()));
    }));
}

Deno.test("a wrong one-time code is recorded: sent again it costs no other try", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const wrong = checkout.lastCode() === "000000" ? "000001" : "000000";
    const answers: Answer[] = [];
    for (let n = 0; n < 3; n++) {
      const data = { phone: KNOWN_PHONE, otp: wrong };
      answers.push(await checkout.send("POST /otp/verify", data, { "Idempotency-Key": "wrong" }));
    }
    for (const { status, json } of answers) {
      assert.deepEqual([status, json.error.code], [409, "error.otp-invalid"]);
    }
    assert.deepEqual(answers.map(isReplay), [false, true, true]);
    assert.equal((await checkout.stored()).otp.challenge?.triesLeft, 4);
  }));
