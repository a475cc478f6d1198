/** The shop that is measured and the carts that its backend posts. */
import type { Subject } from "../../src/domain/caller.ts";

/** Subject of its set-up, for the audit trail. */
export const OPERATOR: Subject = { kind: "operator", label: "bench" };

/** The shop's domain. */
export const SHOP_DOMAIN = "bench-store.example";

const PRODUCTS = 200;
/** Products of the shop's catalogue that are in the cart: spread over it, in no order. */
const IN_CART = [17, 121, 64, 188, 3];

/**
 * The shop as a seed file: a catalogue, tax, shipping, cash on delivery, and one
 * automatic coupon that the cart qualifies for.
 */
export function shopSeed(): string {
  return JSON.stringify({
    merchants: [{
      name: "Bench Store",
      domains: [SHOP_DOMAIN],
      country_code: "IN",
      currency_code: "INR",
      redirect_url: `https://${SHOP_DOMAIN}/thanks`,
      tax: { rate: 18, included: true },
      shipping: [{ countries: ["IN"], price: 60, free_above: 999 }],
      cod: { fee: 40, min: 200, max: 50_000, countries: ["IN"] },
      products: Array.from({ length: PRODUCTS }, (_, i) => productSeed(i + 1)),
      coupons: [{
        code: "AUTO10",
        application_type: "AUTOMATIC",
        discount_type: "PERCENTAGE",
        discount_amount: 10,
        discount_max_cap: 500,
        min_purchase: 500,
      }],
    }],
  });
}

/**
 * The body of Create Session: five lines with what a store passes of each.
 *
 * @param n varies the quantities, so that not all sessions are alike
 */
export function cartBody(n = 0): string {
  return JSON.stringify({
    data: {
      shop_domain: SHOP_DOMAIN,
      country_code: "IN",
      items: IN_CART.map((product, i) => lineOf(product, 1 + (n + i) % 4)),
      fp_id: "7d9f3c1e-2b64-4e0a-9a55-0c4f6f5b8e21",
      storefront_s: "b1a7e0c2-90d4-4f37-8f0b-5a3d2c1e4f60",
      storefront_y: "e4c2b8d6-1f3a-4b5c-9d7e-6f8091a2b3c4",
      redirect_url: `https://${SHOP_DOMAIN}/thanks?from=checkout`,
      metadata: {
        utm: [{ name: "utm_source", value: "newsletter" }, { name: "utm_medium", value: "email" }],
        orig_referer: "https://search.example/",
        referer_host: "search.example",
        landing_page: `https://${SHOP_DOMAIN}/collections/all`,
      },
      attributes: { gift_wrap: "no" },
    },
  });
}

/**
 * Steps of a checkout: lines of a path and the body of a PUT. Each session gets its address, its
 * buyer and its method in turn, and each time others than before; neighbours differ in their step.
 */
export function stepsOf(ids: readonly string[]): string {
  const turns = Array.from({ length: STEPS.length }, (_, turn) =>
    ids.map((id, i) => {
      const [part, data] = STEPS[(i + turn) % STEPS.length] ?? ["", {}];
      return `/session/${id}/${part} ${JSON.stringify({ data })}\n`;
    }));
  return turns.flat().join("");
}

const STEPS = [1, 2].flatMap((n) =>
  [
    ["address", addressOf(n)],
    ["buyer", { name: `Asha Rao ${n}`, email: `asha${n}@example.com` }],
    ["payment-method", { method: n === 1 ? "COD" : "PREPAID" }],
  ] as const
);

function addressOf(n: number): unknown {
  return {
    name: "Asha Rao",
    phone: "+919876543210",
    line1: `${n} MG Road`,
    city: "Bengaluru",
    state: "Karnataka",
    postal_code: `56000${n}`,
    country_code: "IN",
  };
}

function productSeed(n: number): unknown {
  return {
    id: n,
    title: `Product ${n}`,
    handle: handleOf(n),
    vendor: "Bench",
    body_html: `<p>What product ${n} is made of and how it is washed.</p>`,
    status: "active",
    images: [{ id: n, src: imageOf(n) }],
    variants: [{
      id: variantOf(n),
      title: "Default Title",
      price: priceOf(n).toFixed(2),
      compare_at_price: null,
      grams: 250,
      taxable: true,
      inventory_quantity: 1_000_000,
      inventory_policy: "deny",
      image_id: n,
    }],
  };
}

function lineOf(n: number, quantity: number): unknown {
  return {
    product_id: n,
    variant_id: variantOf(n),
    quantity,
    properties: { engraving: "none" },
    title: `Product ${n}`,
    handle: handleOf(n),
    variant_title: "Default Title",
    price: priceOf(n),
    grams: 250,
    taxable: true,
    image: imageOf(n),
  };
}

function variantOf(n: number): number {
  return n * 100 + 1;
}

/** In the major unit, with all sorts of cents. */
function priceOf(n: number): number {
  return 199 + n + (n * 37 % 100) / 100;
}

function handleOf(n: number): string {
  return `product-${n}-of-the-bench-store`;
}

function imageOf(n: number): string {
  return `https://cdn.${SHOP_DOMAIN}/images/product-${n}.jpg`;
}
