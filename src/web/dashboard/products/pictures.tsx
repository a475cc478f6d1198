import type { Product } from "../../../domain/shop/catalog.ts";
import {
  MAX_PICTURE_FILE_BYTES,
  MAX_PICTURES,
  PICTURE_SIDES,
} from "../../../domain/shop/picture.ts";
import { Forms } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import { pathWithin } from "../links.ts";
import { Panel } from "../parts/panel.tsx";

/** Longest form with a picture; the file itself is measured when it is read. */
export const PICTURE_LIMIT_MEBIBYTES = Math.ceil(MAX_PICTURE_FILE_BYTES / 1024 / 1024);

/** A picture of a product, small; nothing for a product without one. */
export function Thumbnail({ shopId, product, hash = product.pictures[0], alt = "" }: {
  readonly shopId: string;
  readonly product: Pick<Product, "productId" | "pictures">;
  /** Default: the first one. */
  readonly hash?: string | undefined;
  readonly alt?: string;
}) {
  if (hash === undefined) return "";
  const src = pathWithin(shopId, "products", product.productId, "thumbnails", hash);
  return <img class="thumbnail" src={src} alt={alt} loading="lazy" />;
}

/** The pictures of a product, in their order, and the form that adds one. */
export function PicturesPanel({ shopId, product, mayWrite, forms }: {
  readonly shopId: string;
  readonly product: Product;
  readonly mayWrite: boolean;
  readonly forms: Forms;
}) {
  const { pictures, productId } = product;
  if (pictures.length === 0 && !mayWrite) return "";
  const path = pathWithin(shopId, "products", productId, "pictures");
  const entered = forms.of(path);
  return (
    <Panel title="Pictures" note="Carts and links show the first one">
      {pictures.length === 0 ? "" : (
        <ol class="pictures">
          {pictures.map((hash, i) => (
            <li>
              <Thumbnail
                shopId={shopId}
                product={product}
                hash={hash}
                alt={`Picture ${i + 1} of ${product.title}`}
              />
              {mayWrite
                ? (
                  <Changes
                    action={pathWithin(shopId, "products", productId, "pictures", hash)}
                    number={i + 1}
                    count={pictures.length}
                    forms={forms}
                  />
                )
                : ""}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && pictures.length < MAX_PICTURES
        ? (
          <ActionForm
            action={path}
            submit="Add picture"
            error={entered.error}
            prefix="picture"
            fields={[{
              kind: "file",
              name: "picture",
              label: "Add a picture",
              hint: `JPEG, PNG or WebP, at most ${MAX_PICTURE_FILE_BYTES / 1_000_000} MB. ` +
                `It is stored ${PICTURE_SIDES.large} pixels wide or high, without its metadata.`,
              accept: "image/jpeg,image/png,image/webp",
              maxMebibytes: PICTURE_LIMIT_MEBIBYTES,
              isRequired: true,
              ...entered.errorOf("picture"),
            }]}
          />
        )
        : ""}
    </Panel>
  );
}

/** Moves or removes a picture, by the button that is pressed. */
function Changes({ action, number, count, forms }: {
  readonly action: string;
  readonly number: number;
  readonly count: number;
  readonly forms: Forms;
}) {
  const { error } = forms.of(action);
  const button = (change: string, text: string) => (
    <button
      class="button quiet"
      type="submit"
      name="change"
      value={change}
      aria-label={`${text} picture ${number}`}
    >
      {text}
    </button>
  );
  return (
    <form class="action" method="post" action={action}>
      {error === undefined ? "" : <p class="banner bad" role="alert">{error}</p>}
      <div class="actions">
        {number > 1 ? button("earlier", "Earlier") : ""}
        {number < count ? button("later", "Later") : ""}
        {button("remove", "Remove")}
      </div>
    </form>
  );
}
