/** Every filter of the port: each of its fields with a value that matches, and one that does not. */
import assert from "node:assert/strict";
import {
  type AuditFilter,
  type DeliveryFilter,
  NO_AUDIT_FILTER,
  NO_DELIVERY_FILTER,
  NO_ORDER_FILTER,
  NO_PREFIX_FILTER,
  NO_PRODUCT_FILTER,
  NO_REFUND_FILTER,
  NO_SESSION_FILTER,
  NO_UNEXPECTED_FILTER,
  type OrderFilter,
  type PrefixFilter,
  type ProductFilter,
  type RefundFilter,
  type SessionFilter,
  type UnexpectedFilter,
} from "../../../src/domain/filters.ts";
import type { PageRequest } from "../../../src/domain/values/page.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon, aCustomer, aProduct, NOW, uuid } from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  COMPLETED,
  M1,
  putMerchant,
} from "../support.ts";
import { anEntry } from "./audit.ts";
import { anUnexpected } from "./payments.ts";
import { addRefund } from "./refunds.ts";

/** A list that has one row. */
interface Filtered<Filter> {
  /** Selects the row. */
  readonly none: Filter;
  /** Each field alone selects the row. */
  readonly matches: Filter;
  /** Each field alone selects nothing. */
  readonly misses: Filter;
  readonly find: (store: Store, filter: Filter) => Promise<readonly unknown[]>;
}

const OTHER = uuid<typeof M1>(999);
const LATER = NOW + 10 * 365 * 86_400_000;
const PAGE: PageRequest<never> = { limit: 9 };
const CUSTOMER = { id: aCustomer().id, phone: aCustomer().phone };
const ENDPOINT = anEndpoint();

const ORDER_MATCHES: OrderFilter = {
  merchantId: M1,
  payment: "PAID",
  livemode: true,
  since: NOW,
  until: LATER,
};
const ORDER_MISSES: OrderFilter = {
  merchantId: OTHER,
  payment: "FAILED",
  livemode: false,
  since: LATER,
  until: 1,
};

const SESSIONS: Filtered<SessionFilter> = {
  none: NO_SESSION_FILTER,
  matches: { ...ORDER_MATCHES, state: "COMPLETED", phone: CUSTOMER.phone },
  misses: { ...ORDER_MISSES, state: "ABANDONED", phone: "+919999999999" },
  find: async (store, filter) => (await store.sessions.list(filter, PAGE)).rows,
};

const ORDERS: Filtered<OrderFilter> = {
  none: NO_ORDER_FILTER,
  matches: ORDER_MATCHES,
  misses: ORDER_MISSES,
  find: async (store, filter) => (await store.sessions.orders(filter, PAGE)).rows,
};

/** `grouped` joins rows and selects none: the contract of payments has it. */
const UNEXPECTED: Filtered<Omit<UnexpectedFilter, "grouped">> = {
  none: NO_UNEXPECTED_FILTER,
  matches: { merchantId: M1, open: false, livemode: true },
  misses: { merchantId: OTHER, open: true, livemode: false },
  find: async (store, filter) =>
    await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, ...filter }, PAGE),
};

const AUDIT: Filtered<AuditFilter> = {
  none: NO_AUDIT_FILTER,
  matches: { merchantId: M1, subject: "asha", action: "coupon", since: NOW },
  misses: { merchantId: OTHER, subject: "ravi", action: "coupon.delete", since: LATER },
  find: async (store, filter) => (await store.audit.list(filter, PAGE)).rows,
};

const REFUNDS: Filtered<RefundFilter> = {
  none: NO_REFUND_FILTER,
  matches: { merchantId: M1, livemode: true, state: "REQUESTED", origin: "OURS" },
  misses: { merchantId: OTHER, livemode: false, state: "DONE", origin: "PROVIDER" },
  find: async (store, filter) => (await store.refunds.list(filter, PAGE)).rows,
};

