/** Lanes of clients that write, read, pay and cancel at several servers. */
import type { MerchantId, SessionId } from "../../../src/domain/ids.ts";
import { EFFECTS } from "../../../src/process/machine/effects.ts";
import type { Cluster } from "../../support/cluster.ts";
import { Backend, seedShop } from "../backend.ts";
import { Recorder } from "./recorder.ts";

const LANES = 16;
const DOMAIN = "demo-store.example";
const PHONE = "+919876540001";
/** Coins of an order of the customer. */
const COINS = 100;

/** Limits of the counters: fewer than lanes, so that they are reached all the time. */
export const LIMITS = { coupon: 5, mugs: 7, coins: 3 * COINS, posters: 150 } as const;

const SHOP = {
  coin: { provider: "CUSTOM", name: "Coins", coin_value: 10, base_currency_value: 1 },
  products: [
    { id: 1, title: "Pen", variants: [{ id: 11, price: "10.00" }] },
    {
      ...{ id: 2, title: "Mug" },
      variants: [{ id: 21, price: "349.00", inventory_quantity: LIMITS.mugs }],
    },
    {
      ...{ id: 3, title: "Poster" },
      variants: [{ id: 31, price: "99.00", inventory_quantity: LIMITS.posters }],
    },
  ],
  coupons: [{
    code: "SAVE",
    discount_type: "FIXED",
    discount_amount: 10,
    usage_limit: LIMITS.coupon,
  }],
  customers: [{ phone: PHONE, coins: LIMITS.coins }],
};

const PEN = { product_id: 1, variant_id: 11 };
const MUG = { product_id: 2, variant_id: 21 };
const POSTER = { product_id: 3, variant_id: 31 };

