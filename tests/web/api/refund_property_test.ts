import assert from "node:assert/strict";
import fc from "fast-check";
import { auditState } from "../../../src/domain/audit/session.ts";
import {
  amountLeft,
  amountRefunded,
  unreturnedLines,
} from "../../../src/domain/session/refundable.ts";
import { proposedRefund } from "../../../src/domain/steps/refund.ts";
import { orderCoins } from "../../../src/service/checkout/orders.ts";
import type { World } from "../../support/app.ts";
import { runs } from "../../support/arbitraries.ts";
import { IS_WHOLE, requireReached } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { books, DOOR } from "./books.ts";
import type { Checkout } from "./checkout.ts";
import { type Cart, CARTS, place } from "./placing.ts";
import { KNOWN_PHONE, PREPAID_COD, putBowl, withShop } from "./shop.ts";

/** Some goods or some money of an order, cash for it, or its end, as far as it has them. */
const PIECES = fc.array(
  fc.record({
    does: fc.constantFrom("lines", "lines", "lines", "fee", "amount", "cash", "cancel"),
    line: fc.nat({ max: 20 }),
    part: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 8 },
);

type Piece = typeof PIECES extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const RUNS = IS_WHOLE ? { numRuns: 5000 } : runs(64);
const major = (minor: number) => (minor / 100).toFixed(2);

/** One order, with the shop's books before it. */
class Course {
  readonly #world: World;
  readonly #before: Awaited<ReturnType<typeof books>>;
  readonly #checkout: Checkout;
  readonly #seen: Set<string>;
  /** Coins that its customer has spent elsewhere. */
  #spent = 0;

  private constructor(
    world: World,
    before: Awaited<ReturnType<typeof books>>,
    { checkout, seen }: { readonly checkout: Checkout; readonly seen: Set<string> },
  ) {
    this.#world = world;
    this.#before = before;
    this.#checkout = checkout;
    this.#seen = seen;
  }

  static async run(
    world: World,
    { cart, pieces, seen }: {
      readonly cart: Cart;
      readonly pieces: readonly Piece[];
      readonly seen: Set<string>;
    },
  ): Promise<void> {
    const before = await books(world);
    const checkout = await place(world, cart);
    const course = new Course(world, before, { checkout, seen });
    await course.#spend(cart.spent);
    for (const piece of pieces) await course.#take(piece);
    await course.#end();
  }

  async #spend(most: number): Promise<void> {
    const { priced: { totals, lines } } = await this.#checkout.stored();
    if (totals.isPartialCod) this.#seen.add("partial COD");
    if (lines.filter(({ giftOf }) => giftOf === null).length > 1) {
      this.#seen.add("several paid lines");
    }
    this.#spent = Math.min(most, (await books(this.#world)).coins);
    if (this.#spent > 0) await this.#correct(-this.#spent);
    if (this.#spent > this.#before.coins) this.#seen.add("earned coins spent");
    await this.#check();
  }

  async #take({ does, line, part }: Piece): Promise<void> {
    const session = await this.#checkout.stored();
    const isCancelled = session.order!.cancellation !== null;
    const left = isCancelled ? [] : unreturnedLines(session);
    const { amount } = proposedRefund(session, null);
    const one = left[line % left.length];
    if (one !== undefined && (does === "lines" || does === "fee")) {
      const lines = [{ line: one.line, quantity: Math.ceil(one.quantity * part / 100) }];
      const sum = Math.floor(proposedRefund(session, lines).amount * part / 100);
      await this.#refund(does === "fee" ? { lines, amount: major(sum) } : { lines });
    } else if (does === "amount" && amount > 0) {
      await this.#refund({ amount: major(Math.max(1, Math.floor(amount * part / 200))) });
    } else if (does === "cancel" && !isCancelled) {
      await this.#checkout.step("POST /cancel", part > 50 ? { ...DOOR, refund: true } : DOOR);
    } else if (does === "cash" && !isCancelled && session.collected === null) {
      const due = session.priced.totals.totalPayable - session.amountPaid;
      if (due === 0) return;
      await this.#world.services.orderAdmin.collect(session.id, () => due, OPERATOR);
    } else return;
    this.#seen.add(does);
    await this.#check();
  }

  async #refund(data: Record<string, unknown>): Promise<void> {
    const { refunds, amount_refunded } = await this.#checkout.step("POST /refund", data);
    const sum = refunds.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
    assert.equal(major(amount_refunded * 100), major(sum * 100));
  }

  /** Receipts add up, by payment and cash, and so do the customer's coins. */
  async #check(): Promise<void> {
    const session = await this.#checkout.stored();
    assert.deepEqual(auditState(session), []);
    assert.equal(amountRefunded(session) + amountLeft(session), session.amountPaid);
    const { used, earned } = await orderCoins(this.#world.store, session);
    const { coins } = await books(this.#world);
    assert.equal(coins, this.#before.coins - used + earned - this.#spent);
  }

  /** Gives back the rest. */
  async #end(): Promise<void> {
    const last = await this.#checkout.stored();
    const isOpen = last.order!.cancellation === null;
    if (amountLeft(last) > 0 || isOpen && unreturnedLines(last).length > 0) {
      await this.#refund({ all: true });
    }
    const session = await this.#checkout.stored();
    assert.equal(amountRefunded(session), session.amountPaid);
    await this.#requireAsBefore();
    if (isOpen) {
      // Nothing is left for a later cancellation.
      await this.#checkout.step("POST /cancel", DOOR);
      await this.#requireAsBefore();
    }
    const { coins } = await books(this.#world);
    if (coins < 500) await this.#correct(500 - coins);
  }

  async #requireAsBefore(): Promise<void> {
    const { coins, ...rest } = await books(this.#world);
    assert.deepEqual({ ...rest, coins: coins + this.#spent }, this.#before);
  }

  async #correct(coins: number): Promise<void> {
    const { services, merchant } = this.#world;
    const change = { coins, reason: "elsewhere", by: OPERATOR };
    await services.customers.correct(merchant.id, KNOWN_PHONE, change);
  }
}

for (
  const [what, rules, also] of [
    ["cash on delivery", {}, []],
    ["a prepaid part of it", PREPAID_COD, ["partial COD"]],
  ] as const
) {
  Deno.test(`everything refunded in any pieces comes back exactly, with ${what}`, () =>
    withShop(async (world) => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          CARTS,
          PIECES,
          (cart, pieces) => Course.run(world, { cart, pieces, seen }),
        ),
        RUNS,
      );
      const wanted = [
        "several paid lines",
        "lines",
        "fee",
        "amount",
        "cash",
        "cancel",
        "earned coins spent",
        ...also,
      ];
      for (const one of wanted) requireReached(seen.has(one), one);
    }, { rules, more: [putBowl()] }));
}
