import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import {
  NO_DELIVERY_FILTER,
  NO_ORDER_FILTER,
  NO_PREFIX_FILTER,
  NO_PRODUCT_FILTER,
  NO_SESSION_FILTER,
  type OrderFilter,
  type SessionFilter,
} from "../../../src/domain/filters.ts";
import type { CouponId, CustomerId, ProductId } from "../../../src/domain/ids.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type {
  SessionKey,
  StoredCustomer,
  StoredSession,
} from "../../../src/domain/session/stored.ts";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import { type Coupon, couponKey } from "../../../src/domain/shop/coupon.ts";
import type { DueDelivery } from "../../../src/domain/shop/webhook.ts";
import type { PageReader } from "../../../src/domain/values/page.ts";
import type { DeliveryKey } from "../../../src/store/reads/webhooks.ts";
import type { Store } from "../../../src/store/store.ts";
import {
  aCoupon,
  aCustomer,
  aProduct,
  aVariant,
  int64,
  NOW,
  uuid,
} from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  COMPLETED,
  M1,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

/** A list that is read in pages. */
interface List<Row, Key> {
  readonly read: (store: Store) => PageReader<Row, Key>;
  /** Adds a row; those of {@link NUMBERS} are there from the start, later ones come meanwhile. */
  readonly add: (n: number) => Change;
  readonly idOf: (row: Row) => string;
  /** Ids of the first rows, in order. */
  readonly expected: readonly string[];
}

const NUMBERS = Array.from({ length: 10 }, (_, n) => n);
const CUSTOMER = { id: aCustomer().id, phone: aCustomer().phone };
/** 0 to 99 in another sequence, so that rows are not added in the order of the list. */
const scattered = (n: number) => (n * 37 + 11) % 100;
const by = <T>(key: (one: T) => number) => (a: T, b: T) => key(a) - key(b);

/** Contract of the port: lists in pages by key. */
export function pageContract(promised: Promised): void {
  sessionPages(promised);
  shopPages(promised);
}

/** Sessions of two shops, three in each millisecond; every other one is an order. */
function sessionPages(promised: Promised): void {
  const createdAt = (n: number) => NOW - Math.floor(scattered(n) / 3);
  const placedAt = (n: number) => NOW + n % 4;
  const order = (n: number) => aPlacedOrder({ number: orderNumber(n), placedAt: placedAt(n) });
  const add = (n: number): Change => {
    const over: Partial<CheckoutSession> = {
      merchantId: n % 5 === 4 ? M2 : M1,
      createdAt: createdAt(n),
      customer: n % 3 === 0 ? null : CUSTOMER,
      ...(n % 2 === 0 && { state: COMPLETED, order: order(n) }),
    };
    return addSession(aSession(scattered(n), over));
  };
  const latestFirst = (at: (n: number) => number, isListed: (n: number) => boolean) =>
    NUMBERS.filter(isListed).sort(by((n) => -scattered(n))).sort(by((n) => -at(n)))
      .map((n) => sid(scattered(n)));
  const isOfShop = (n: number) => n % 5 !== 4;
  const isOrder = (n: number) => n % 2 === 0;
  const ofShop = { merchantId: M1 };
  const { phone } = CUSTOMER;
  /** Its first moment is in it, its last one is not. */
  const span = { since: NOW - 20, until: NOW - 3 };
  const inSpan = (n: number) => createdAt(n) >= span.since && createdAt(n) < span.until;
  const placed = { since: NOW + 1, until: NOW + 3 };
  type Read = List<StoredSession, SessionKey>["read"];
  const list = (filter: Partial<SessionFilter> = {}): Read => (store) => (page) =>
    store.sessions.list({ ...NO_SESSION_FILTER, ...filter }, page);
  const orders = (filter: Partial<OrderFilter> = {}): Read => (store) => (page) =>
    store.sessions.orders({ ...NO_ORDER_FILTER, ...filter }, page);
  const lists: Record<string, Pick<List<StoredSession, SessionKey>, "read" | "expected">> = {
    "sessions.list() of all shops": { read: list(), expected: latestFirst(createdAt, () => true) },
    "sessions.list() of a shop": {
      read: list({ ...ofShop }),
      expected: latestFirst(createdAt, isOfShop),
    },
    "sessions.list() of a state": {
      read: list({ ...ofShop, state: "INITIATED" }),
      expected: latestFirst(createdAt, (n) => isOfShop(n) && !isOrder(n)),
    },
    "sessions.list() of a phone number": {
      read: list({ phone }),
      expected: latestFirst(createdAt, (n) => n % 3 !== 0),
    },
    "sessions.orders() of all shops": { read: orders(), expected: latestFirst(placedAt, isOrder) },
    "sessions.orders() of a shop": {
      read: orders({ ...ofShop, payment: "PAID" }),
      expected: latestFirst(placedAt, (n) => isOrder(n) && isOfShop(n)),
    },
    "sessions.list() of a span": {
      read: list({ ...span }),
      expected: latestFirst(createdAt, inSpan),
    },
    "sessions.list() of a shop in a span": {
      read: list({ ...ofShop, ...span }),
      expected: latestFirst(createdAt, (n) => isOfShop(n) && inSpan(n)),
    },
    "sessions.list() of a phone number in a span": {
      read: list({ phone, ...span }),
      expected: latestFirst(createdAt, (n) => n % 3 !== 0 && inSpan(n)),
    },
    "sessions.orders() of all shops in a span": {
      read: orders({ ...placed }),
      expected: latestFirst(placedAt, (n) => n % 4 === 2),
    },
    "sessions.orders() of a shop in a span": {
      read: orders({ ...ofShop, ...placed }),
      expected: latestFirst(placedAt, (n) => n % 4 === 2 && isOfShop(n)),
    },
  };
  for (const [name, one] of Object.entries(lists)) {
    pagesOf(promised, name, { ...one, add, idOf: ({ id }) => id });
  }
}

