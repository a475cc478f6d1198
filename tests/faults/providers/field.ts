/** Shops of one database whose payments providers take, and the processes that serve them. */
import assert from "node:assert/strict";
import type { CouponId, CustomerId, MerchantId, SessionId } from "../../../src/domain/ids.ts";
import type { ProviderPayment } from "../../../src/domain/session/provider_payment.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { SCOPES } from "../../../src/domain/shop/api_key.ts";
import type { ProviderKind } from "../../../src/domain/shop/provider.ts";
import type { ProviderRequest } from "../../../src/payments/provider.ts";
import { sessionViews } from "../../../src/schema/api/view.ts";
import { createOperatorServices, type OperatorServices } from "../../../src/service/services.ts";
import type { Store } from "../../../src/store/store.ts";
import { effectsOf, FakeClock } from "../../support/app.ts";
import {
  aCustomer,
  aMerchant,
  aProduct,
  aVariant,
  FOREVER,
  int64,
  uuid,
} from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plainSecrets } from "../../support/secrets.ts";
import { aCode, aStock, COINS, fixed } from "../../support/shop.ts";
import { type Bank, razorpayBank, stripeBank } from "../../support/payments/banks.ts";
import { demoBank } from "../../support/payments/demo_bank.ts";
import type { Place } from "./places.ts";
import { pointOfCall } from "./points.ts";
import { serve, type Server } from "./servers.ts";

/** The goods of an order, and their stock. */
export const VARIANT = int64(11);
export const UNITS = 1_000_000;
const PRICE = 34_900;
const CODE = "LESS";
/** Coins of a shop's one customer. */
const COINS_OWNED = 10_000_000;

/** A shop with its provider. */
export interface Shop {
  readonly bank: Bank;
  readonly merchantId: MerchantId;
  readonly domain: string;
  readonly secret: string;
  readonly couponId: CouponId;
  readonly customer: { readonly id: CustomerId; readonly phone: string };
  accountId: string;
}

/** Surroundings of a payment. */
export interface Order {
  readonly quantity: number;
  readonly coupon: boolean;
  readonly coins: number;
}

/** One server, or two processes of one database: on SQLite the other one is the operator's. */
export type Form = "one" | "two";

export class Field {
  readonly clock: FakeClock;
  readonly shops: readonly Shop[];
  readonly servers: Server[];
  /** Of a process without a fuse. */
  readonly operator: OperatorServices;
  /** Sessions that were opened, with their shops. */
  readonly opened: { readonly id: SessionId; readonly shop: Shop }[] = [];
  /** True while no provider makes a page. */
  refusesPages = false;
  /** Error of a call that is not made; null for a call that is. */
  failing: (request: ProviderRequest) => Error | null = () => null;
  readonly #place: Place;
  readonly #stores: readonly Store[];
  #processes = 0;
  #orders = 0;

