import { AuditSeals } from "./audit_seals.ts";
import { AuditTrail } from "./audit_trail.ts";
import { Activity } from "./cache/activity.ts";
import { ShopAttention } from "./shop/attention.ts";
import { HourlyLimits } from "./shop/hourly_limits.ts";
import { Authentication } from "./authentication.ts";
import { CartLinks } from "./checkout/cart_links.ts";
import { Catalog } from "./shop/catalog.ts";
import { Pictures } from "./shop/pictures.ts";
import { Products } from "./shop/products.ts";
import { Checkout } from "./checkout/checkout.ts";
import { CheckoutLinks } from "./checkout/links.ts";
import { Coupons } from "./shop/coupons.ts";
import { Customers } from "./shop/customers.ts";
import type { Deps, OperatorDeps } from "./deps.ts";
import { Erasure } from "./shop/erasure.ts";
import { isWanted, warnUnclaimedCodes } from "./checkout/events.ts";
import { SessionFinder } from "./cache/finder.ts";
import { Freshness } from "./cache/freshness.ts";
import { Housekeeping } from "./sessions/housekeeping.ts";
import { Ids } from "./ids.ts";
import { Idempotency } from "./checkout/idempotency.ts";
import { Keys } from "./shop/keys.ts";
import { Merchants } from "./shop/merchants.ts";
import { Otp } from "./checkout/otp.ts";
import { Orders } from "./checkout/orders.ts";
import { Overview } from "./overview.ts";
import { Payments } from "./checkout/payments.ts";
import { Invitations } from "./people/invitations.ts";
import { PaymentReturns } from "./checkout/returns.ts";
import { People } from "./people/people.ts";
import { PageAddress } from "./page_address.ts";
import { PictureCache } from "./cache/picture_cache.ts";
import { RecoveryLinks } from "./recovery/links.ts";
import { Recoveries } from "./recovery/recovery.ts";
import { LimitRefusals } from "./refusals.ts";
import { Seeder } from "./shop/seed.ts";
import { OrderAdmin } from "./sessions/order_admin.ts";
import { SessionAdmin } from "./sessions/session_admin.ts";
import { DecodedSessions } from "./cache/decoded_sessions.ts";
import { SessionCache } from "./cache/session_cache.ts";
import { Sessions } from "./sessions/sessions.ts";
import { type CommitOptions, type ShopDecision, Steps } from "./checkout/steps.ts";
import { type ProviderServices, providerServices } from "./provider_services.ts";
import { SharedActivity } from "./cache/shared_activity.ts";
import { Shops } from "./cache/shops.ts";
import { ShopRemoval } from "./shop/removal.ts";
import { ShopSetup } from "./shop/setup.ts";

/** Services for the operator, on the command line and in a server. */
export interface OperatorServices extends ProviderServices {
  readonly ids: Ids;
  readonly sessionAdmin: SessionAdmin;
  readonly orderAdmin: OrderAdmin;
  readonly keys: Keys;
  readonly merchants: Merchants;
  readonly coupons: Coupons;
  readonly catalog: Catalog;
  readonly products: Products;
  readonly pictures: Pictures;
  readonly customers: Customers;
  readonly erasure: Erasure;
  readonly seeder: Seeder;
  readonly setup: ShopSetup;
  readonly removal: ShopRemoval;
  readonly attention: ShopAttention;
  readonly audit: AuditTrail;
  readonly auditSeals: AuditSeals;
  readonly people: People;
  readonly invitations: Invitations;
}

/** Services of a server. */
export interface Services extends OperatorServices {
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly checkout: Checkout;
  readonly otp: Otp;
  readonly payments: Payments;
  readonly orders: Orders;
  readonly idempotency: Idempotency;
  readonly housekeeping: Housekeeping;
  readonly hourlyLimits: HourlyLimits;
  readonly overview: Overview;
  readonly recovery: Recoveries;
  readonly recoveryLinks: RecoveryLinks;
  readonly checkoutLinks: CheckoutLinks;
  readonly returns: PaymentReturns;
  readonly cartLinks: CartLinks;
  readonly pages: PageAddress;
  readonly pictureCache: PictureCache;
  readonly refusals: LimitRefusals;
  /** Resolves if the database can be read and written, else rejects. */
  readonly ping: () => Promise<void>;
}