/** Rows of a shop. */
function shopPages(promised: Promised): void {
  const ends = [-(2n ** 63n), 2n ** 63n - 1n];
  // Both ends of the range are there from the start.
  const productId = (n: number) => int64(ends[n] ?? BigInt(scattered(n)) - 50n);
  pagesOf<Product, ProductId>(promised, "catalog.of()", {
    read: (store) => (page) => store.catalog.of(M1, NO_PRODUCT_FILTER, page),
    add: (n) => {
      const ids = { productId: productId(n), variantId: productId(n) };
      const product = aProduct({ ...ids, id: uuid(300 + n), variants: [aVariant(ids)] });
      return { kind: "product.put", merchantId: M1, product };
    },
    idOf: (product) => product.productId,
    expected: NUMBERS.map(productId).sort((a, b) => BigInt(a) < BigInt(b) ? -1 : 1),
  });

  const phone = (n: number) => `+9198765432${scattered(n)}`;
  pagesOf<StoredCustomer, string>(promised, "customers.of()", {
    read: (store) => (page) => store.customers.of(M1, NO_PREFIX_FILTER, page),
    add: (n) => {
      const customer = aCustomer({ id: uuid<CustomerId>(400 + n), phone: phone(n) });
      return { kind: "customer.put", customer, seededCoins: 0 };
    },
    idOf: ({ customer }) => customer.phone,
    expected: NUMBERS.map(phone).sort(),
  });

  const code = (n: number) => `${n % 2 === 0 ? "sale" : "SALE"}${scattered(n)}`;
  pagesOf<Coupon, string>(promised, "coupons.of()", {
    read: (store) => (page) => store.coupons.of(M1, NO_PREFIX_FILTER, page),
    add: (n) => {
      const coupon = aCoupon({ id: uuid<CouponId>(500 + n), code: code(n), enabled: n % 3 > 0 });
      return { kind: "coupon.put", coupon };
    },
    idOf: (coupon) => couponKey(coupon.code),
    expected: NUMBERS.map((n) => couponKey(code(n))).sort(),
  });

  pagesOf<DueDelivery, DeliveryKey>(promised, "webhooks.deliveries()", {
    read: (store) => (page) =>
      store.webhooks.deliveries([anEndpoint().id], NO_DELIVERY_FILTER, page),
    add: (n) => ({ kind: "event.add", event: anEvent(scattered(n), { at: NOW }) }),
    idOf: ({ event }) => event.id,
    expected: NUMBERS.map((n) => anEvent(scattered(n)).id).reverse(),
  });

  promised("webhooks.deliveries() has none after an event that is gone", async (store) => {
    await store.commit([...BEFORE, { kind: "event.add", event: anEvent(1) }]);
    const after = { eventId: uuid(1), endpointId: anEndpoint().id };
    const read = { limit: 9, after };
    const page = await store.webhooks.deliveries([anEndpoint().id], NO_DELIVERY_FILTER, read);
    assert.deepEqual(page, { rows: [], next: null });
  });
}

const BEFORE: readonly Change[] = [
  putMerchant,
  putOther,
  { kind: "webhook.put", endpoint: anEndpoint() },
];

function pagesOf<Row, Key>(
  promised: Promised,
  name: string,
  { read, add, idOf, expected }: List<Row, Key>,
): void {
  const limits = [1, 2, 3, expected.length - 1, expected.length, expected.length + 1];

  promised(`${name} gives every row once, in order, in pages of any size`, async (store) => {
    await store.commit([...BEFORE, ...NUMBERS.map(add)]);
    for (const limit of limits) {
      const pages = await walk(read(store), limit);
      assert.deepEqual(pages.flat().map(idOf), expected);
      assert.equal(pages.length, Math.ceil(expected.length / limit), "no page is empty");
    }
  });

  promised(`${name} gives every row once, in order, while rows are added`, async (store) => {
    await store.commit([...BEFORE, ...NUMBERS.map(add)]);
    let n = NUMBERS.length;
    const pages = await walk(read(store), 2, () => store.commit([add(n++), add(n++), add(n++)]));
    const ids = pages.flat().map(idOf);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids.filter((id) => expected.includes(id)), expected);
  });
}

/** Reads all pages, with something happening between two; endlessly added rows are cut off. */
async function walk<Row, Key>(
  read: PageReader<Row, Key>,
  limit: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let after: Key | undefined, at = 0; at < 25; at++) {
    const { rows, next } = await read(after === undefined ? { limit } : { limit, after });
    pages.push([...rows]);
    if (next === null) return pages;
    assert.equal(rows.length, limit);
    after = next;
    await meanwhile();
  }
  return pages;
}
