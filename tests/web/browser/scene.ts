/** A shop with a checkout page, its backend, and links to sessions. */
import type { Change } from "../../../src/domain/changes.ts";
import type { CouponId } from "../../../src/domain/ids.ts";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import type { Product, Variant } from "../../../src/domain/shop/catalog.ts";
import type { Merchant, ShippingRule, ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { ProviderTransport } from "../../../src/payments/provider.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aCoupon, aCustomer, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import {
  aCode,
  aStock,
  COINS,
  EXPRESS,
  fixed,
  gift,
  percent,
  scope,
  shippingAt,
} from "../../support/shop.ts";
import { anEndpoint } from "../../support/webhooks.ts";
import { testing } from "../test_mode/testing.ts";
import { Checkout } from "../api/checkout.ts";
import { withPages } from "./served.ts";
import { ShopSite } from "./shop_site.ts";

/** Holds 500 coins. */
export const PHONE = "+919876543210";

/** Prices with tax, delivery to Bengaluru alone, cash on delivery, coins. */
export const RULES: ShopRules = {
  tax: { rate: 180_000, included: true },
  shipping: [shippingAt(6_000, { postalPrefixes: ["56"], freeAbove: 199_900, more: [EXPRESS] })],
  cod: { fee: 4_000, min: 20_000, max: 1_000_000, countries: ["IN"], prepaid: null },
  paymentOffers: [{ method: "PREPAID", discount: percent(5, 10_000) }],
  coin: COINS,
  verifyPhone: "never",
};

/** An address in Bengaluru, as the API takes it. */
export const ADDRESS = {
  name: "Asha Rao",
  phone: PHONE,
  line1: "12 Lake Road",
  line2: "Flat 4B",
  city: "Bengaluru",
  state: "Karnataka",
  postal_code: "560001",
  country_code: "IN",
};
/** A buyer's e-mail address. */
export const EMAIL = "asha@example.com";

/** The offer of a set of cards, from 600.00 on. */
export const GIFT = uuid<CouponId>(29);

/** A mug of 349.00, of which there are 20, and one in another colour. */
export function aMossMug(over: Partial<Variant> = {}): Product {
  const variants = [
    aVariant({ title: "Moss, 350 ml", ...over }),
    aVariant({ variantId: int64(12), title: "Sand, 350 ml" }),
  ];
  return aProduct({ title: "Stoneware mug", variants });
}

const TOWEL = { productId: int64(2), variantId: int64(21), title: "Default Title", price: 24_950 };
const CARDS = { productId: int64(9), variantId: int64(91), title: "Default Title", price: 9_900 };

/** Goods, codes and a customer. */
const STOCK: readonly Change[] = aStock({
  merchantId: uuid(1),
  products: [
    aMossMug(),
    aProduct({
      productId: TOWEL.productId,
      id: uuid(32),
      title: "Linen tea towel",
      handle: "towel",
      variants: [aVariant(TOWEL)],
    }),
    aProduct({
      productId: CARDS.productId,
      id: uuid(39),
      title: "Set of five cards",
      handle: "cards",
      variants: [aVariant(CARDS)],
    }),
  ],
  coupons: [
    aCode(21, "WELCOME50", { combine: true, discount: fixed(5_000) }),
    aCode(22, "BIGCART", { discount: percent(10), minPurchase: 250_000 }),
    aCode(23, "ONTHEHOUSE", { discount: percent(100) }),
    aCoupon({ id: GIFT, code: "FREECARDS", gift: gift(60_000, 1, 9) }),
    aCoupon({
      id: uuid<CouponId>(28),
      code: "TOWEL10",
      combine: true,
      discount: percent(10),
      ...scope(2),
    }),
  ],
  customer: aCustomer({ phone: PHONE }),
});

/** Two mugs and a towel. */
const CART = {
  items: [
    { product_id: 1, variant_id: 11, quantity: 2, properties: { Engraving: "For Asha" } },
    { product_id: 2, variant_id: 21, quantity: 1 },
  ],
  reference: "R-1001",
  note: "Please ring twice",
  attributes: { message: "With love" },
};