const DELIVERIES: Filtered<DeliveryFilter> = {
  none: NO_DELIVERY_FILTER,
  matches: { state: "PENDING", type: "session.updated", since: NOW },
  misses: { state: "FAILED", type: "otp.requested", since: LATER },
  find: async (store, filter) =>
    (await store.webhooks.deliveries([ENDPOINT.id], filter, PAGE)).rows,
};

const PRODUCTS: Filtered<ProductFilter> = {
  none: NO_PRODUCT_FILTER,
  matches: { search: aProduct().title.slice(1) },
  misses: { search: "nothing like it" },
  find: async (store, filter) => (await store.catalog.of(M1, filter, PAGE)).rows,
};

const COUPONS: Filtered<PrefixFilter> = {
  none: NO_PREFIX_FILTER,
  matches: { prefix: aCoupon().code.slice(0, 2).toUpperCase() },
  misses: { prefix: "NOTHING LIKE IT" },
  find: async (store, filter) => (await store.coupons.of(M1, filter, PAGE)).rows,
};

const CUSTOMERS: Filtered<PrefixFilter> = {
  none: NO_PREFIX_FILTER,
  matches: { prefix: CUSTOMER.phone.slice(0, 4) },
  misses: { prefix: "+999" },
  find: async (store, filter) => (await store.customers.of(M1, filter, PAGE)).rows,
};

/** Contract of the port: no filter is ignored. */
export function filterContract(promised: Promised): void {
  filteredBy(promised, "sessions.list()", SESSIONS);
  filteredBy(promised, "sessions.orders()", ORDERS);
  filteredBy(promised, "payments.unexpected()", UNEXPECTED);
  filteredBy(promised, "refunds.list()", REFUNDS);
  filteredBy(promised, "audit.list()", AUDIT);
  filteredBy(promised, "webhooks.deliveries()", DELIVERIES);
  filteredBy(promised, "catalog.of()", PRODUCTS);
  filteredBy(promised, "coupons.of()", COUPONS);
  filteredBy(promised, "customers.of()", CUSTOMERS);
  promised("sessions.counts() counts those of a shop or of all", async (store) => {
    await fill(store);
    assert.equal((await store.sessions.counts(null)).length, 1);
    assert.equal((await store.sessions.counts(M1)).length, 1);
    assert.deepEqual(await store.sessions.counts(OTHER), []);
  });
}

function filteredBy<Filter extends object>(
  promised: Promised,
  name: string,
  { none, matches, misses, find }: Filtered<Filter>,
): void {
  promised(`${name} is filtered by each field`, async (store) => {
    await fill(store);
    assert.equal((await find(store, none)).length, 1, "without a filter");
    assert.equal((await find(store, matches)).length, 1, "by all");
    for (const field of Object.keys(matches) as (keyof Filter)[]) {
      const one = async (value: Filter[keyof Filter]) =>
        (await find(store, { ...none, [field]: value })).length;
      assert.equal(await one(matches[field]), 1, `by a matching ${String(field)}`);
      assert.equal(await one(misses[field]), 0, `by another ${String(field)}`);
    }
  });
}

/** One row of each list. */
async function fill(store: Store): Promise<void> {
  const order = { state: COMPLETED, customer: CUSTOMER, order: aPlacedOrder() };
  await store.commit([
    putMerchant,
    { kind: "customer.put", customer: aCustomer(), seededCoins: 0 },
    addSession(aSession(1, order)),
    { kind: "product.put", merchantId: M1, product: aProduct() },
    { kind: "coupon.put", coupon: aCoupon() },
    { kind: "unexpected.add", unexpected: anUnexpected() },
    addRefund(),
    { kind: "audit.add", entry: anEntry(0) },
    { kind: "webhook.add", endpoint: ENDPOINT },
    { kind: "event.add", event: anEvent(1) },
  ]);
  const resolution = { at: NOW, note: "refunded" };
  const { id } = anUnexpected();
  await store.commit([{ kind: "unexpected.resolve", id, merchantId: M1, resolution }]);
}
