import {
  isOnOffer,
  type Product,
  productImage,
  type Variant,
} from "../../../domain/shop/catalog.ts";
import type { Merchant } from "../../../domain/shop/merchant.ts";
import { variantTitle } from "../../../things/product.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { pathWithin, withQuery } from "../links.ts";
import type { DashboardServices } from "../page.ts";
import { CopyText, Panel } from "../parts/panel.tsx";
import { QrCode } from "../../page/qr.tsx";

/** A link that sells a variant, or the reason why the product has no link. */
export type ProductLink =
  | { readonly variant: Variant; readonly url: string }
  | { readonly missing: string };

/** The link of the variant whose id is wanted, or of the first. */
export function productLinkOf(
  { pages: { url } }: Pick<DashboardServices, "pages">,
  { checkout, domains: [domain = ""] }: Merchant,
  { product, wanted }: { readonly product: Product; readonly wanted: string | null },
): ProductLink {
  if (!checkout.cartLinks) {
    return {
      missing:
        "The shop does not sell by links. Allow them with checkoutctl merchant update --cart-links.",
    };
  }
  if (url === undefined) {
    return {
      missing: "The dashboard does not know the address of the checkout page. Start it with " +
        "CHECKOUT_CHECKOUT_URL.",
    };
  }
  if (!isOnOffer(product)) return { missing: "An archived product, or a draft, is not for sale." };
  const { variants } = product;
  const variant = variants.find(({ variantId }) => variantId === wanted) ?? variants[0];
  if (variant === undefined) throw new RangeError("A product has at least one variant");
  const query = new URLSearchParams({ v: `${variant.variantId}:1`, shop: domain });
  return { variant, url: `${url}/buy?${query.toString().replaceAll("%3A", ":")}` };
}

/** The link of a product, as text, as a code, and to be sent. */
export function SharePanel({ shopId, product, share, formats }: {
  readonly shopId: string;
  readonly product: Product;
  readonly share: ProductLink;
  readonly formats: DashboardFormats;
}) {
  if ("missing" in share) {
    return (
      <Panel title="Link">
        <p class="soft">{share.missing}</p>
      </Panel>
    );
  }
  const { variant, url } = share;
  const title = variantTitle({ product, variant });
  const message = `${title}, ${formats.amount(variant.price)}: ${url}`;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(message)}`;
  return (
    <Panel title="Link" note="Opens the checkout page with one unit in the cart">
      {product.variants.length > 1
        ? <Choice shopId={shopId} product={product} chosen={variant} />
        : ""}
      <CopyText label={title} text={url} />
      <div class="actions">
        <a
          class="button quiet"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          rel="noreferrer"
        >
          WhatsApp
        </a>
        <a class="button quiet" href={mail}>Mail</a>
        <a class="button quiet" href={url} rel="noreferrer">Open</a>
      </div>
      <div class="share">
        <QrCode text={url} label={`QR code of the link: ${title}`} />
        <Preview product={product} title={title} price={formats.amount(variant.price)} />
      </div>
    </Panel>
  );
}

/** The preview of the link in a messenger. */
function Preview({ product, title, price }: {
  readonly product: Product;
  readonly title: string;
  readonly price: string;
}) {
  const hasImage = product.pictures.length > 0 || productImage(product) !== "";
  return (
    <figure>
      <figcaption class="soft">Preview in a messenger</figcaption>
      <strong>
        <bdi>{title}</bdi>
      </strong>
      <span>{price}</span>
      <span class="soft">{hasImage ? "With its picture" : "Without a picture"}</span>
    </figure>
  );
}

/** The variants, one of them chosen. */
function Choice({ shopId, product, chosen }: {
  readonly shopId: string;
  readonly product: Product;
  readonly chosen: Variant;
}) {
  const path = pathWithin(shopId, "products", product.productId);
  return (
    <nav class="segments" aria-label="Variant of the link">
      {product.variants.map(({ variantId, title }) => (
        <a
          href={withQuery(path, { share: variantId })}
          aria-current={variantId === chosen.variantId ? "true" : undefined}
        >
          <bdi>{title}</bdi>
        </a>
      ))}
    </nav>
  );
}