  private constructor(
    place: Place,
    { clock, banks, stores, form }: {
      readonly clock: FakeClock;
      readonly banks: readonly Bank[];
      readonly stores: readonly Store[];
      readonly form: Form;
    },
  ) {
    this.#place = place;
    this.clock = clock;
    this.#stores = stores;
    this.shops = banks.map((bank, i) => ({
      bank,
      merchantId: uuid<MerchantId>(i + 1),
      domain: `${bank.kind}.example`,
      secret: "",
      couponId: uuid<CouponId>(20 + i),
      customer: { id: uuid<CustomerId>(50 + i), phone: "+919876543210" },
      accountId: "",
    }));
    const shared = place.store.shared !== null;
    const isOnSecond = form === "two";
    const hosts = form === "two" && shared ? stores : [place.store];
    this.servers = hosts.map((store) => this.#serve(store));
    this.operator = isOnSecond && !shared
      ? createOperatorServices({
        store: stores[1]!,
        secrets: plainSecrets(stores[1]!),
        ...this.#effects(),
        views: sessionViews,
      })
      : this.#serve(stores.at(-1)!).services;
  }

  /** Runs in a field with a shop for each provider. */
  static async run(
    place: Place,
    form: Form,
    test: (field: Field) => Promise<void>,
  ): Promise<void> {
    const clock = new FakeClock();
    const second = form === "two" ? await place.again() : null;
    const stores = second === null ? [place.store] : [place.store, second];
    const banks = [
      stripeBank(clock.now),
      razorpayBank(clock.now),
      demoBank(() => field.operator),
    ];
    const field: Field = new Field(place, { clock, banks, stores, form });
    try {
      for (const shop of field.shops) await field.#set(shop);
      await test(field);
    } finally {
      await second?.close();
    }
  }

  get store(): Store {
    return this.#place.store;
  }

  /** Leads to the provider that a request is for. A property, so that it can be handed on. */
  readonly send: Bank["send"] = (request) => {
    const error = this.failing(request);
    if (error !== null) return Promise.reject(error);
    if (this.refusesPages && pointOfCall(request) === "call open") {
      const no = { type: "authentication_error", message: "No", code: "BAD", description: "No" };
      return Promise.resolve({ status: 401, body: JSON.stringify({ error: no }) });
    }
    const kind: ProviderKind = request.url.host === "api.stripe.com" ? "stripe" : "razorpay";
    return this.shopOf(kind).bank.send(request);
  };

  shopOf(kind: ProviderKind): Shop {
    return this.shops.find(({ bank }) => bank.kind === kind)!;
  }

  server(i = 0): Server {
    return this.servers[i % this.servers.length]!;
  }

  /** A new process in the place of one that has ended. */
  restart(server: Server): Server {
    const i = this.servers.indexOf(server);
    const hosts = this.servers.length > 1 ? this.#stores : [this.#place.store];
    return this.servers[i] = this.#serve(hosts[i]!);
  }

  #effects() {
    const effects = effectsOf(this.clock, ++this.#processes * 1_000_000);
    return { ...effects, callProvider: this.send };
  }

  #serve(store: Store): Server {
    return serve(store, this.#effects());
  }

  async #set(shop: Shop): Promise<void> {
    const { merchantId, couponId, customer, domain, bank: { kind } } = shop;
    const { store } = this;
    const rules = { ...aMerchant().rules, coin: COINS, shipping: [], paymentOffers: [] };
    const merchant = aMerchant({ id: merchantId, domains: [domain], rules });
    const variants = [aVariant({ variantId: VARIANT, price: PRICE, inventoryQuantity: UNITS })];
    const product = aProduct({ id: uuid(60 + kind.length), variants });
    await store.commit([
      { kind: "merchant.put", merchant },
      ...aStock({
        merchantId,
        products: [product],
        coupons: [{ ...aCode(20, CODE, { discount: fixed(1_000) }), id: couponId, merchantId }],
        customer: aCustomer({ ...customer, merchantId }),
        coins: COINS_OWNED,
      }),
    ]);
    const { keys } = this.operator;
    const request = { merchantId, name: "test", scopes: new Set(SCOPES), ...FOREVER };
    const { secret } = await keys.create(request, OPERATOR);
    Object.assign(shop, { secret });
    await this.addAccount(shop);
  }

  /** Adds the shop's account at its provider. */
  async addAccount(shop: Shop, { providers }: OperatorServices = this.operator): Promise<void> {
    const { bank: { kind, secrets }, merchantId } = shop;
    const added = { kind, livemode: true, ...(secrets && { secrets }) };
    shop.accountId = (await providers.add({ id: merchantId }, added, OPERATOR)).id;
    // As a command returns: no server takes what it knew of the shop before.
    this.clock.advance(10);
  }

  /** Sees to it that a shop has an account in use. */
  async keepAccount(shop: Shop): Promise<void> {
    const accounts = await this.operator.providers.list({ id: shop.merchantId });
    const inUse = accounts.find(({ removedAt }) => removedAt === null);
    if (inUse === undefined) await this.addAccount(shop);
    else shop.accountId = inUse.id;
  }

  /** Opens a session of a shop's customer. */
  async open(shop: Shop, { quantity, coupon, coins }: Order): Promise<SessionId> {
    const server = this.servers[0]!;
    const items = [{ product_id: 1, variant_id: 11, quantity, price: 349, title: "Mug" }];
    const call = async (method: string, path: string, data: unknown) => {
      const answer = await server.send(shop, method, path, data);
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.code}`);
      return answer.data;
    };
    const first = await call("POST", "/session", { shop_domain: shop.domain, items });
    const session = await this.session(first.session_id);
    const id = uuid<SessionId>(900_000_000_000 + ++this.#orders);
    const own: CheckoutSession = { ...session, id, customer: shop.customer };
    await this.store.commit([{ kind: "session.add", session: own, extra: "{}", view: null }]);
    if (coupon) await call("POST", `/session/${id}/coupons`, { code: CODE });
    if (coins > 0) await call("PUT", `/session/${id}/coins`, { coins });
    this.opened.push({ id, shop });
    return id;
  }

  async session(id: SessionId): Promise<CheckoutSession> {
    return (await this.store.sessions.find(id))!.load();
  }

  /** Row of a session's current payment. */
  async payment(id: SessionId): Promise<ProviderPayment> {
    const { payment } = await this.session(id);
    return (await this.store.providers.payment(payment!.id))!;
  }

  check(): ReturnType<Place["check"]> {
    return this.#place.check();
  }
}
