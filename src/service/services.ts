import { Activity } from "./sessions/activity.ts";
import { Catalog } from "./shop/catalog.ts";
import { Checkout } from "./checkout/checkout.ts";
import { Coupons } from "./shop/coupons.ts";
import { Customers } from "./shop/customers.ts";
import type { Deps } from "./deps.ts";
import { Erasure } from "./shop/erasure.ts";
import { SessionFinder } from "./sessions/finder.ts";
import { Freshness } from "./freshness.ts";
import { Housekeeping } from "./sessions/housekeeping.ts";
import { Idempotency } from "./checkout/idempotency.ts";
import { Keys } from "./shop/keys.ts";
import { Merchants } from "./shop/merchants.ts";
import { Otp } from "./checkout/otp.ts";
import { Overview } from "./overview.ts";
import { Payments } from "./checkout/payments.ts";
import { Seeder } from "./shop/seed.ts";
import { SessionAdmin } from "./sessions/session_admin.ts";
import { SessionCache } from "./sessions/session_cache.ts";
import { Sessions } from "./sessions/sessions.ts";
import { UnexpectedPayments } from "./checkout/unexpected_payments.ts";
import { Shops } from "./shops.ts";
import { ShopSetup } from "./shop/setup.ts";

/** Everything that can be done, whoever asks: HTTP or the command line. */
export interface Services {
  readonly sessions: Sessions;
  readonly checkout: Checkout;
  readonly otp: Otp;
  readonly payments: Payments;
  readonly unexpectedPayments: UnexpectedPayments;
  readonly idempotency: Idempotency;
  readonly sessionAdmin: SessionAdmin;
  readonly keys: Keys;
  readonly merchants: Merchants;
  readonly coupons: Coupons;
  readonly catalog: Catalog;
  readonly customers: Customers;
  readonly erasure: Erasure;
  readonly seeder: Seeder;
  readonly setup: ShopSetup;
  readonly housekeeping: Housekeeping;
  readonly overview: Overview;
  /** Answers when the database does; throws when it does not. */
  readonly ping: () => Promise<void>;
}

/** A session's last activity is written when it is a sixtieth of its lifetime late: a minute of an hour. */
const COARSE_PARTS = 60;

/** Puts the services together over one store. */
export function createServices(deps: Deps): Services {
  const freshness = new Freshness(deps.store, deps.monotonicMs);
  const shops = new Shops(deps.store, freshness);
  const cache = new SessionCache(freshness);
  const activity = new Activity(deps.store, deps.sessionTtlMs / COARSE_PARTS);
  const finder = new SessionFinder(deps, { activity, cache, freshness });
  const keys = new Keys(deps, shops, activity);
  const checkout = new Checkout(deps, { shops, finder, cache, keys });
  const unexpectedPayments = new UnexpectedPayments(deps, keys);
  return {
    sessions: new Sessions(deps, { shops, finder, keys }),
    checkout,
    otp: new Otp(deps, checkout),
    payments: new Payments(deps, checkout, unexpectedPayments),
    unexpectedPayments,
    idempotency: new Idempotency(deps, finder),
    sessionAdmin: new SessionAdmin(deps, checkout),
    keys,
    merchants: new Merchants(deps),
    coupons: new Coupons(deps),
    catalog: new Catalog(deps),
    customers: new Customers(deps),
    erasure: new Erasure(deps),
    seeder: new Seeder(deps),
    setup: new ShopSetup(deps),
    housekeeping: new Housekeeping(deps, { activity, finder, checkout }),
    overview: new Overview(deps),
    ping: async () => await deps.store.ping(),
  };
}