/** A shop's checkout page, ready for a customer. */
export interface Scene {
  readonly world: World;
  readonly site: ShopSite;
  /** Origin of the pages. */
  readonly origin: string;
  /** The customer's address, as the API takes it. */
  readonly address: typeof ADDRESS;
  /** Opens a session, and makes a link to its page. */
  open(
    over?: Record<string, unknown>,
  ): Promise<{ readonly checkout: Checkout; readonly url: string }>;
}

/** Settings of a shop that differ from those of every scene. */
export interface SceneOptions {
  readonly rules?: Partial<ShopRules>;
  readonly form?: Partial<CheckoutForm>;
  readonly merchant?: Partial<Merchant>;
  /** Further contents of the shop. */
  readonly more?: readonly Change[];
  /** True if no one-time code can be sent. */
  readonly hasNoCodes?: boolean;
  /** True for sessions of a test key. */
  readonly isTest?: boolean;
  /** Leads to a provider. */
  readonly callProvider?: ProviderTransport;
  /** Gives everything that a shop, a cart or an address has other texts. */
  readonly reword?: <T>(value: T) => T;
}

/** Sets the scene, and runs something in it. */
export async function withScene(
  run: (scene: Scene) => Promise<void>,
  {
    rules = {},
    form = {},
    merchant = {},
    more = [],
    hasNoCodes = false,
    isTest = false,
    callProvider,
    reword = (value) => value,
  }: SceneOptions = {},
): Promise<void> {
  await ShopSite.serve(async (site) => {
    const checkout: CheckoutForm = {
      ...NO_CHECKOUT_FORM,
      paymentUrl: `${site.origin}/pay`,
      returnOrigins: [site.origin],
      embedOrigins: [site.origin],
      termsUrl: `${site.origin}/terms`,
      privacyUrl: `${site.origin}/privacy`,
      ...form,
    };
    const shop: Partial<Merchant> = {
      name: "Marlow & Finch",
      timeZone: "Asia/Kolkata",
      redirectUrl: `${site.origin}/thanks`,
      rules: { ...RULES, ...rules },
      checkout,
      ...merchant,
    };
    await withWorld(async (world) => {
      site.world = world;
      const endpoint = anEndpoint(1, hasNoCodes ? { events: ["session.completed"] } : {});
      await world.store.commit([{ kind: "webhook.put", endpoint }, ...reword(STOCK), ...more]);
      await withPages(world, async (origin) => {
        world.services.pages.servedAt(origin);
        const caller = isTest ? await testing(world) : world;
        const open: Scene["open"] = async (over = {}) => {
          const checkout = await Checkout.open(caller, { ...reword(CART), ...over });
          const { json } = await caller.send("POST", `${checkout.path}/checkout-link`);
          return { checkout, url: json.data.url };
        };
        await run({ world, site, origin, open, address: reword(ADDRESS) });
      });
    }, { merchant: reword(shop), rateLimit: 1_000_000, callProvider });
  });
}

/** Raises the price of express delivery by 30.00. */
export async function raiseExpress({ world }: Scene): Promise<void> {
  const [{ options: [standard], ...place }] = RULES.shipping as [ShippingRule];
  const options = [standard!, { ...EXPRESS, price: 18_000 }];
  const rules = { ...world.merchant.rules, shipping: [{ ...place, options }] };
  await world.store.commit([{ kind: "merchant.put", merchant: { ...world.merchant, rules } }]);
  // The shop is cached that long.
  world.clock.advance(1000);
}

/** Leaves one mug in stock. */
export async function sellMugs({ world }: Scene): Promise<void> {
  const product = aMossMug({ inventoryQuantity: 1 });
  await world.store.commit([{ kind: "product.put", merchantId: world.merchant.id, product }]);
}

/** The one-time code that the shop was last told to send. */
export async function lastCode({ world, id }: Checkout): Promise<string> {
  const events = await world.store.sessions.events(id);
  return String(events.findLast(({ type }) => type === "otp.requested")?.data["otp"]);
}