/** Composes the operator's services over a store. */
export function createOperatorServices(deps: OperatorDeps): OperatorServices {
  const pages = new PageAddress();
  const shops = new Shops(deps.store, new Freshness(deps.store, deps.monotonicMs), pages);
  const parts = { steps: new Steps({ ...deps, shops }), shops, pages };
  return operatorServices(deps, parts, {
    isDemo: false,
    isOperator: true,
  });
}

/** Composes a server's services over a store. */
export function createServices(deps: Deps): Services {
  const { store, warn } = deps;
  const freshness = new Freshness(store, deps.monotonicMs);
  const pages = new PageAddress();
  const shops = new Shops(store, freshness, pages);
  const cache = new SessionCache(freshness, store.shared === null);
  const activity = store.shared === null
    ? new Activity(store, deps.sessionTtlMs)
    : new SharedActivity(deps);
  const decoded = new DecodedSessions(freshness, deps.views, store.shared === null);
  const finder = new SessionFinder({ ...deps, activity, cache, decoded });
  const authentication = new Authentication({ ...deps, shops, activity });
  const refusals = new LimitRefusals(deps);
  const onCommit = (
    { decision: { session, events, note }, shop }: ShopDecision,
    { activeAt, expired }: Required<Pick<CommitOptions, "activeAt" | "expired">>,
  ): void => {
    finder.forget(session.id);
    if (!expired) decoded.keep(session, activeAt);
    if (note !== undefined && session.livemode) warn(note, { session: session.id });
    warnUnclaimedCodes(events, { session, shop }, warn);
    if (events.some(({ type }) => isWanted(shop, type, session))) deps.onEvents();
  };
  const steps = new Steps({ ...deps, shops, onCommit });
  const recoveryLinks = new RecoveryLinks({ ...deps, pages });
  const returns = new PaymentReturns({ ...deps, shops, finder, pages });
  const checkoutLinks = new CheckoutLinks({
    ...deps,
    shops,
    finder,
    authentication,
    pages,
    returns,
  });
  const checkout = new Checkout({ ...deps, steps, shops, finder, authentication });
  const operator = operatorServices(deps, { steps, shops, pages }, {
    isDemo: deps.isDemo ?? false,
    isOperator: false,
  });
  return {
    ...operator,
    authentication,
    sessions: new Sessions({ ...deps, shops, finder, authentication }),
    checkout,
    otp: new Otp({ ...deps, checkout }),
    payments: new Payments({ ...deps, ...operator, checkout, authentication }),
    orders: new Orders({ ...deps, ...operator, checkout }),
    idempotency: new Idempotency({ ...deps, finder }),
    housekeeping: new Housekeeping({ ...deps, activity, finder, steps, shops, refusals }),
    hourlyLimits: new HourlyLimits(deps),
    overview: new Overview(deps),
    recovery: new Recoveries({
      ...deps,
      shops,
      finder,
      steps,
      links: recoveryLinks,
      checkoutLinks,
      pages,
    }),
    recoveryLinks,
    checkoutLinks,
    returns,
    cartLinks: new CartLinks({ ...deps, shops, links: checkoutLinks }),
    pages,
    pictureCache: new PictureCache(deps),
    refusals,
    ping: async () => await store.ping(),
  };
}

function operatorServices(
  deps: OperatorDeps,
  { steps, shops, pages }: {
    readonly steps: Steps;
    readonly shops: Shops;
    readonly pages: PageAddress;
  },
  { isDemo, isOperator }: { readonly isDemo: boolean; readonly isOperator: boolean },
): OperatorServices {
  const taking = providerServices(deps, { steps, shops, pages }, { isDemo, isOperator });
  const { providerPayments } = taking;
  return {
    ids: new Ids(deps),
    ...taking,
    sessionAdmin: new SessionAdmin({ ...deps, steps, providerPayments }),
    orderAdmin: new OrderAdmin({ ...deps, ...taking, steps }),
    keys: new Keys(deps),
    merchants: new Merchants(deps),
    coupons: new Coupons(deps),
    catalog: new Catalog(deps),
    products: new Products(deps),
    pictures: new Pictures(deps),
    customers: new Customers(deps),
    erasure: new Erasure(deps),
    seeder: new Seeder(deps),
    setup: new ShopSetup(deps),
    removal: new ShopRemoval({ ...deps, providerPayments }),
    attention: new ShopAttention(deps),
    audit: new AuditTrail(deps),
    auditSeals: new AuditSeals(deps),
    people: new People(deps),
    invitations: new Invitations(deps),
  };
}
