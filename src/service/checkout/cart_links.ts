import type { RawLine } from "../../domain/cart/cart.ts";
import { sampleLines } from "../../domain/cart/sample_cart.ts";
import { NO_PRODUCT_FILTER } from "../../domain/filters.ts";
import { requireQuantities } from "../../domain/hold_limits.ts";
import type { VariantId } from "../../domain/ids.ts";
import type { CartRequest, CheckoutSession } from "../../domain/session/session.ts";
import { isOnOffer, type Product } from "../../domain/shop/catalog.ts";
import { clientOf } from "../../domain/shop/limits.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { accountInUse } from "../../domain/shop/provider.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";
import type { CheckoutLinks } from "./links.ts";
import { openCart } from "./opening.ts";

/** The cart of a link. */
export interface LinkedCart {
  /** As `parseDomain` writes it; null for the only shop with such links. */
  readonly domain: string | null;
  readonly items: readonly { readonly variantId: VariantId; readonly quantity: number }[];
  /** True for the sample of a shop without products, in test mode; it has no items (default: false). */
  readonly isSample?: boolean;
}

/** The cart of a link, not opened. */
export interface ShownCart {
  readonly merchant: Merchant;
  readonly session: CheckoutSession;
}

/** Who opens a cart. */
export interface CartVisit {
  readonly address?: string;
  readonly admit?: (merchant: Merchant) => Promise<void>;
}

/** Dependencies of {@link CartLinks}. */
export interface CartLinksDeps
  extends Pick<Deps, "store" | "now" | "newId" | "onEvents" | "views"> {
  readonly shops: Shops;
  readonly links: Pick<CheckoutLinks, "compose">;
}

/** A line with the limit of its product. */
type LinkedLine = RawLine & Pick<Product, "maxQuantity">;

/** Links that put a cart together, for shops without a backend. */
export class CartLinks {
  readonly #deps: CartLinksDeps;

  constructor(deps: CartLinksDeps) {
    this.#deps = deps;
  }

  /**
   * Opens a session on a cart, with a link to its checkout page. Prices are the catalogue's.
   *
   * @param visit who opens it: the client's address (default: none), and `admit`, which throws to
   *   refuse the cart of a shop (default: none is refused)
   * @returns the link's token; null if no shop with such links sells the cart, whatever the reason
   * @throws {AppError} `error.invalid-request` if the cart cannot be priced, or has too many units
   */
  async open(
    cart: LinkedCart,
    { address, admit }: CartVisit = {},
  ): Promise<string | null> {
    const { store, links, onEvents } = this.#deps;
    const shop = await this.#shopOf(cart);
    if (shop === null) return null;
    await admit?.(shop.merchant);
    const items = await this.#lines(shop, cart);
    if (items === null) return null;
    requireQuantities(items, shop.merchant.checkout.limits);
    const opened = await openCart(this.#deps, shop, {
      ...requestOf(items),
      livemode: !cart.isSample,
      onPage: true,
      client: address === undefined ? null : clientOf(shop.merchant.id, address),
    });
    const { token, change } = links.compose(opened.session.id);
    await store.commit([...opened.changes, change]);
    if (opened.hasEvents) onEvents();
    return token;
  }

  /**
   * The cart of a link as opening it would have it. Changes nothing.
   *
   * @returns null if no shop with such links sells the cart, whatever the reason
   * @throws {AppError} `error.invalid-request` if the cart cannot be priced, or has too many units
   */
  async show(
    cart: LinkedCart,
    admit: (shop: Merchant) => Promise<void>,
  ): Promise<ShownCart | null> {
    const shop = await this.#shopOf(cart);
    if (shop === null) return null;
    await admit(shop.merchant);
    const items = await this.#lines(shop, cart);
    if (items === null) return null;
    requireQuantities(items, shop.merchant.checkout.limits);
    const { session } = await openCart(this.#deps, shop, {
      ...requestOf(items),
      livemode: !cart.isSample,
      onPage: true,
    });
    return { merchant: shop.merchant, session };
  }

  async #shopOf({ domain, isSample = false }: LinkedCart): Promise<Shop | null> {
    const { store, shops } = this.#deps;
    if (isSample) return domain === null ? null : await this.#samplingShop(domain);
    if (domain !== null) {
      const shop = await shops.byDomain(domain);
      return shop?.merchant.checkout.cartLinks ? shop : null;
    }
    const all = await store.merchants.all();
    const [only, ...others] = all.filter(({ checkout }) => checkout.cartLinks);
    return only === undefined || others.length > 0 ? null : await shops.byId(only.id);
  }

  /** A shop that `init` has set up, until it has a product of its own. */
  async #samplingShop(domain: string): Promise<Shop | null> {
    const { store, shops } = this.#deps;
    const shop = await shops.byDomain(domain);
    if (shop === null || accountInUse(shop.providers, false)?.kind !== "demo") return null;
    const { id, catalogue } = shop.merchant;
    const { rows } = await store.catalog.of(id, NO_PRODUCT_FILTER, { limit: 1 });
    return rows.length > 0 || catalogue === "strict" ? null : shop;
  }

  /** Null if the shop does not offer all of them. */
  async #lines(
    shop: Shop,
    { items, isSample = false }: LinkedCart,
  ): Promise<LinkedLine[] | null> {
    if (isSample) return sampleLines(shop.merchant).map((line) => ({ ...line, maxQuantity: null }));
    const ids = items.map(({ variantId }) => variantId);
    const { catalog, aliases } = await this.#deps.shops.cart(shop, ids, []);
    const lines = items.flatMap(({ variantId: id, quantity }, i): LinkedLine[] => {
      const { product, variant } = catalog.get(aliases.get(id)?.variantId ?? id) ?? {};
      if (product === undefined || variant === undefined || !isOnOffer(product)) return [];
      const { productId, maxQuantity } = product;
      const { variantId } = variant;
      return [{ productId, variantId, quantity, maxQuantity, fields: {}, path: `v[${i}]` }];
    });
    return lines.length === items.length ? lines : null;
  }
}

function requestOf(items: readonly RawLine[]): CartRequest {
  return {
    shopDomain: undefined,
    countryCode: null,
    items,
    redirectUrl: null,
    reference: null,
    note: null,
    attributes: {},
    tracking: {},
  };
}