/** Numbers from 0 to `below`, the same for each lane in every run. */
function chances(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

// deno-lint-ignore no-explicit-any -- the answer is what the tests are about
const holdsOf = ({ items, coupons, coin }: any): Record<string, number> => ({
  coupon: coupons.length,
  coins: coin.coin_used,
  [items[0].variant_id === MUG.variant_id ? "mugs" : "posters"]: items[0].quantity,
});

/** Clients of a cluster, and what they recorded. */
export class Workload {
  readonly recorder: Recorder;
  readonly #servers: number;
  /** Sessions that all lanes change. */
  readonly #shared: string[] = [];
  /** Sessions of the customer with coins, one for each lane. */
  #withCoins: readonly string[] = [];
  #values = 1;
  #keys = 0;

  private constructor(recorder: Recorder, servers: number) {
    this.recorder = recorder;
    this.#servers = servers;
  }

  /** Puts the shop's goods into the database, and sessions that all lanes use. */
  static async begin(cluster: Cluster): Promise<Workload> {
    await seedShop(cluster, SHOP);
    const servers = cluster.urls.length;
    const workload = new Workload(new Recorder(new Backend(cluster), servers), servers);
    for (let n = 0; n < 3; n++) workload.#shared.push(await workload.#create(n, PEN) ?? "");
    workload.#withCoins = await Promise.all(
      Array.from({ length: LANES }, async (_, n) => {
        const session = await workload.#create(n, MUG) ?? "";
        await attachCustomer(cluster, session);
        return session;
      }),
    );
    return workload;
  }

  /** Runs all lanes until `isEnough`, which is asked after every turn. */
  async run(isEnough: () => boolean): Promise<void> {
    const lane = async (n: number) => {
      const chance = chances(n);
      let own: string | null = null;
      for (let turn = n; !isEnough(); turn++) {
        if (own === null || chance(12) === 0) own = await this.#create(turn, PEN) ?? own;
        const session = chance(4) === 0 ? this.#shared[chance(3)]! : own;
        if (session === null) continue;
        await this.#write(turn, session);
        await this.#read(turn + 1 + chance(2), session);
        if (chance(4) === 0) await this.#payMug(turn, chance);
        if (chance(6) === 0) await this.#payWithCoins(turn, this.#withCoins[n]!, chance);
        if (chance(6) === 0) await this.#buyPoster(turn, chance);
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)));
  }

  /** Reads every session at one server after another, at the end. */
  async readAll(): Promise<void> {
    const done = this.recorder.operations.filter(({ outcome }) => outcome === "done");
    const sessions = new Set(done.map(({ session }) => session));
    let n = 0;
    for (const session of sessions) await this.#read(n++, session);
  }

  async #create(server: number, item: object): Promise<string | null> {
    const key = `create-${this.#keys++}`;
    const received = await this.recorder.keyed(server, {
      ...{ kind: "write", session: key, key, method: "POST", path: "/session" },
      data: { shop_domain: DOMAIN, items: [{ ...item, quantity: 1 }] },
      valueIn: () => "1:DRAFT",
      sessionIn: ({ session_id }) => session_id,
    }, this.#keys % 4 === 0);
    return received?.json.data?.session_id ?? null;
  }

  async #write(server: number, session: string): Promise<void> {
    // No two writes have the same, so that a read shows which one it has seen.
    const quantity = ++this.#values;
    await this.recorder.once(server, {
      ...{ kind: "write", session, method: "PUT", path: `/session/${session}/items` },
      data: { items: [{ ...PEN, quantity }] },
      valueIn: ({ payment_state }) => `${quantity}:${payment_state}`,
    });
  }

  async #read(server: number, session: string): Promise<void> {
    await this.recorder.once(server, {
      ...{ kind: "read", session, method: "GET", path: `/session/${session}` },
    });
  }

  /** Pays for a mug with a coupon; the payment is cancelled or fails. */
  async #payMug(turn: number, chance: (below: number) => number): Promise<void> {
    const session = await this.#create(turn, MUG);
    if (session === null) return;
    await this.recorder.once(turn + 1, {
      ...{ kind: "write", session, method: "POST", path: `/session/${session}/coupons` },
      data: { code: "save" },
    });
    await this.#payAndReturn(turn + 2, session, chance);
  }

  async #payWithCoins(
    turn: number,
    session: string,
    chance: (below: number) => number,
  ): Promise<void> {
    const redeemed = await this.recorder.once(turn, {
      ...{ kind: "write", session, method: "PUT", path: `/session/${session}/coins` },
      data: { coins: COINS },
    });
    if (redeemed?.status === 200) await this.#payAndReturn(turn + 1, session, chance);
    else if (redeemed === null || redeemed.json.error.code === "error.invalid-state") {
      // Of a payment whose start was not answered.
      const read = await this.recorder.once(turn + 1, {
        ...{ kind: "read", session, method: "GET", path: `/session/${session}` },
      });
      const { payment } = read?.json.data ?? {};
      if (payment?.status === "PENDING") await this.#return(turn + 2, { session, payment, chance });
    }
  }

  async #payAndReturn(
    turn: number,
    session: string,
    chance: (below: number) => number,
  ): Promise<void> {
    const payment = await this.#pay(turn, session, chance);
    if (payment === null) return;
    await this.#read(turn + 1, session);
    await this.#return(turn + 2, { session, payment, chance });
  }

  /** Starts a payment; null if it is refused. */
  async #pay(
    turn: number,
    session: string,
    chance: (below: number) => number,
  ): Promise<{ readonly payment_id: string; readonly amount: number } | null> {
    const key = `pay-${this.#keys++}`;
    const received = await this.recorder.keyed(turn, {
      ...{ kind: "take", session, key, method: "POST", path: `/session/${session}/payment` },
      holdsIn: holdsOf,
    }, chance(3) === 0);
    return received?.status === 200 ? received.json.data.payment : null;
  }

  async #return(
    turn: number,
    { session, payment, chance }: {
      readonly session: string;
      readonly payment: { readonly payment_id: string };
      readonly chance: (below: number) => number;
    },
  ): Promise<void> {
    const path = `/session/${session}/payment/${payment.payment_id}`;
    const key = `return-${this.#keys++}`;
    const asked = { kind: "return", session, key, method: "POST" } as const;
    if (chance(2) === 0) await this.recorder.keyed(turn, { ...asked, path: `${path}/cancel` });
    else {
      const data = { status: "FAILED", reference: "declined" };
      await this.recorder.keyed(turn, { ...asked, path: `${path}/result`, data });
    }
  }

  /** Pays for a poster: it is sold for good. */
  async #buyPoster(turn: number, chance: (below: number) => number): Promise<void> {
    const session = await this.#create(turn, POSTER);
    const payment = session === null ? null : await this.#pay(turn + 1, session, chance);
    if (session === null || payment === null) return;
    await this.recorder.keyed(turn + 2, {
      ...{ kind: "write", session, method: "POST", key: `paid-${session}` },
      path: `/session/${session}/payment/${payment.payment_id}/result`,
      data: { status: "PAID", amount: payment.amount, reference: `pay_${session}` },
    });
  }
}

/** Makes the customer one of a session, as a one-time code would: a phone gets few of these. */
async function attachCustomer({ store, shop }: Cluster, id: string): Promise<void> {
  const stored = await store.customers.byPhone(shop.merchantId as MerchantId, PHONE);
  const session = (await store.sessions.find(id as SessionId))!.load();
  const next = {
    ...session,
    version: session.version + 1,
    customer: { id: stored!.customer.id, phone: PHONE },
  };
  await store.commit([{
    ...{ kind: "session.put", session: next, view: null, expectedVersion: session.version },
    ...{ expired: false, at: EFFECTS.now() },
  }]);
}
