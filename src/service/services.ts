import { AuditTrail } from "./audit_trail.ts";
import { Activity } from "./cache/activity.ts";
import { ShopAttention } from "./shop/attention.ts";
import { Authentication } from "./authentication.ts";
import { CartLinks } from "./checkout/cart_links.ts";
import { Catalog } from "./shop/catalog.ts";
import { Checkout } from "./checkout/checkout.ts";
import { CheckoutLinks } from "./checkout/links.ts";
import { Coupons } from "./shop/coupons.ts";
import { Customers } from "./shop/customers.ts";
import type { Deps, SessionViews } from "./deps.ts";
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
import { PaymentLooks } from "./checkout/payment_looks.ts";
import { Payments } from "./checkout/payments.ts";
import { Invitations } from "./people/invitations.ts";
import { demoProvider } from "../payments/demo.ts";
import { razorpayProvider } from "../payments/razorpay/provider.ts";
import { stripeProvider } from "../payments/stripe/provider.ts";
import { DemoBook } from "./checkout/demo_book.ts";
import { ProviderHooks } from "./checkout/provider_hooks.ts";
import { ProviderPayments } from "./checkout/provider_payments.ts";
import { ProviderSettling } from "./checkout/provider_settling.ts";
import { Providers } from "./shop/providers.ts";
import { PaymentReturns } from "./checkout/returns.ts";
import { People } from "./people/people.ts";
import { PageAddress } from "./page_address.ts";
import { RecoveryLinks } from "./recovery/links.ts";
import { Recoveries } from "./recovery/recovery.ts";
import { LimitRefusals } from "./refusals.ts";
import { Seeder } from "./shop/seed.ts";
import { SessionAdmin } from "./sessions/session_admin.ts";
import { DecodedSessions } from "./cache/decoded_sessions.ts";
import { SessionCache } from "./cache/session_cache.ts";
import { Sessions } from "./sessions/sessions.ts";
import { type CommitOptions, type ShopDecision, Steps } from "./checkout/steps.ts";
import { UnexpectedPayments } from "./checkout/unexpected_payments.ts";
import { SharedActivity } from "./cache/shared_activity.ts";
import { Shops } from "./cache/shops.ts";
import { ShopRemoval } from "./shop/removal.ts";
import { ShopSetup } from "./shop/setup.ts";

/** Services for the operator, on the command line and in a server. */
export interface OperatorServices {
  readonly ids: Ids;
  readonly unexpectedPayments: UnexpectedPayments;
  readonly providers: Providers;
  readonly providerPayments: ProviderPayments;
  readonly providerHooks: ProviderHooks;
  readonly paymentLooks: PaymentLooks;
  readonly demoBook: DemoBook;
  readonly sessionAdmin: SessionAdmin;
  readonly keys: Keys;
  readonly merchants: Merchants;
  readonly coupons: Coupons;
  readonly catalog: Catalog;
  readonly customers: Customers;
  readonly erasure: Erasure;
  readonly seeder: Seeder;
  readonly setup: ShopSetup;
  readonly removal: ShopRemoval;
  readonly attention: ShopAttention;
  readonly audit: AuditTrail;
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
  readonly overview: Overview;
  readonly recovery: Recoveries;
  readonly recoveryLinks: RecoveryLinks;
  readonly checkoutLinks: CheckoutLinks;
  readonly returns: PaymentReturns;
  readonly cartLinks: CartLinks;
  readonly pages: PageAddress;
  readonly refusals: LimitRefusals;
  /** Resolves if the database can be read and written, else rejects. */
  readonly ping: () => Promise<void>;
}

/** Dependencies of {@link OperatorServices}. */
export interface OperatorDeps extends
  Pick<
    Deps,
    | "store"
    | "now"
    | "monotonicMs"
    | "newId"
    | "randomBytes"
    | "secrets"
    | "wait"
    | "callProvider"
  > {
  /** Default: sessions are stored without a view, and the next read makes it. */
  readonly views?: SessionViews;
  /** Default: as those of a server. */
  readonly paymentTtlMs?: number;
  readonly warn?: Deps["warn"];
  readonly onEvents?: Deps["onEvents"];
}

/** Composes the operator's services over a store. */
export function createOperatorServices(deps: OperatorDeps): OperatorServices {
  const shops = new Shops(deps.store, new Freshness(deps.store, deps.monotonicMs));
  const parts = { steps: new Steps({ ...deps, shops }), shops, pages: new PageAddress() };
  return operatorServices(deps, parts, {
    isDemo: false,
    isOperator: true,
  });
}

/** Composes a server's services over a store. */
export function createServices(deps: Deps): Services {
  const { store, warn } = deps;
  const freshness = new Freshness(store, deps.monotonicMs);
  const shops = new Shops(store, freshness);
  const cache = new SessionCache(freshness, store.shared === null);
  const activity = store.shared === null
    ? new Activity(store, deps.sessionTtlMs)
    : new SharedActivity(deps);
  const decoded = new DecodedSessions(freshness, deps.views, store.shared === null);
  const finder = new SessionFinder({ ...deps, activity, cache, decoded });
  const authentication = new Authentication({ ...deps, shops, activity });
  const pages = new PageAddress();
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
    orders: new Orders({ ...deps, checkout }),
    idempotency: new Idempotency({ ...deps, finder }),
    housekeeping: new Housekeeping({ ...deps, activity, finder, steps, shops, refusals }),
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
  const unexpectedPayments = new UnexpectedPayments(deps);
  const demoBook = new DemoBook(deps, pages);
  const providers = {
    demo: demoProvider({ ...deps, books: demoBook, takesLive: isDemo }),
    stripe: stripeProvider({ send: deps.callProvider }),
    razorpay: razorpayProvider({ send: deps.callProvider }),
  };
  const settling = { warn: () => {}, ...deps, steps, isOperator, unexpectedPayments };
  const providerPayments = new ProviderPayments({ paymentTtlMs: 0, ...settling, providers });
  return {
    ids: new Ids(deps),
    unexpectedPayments,
    providers: new Providers({ ...deps, providers }),
    providerPayments,
    providerHooks: new ProviderHooks({
      ...settling,
      shops,
      providers,
      providerPayments,
      settling: new ProviderSettling(settling),
    }),
    paymentLooks: new PaymentLooks({ ...deps, providerPayments }),
    demoBook,
    sessionAdmin: new SessionAdmin({ ...deps, steps, providerPayments }),
    keys: new Keys(deps),
    merchants: new Merchants(deps),
    coupons: new Coupons(deps),
    catalog: new Catalog(deps),
    customers: new Customers(deps),
    erasure: new Erasure(deps),
    seeder: new Seeder(deps),
    setup: new ShopSetup(deps),
    removal: new ShopRemoval(deps),
    attention: new ShopAttention(deps),
    audit: new AuditTrail(deps),
    people: new People(deps),
    invitations: new Invitations(deps),
  };
}
