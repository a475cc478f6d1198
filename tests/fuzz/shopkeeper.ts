/** The shopkeeper's changes between the requests of a run. */
import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import type { ApiKey } from "../../src/domain/shop/api_key.ts";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { newKey } from "../../src/service/shop/keys.ts";
import { ShopRemoval } from "../../src/service/shop/removal.ts";
import { CommitRefused } from "../../src/store/store.ts";
import { testing } from "../web/test_mode/testing.ts";
import type { World } from "../support/app.ts";
import { FOREVER, uuid } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";
import { aCode, fixed } from "../support/shop.ts";
import { aForeignKey, aKeyWith, HOUR_MS, MUG, POSTER } from "../web/api/shop.ts";

/** A coupon that clients enter and the shopkeeper removes, unless it is used. */
const COUPON = aCode(21, "FLAT50", { discount: fixed(5_000) });

/** Changes stock, coupons, keys and shops, while clients go on. */
export class Shopkeeper {
  readonly #world: World;
  #foreign: string;
  readonly #reading: string;
  readonly #testing: string;
  #current: { readonly key: ApiKey; readonly secret: string };
  /** A rotated key, which is taken until its end. */
  #former: { readonly secret: string; readonly endsAt: number } | undefined;
  #acts = 0;
  readonly done = new Set<string>();

  private constructor(
    world: World,
    [foreign, reading, testing]: readonly [string, string, string],
  ) {
    this.#world = world;
    this.#foreign = foreign;
    this.#reading = reading;
    this.#testing = testing;
    this.#current = world;
  }

  /** The world with the key of now. */
  get world(): World {
    const [secret] = this.secrets;
    const { key } = this.#current;
    const send: World["send"] = (method, path, init) =>
      this.#world.send(method, path, { secret, ...init });
    return { ...this.#world, key, secret, send };
  }

  static async start(world: World): Promise<Shopkeeper> {
    return new Shopkeeper(world, [
      await aForeignKey(world),
      await aKeyWith(world, ["sessions:read"]),
      (await testing(world)).secret,
    ]);
  }

  /**
   * Secrets of the shop, of the former key as long as it is taken; of another shop; of a key that
   * only reads; of a key for tests.
   */
  get secrets(): readonly [string, string, string, string] {
    const isTaken = this.#former !== undefined && this.#world.clock.at < this.#former.endsAt;
    return [
      isTaken && this.#former ? this.#former.secret : this.#current.secret,
      this.#foreign,
      this.#reading,
      this.#testing,
    ];
  }

  /** Makes the next change. */
  async act(): Promise<void> {
    const n = this.#acts++;
    const merchantId = this.#world.merchant.id;
    const variantId = n % 3 === 0 ? POSTER : MUG;
    switch (n % 5) {
      case 0:
        return await this.#commit({ kind: "stock.set", merchantId, variantId, units: n % 50 + 5 });
      case 1:
        return await this.#commit({ kind: "stock.add", merchantId, variantId, units: n % 7 - 2 });
      case 2:
        return await this.#commit({
          kind: "coupon.remove",
          merchantId: COUPON.merchantId,
          couponId: COUPON.id,
        });
      case 3:
        return await this.#commit({ kind: "coupon.put", coupon: COUPON });
      default:
        return await this.#rotate(n);
    }
  }

  /** Deletes the other shop with its data, and opens it again. */
  async reopen(): Promise<void> {
    const { store, clock, services } = this.#world;
    const other = await services.merchants.find("other.example");
    await this.#world.send("POST", "/session", {
      body: {
        data: {
          shop_domain: "other.example",
          items: [{ product_id: 1, variant_id: 1, quantity: 1, title: "A", price: 1 }],
        },
      },
      secret: this.#foreign,
    });
    const removal = new ShopRemoval({
      store,
      now: clock.now,
      newId: () => uuid(200_000 + clock.at),
      providerPayments: { endForGood: () => Promise.resolve(true) },
    });
    await removal.remove(other, { withData: true, by: OPERATOR });
    clock.advance(SETTLE_MS);
    await this.#refused(this.#foreign);
    this.#foreign = await aForeignKey(this.#world);
    this.done.add("merchant.remove");
  }

  async #rotate(n: number): Promise<void> {
    const { clock, merchant } = this.#world;
    if (this.#former !== undefined) {
      if (clock.at < this.#former.endsAt) return;
      await this.#refused(this.#former.secret);
    }
    const { key, secret } = newKey({
      now: clock.now,
      newId: () => uuid(100_000 + n),
      randomBytes: (length) => Uint8Array.from({ length }, (_, i) => (n >> (8 * (i % 4))) % 256),
    }, { merchantId: merchant.id, name: "next", ...FOREVER });
    const endsAt = clock.at + HOUR_MS;
    const keyId = this.#current.key.id;
    await this.#commit({ kind: "key.add", key });
    await this.#commit({ kind: "key.rotate", keyId, successorId: key.id, endsAt });
    this.#former = { secret: this.#current.secret, endsAt };
    this.#current = { key, secret };
  }

  async #refused(secret: string): Promise<void> {
    const { status } = await this.#world.send("GET", `/session/${uuid(1)}`, { secret });
    assert.equal(status, 401, "a key that has ended is refused");
  }

  /** A refusal is one of those that the change documents. */
  async #commit(change: Change): Promise<void> {
    try {
      await this.#world.store.commit([change]);
      this.done.add(change.kind);
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
    }
    // As a command, which returns once every server applies it.
    this.#world.clock.advance(SETTLE_MS);
  }
}
