import { hash } from "node:crypto";
import type { MerchantId, ProductId } from "../ids.ts";
import type { Product, ProductImage } from "./catalog.ts";

/** Pictures of a product. */
export const MAX_PICTURES = 10;
/** Limit of a file before it is read. */
export const MAX_PICTURE_FILE_BYTES = 10_000_000;
/** Pixels of the longer side at which pictures are stored. */
export const PICTURE_SIDES = { large: 1200, small: 160 } as const;
/** A size in which pictures are stored. */
export type PictureSize = keyof typeof PICTURE_SIDES;
/** Megabytes, of 1,000,000 bytes, that the pictures of a shop may take unless it says otherwise. */
export const DEFAULT_PICTURES_MB = 500;
/** Time for which a removed picture is kept: carts and pages of before show it. */
export const REMOVED_PICTURE_KEPT_MS = 86_400_000;

/** A picture as this program encoded it: JPEG files without metadata. */
export type MadePicture = Readonly<Record<PictureSize, Uint8Array<ArrayBuffer>>>;

/** A stored picture of a product. */
export interface Picture extends MadePicture {
  readonly hash: string;
  readonly merchantId: MerchantId;
  readonly productId: ProductId;
}

/** Makes a JPEG of a file that a person chose; throws an `AppError` that says why it cannot. */
export type PictureMaker = (file: Uint8Array<ArrayBuffer>) => Promise<MadePicture>;

/**
 * Name of a picture. The shop and the product are in it, so that a row belongs to one product, and
 * a file that is known elsewhere does not tell if a shop has it.
 */
export function pictureHash(
  merchantId: MerchantId,
  productId: ProductId,
  { large }: MadePicture,
): string {
  const digest = hash("sha256", large, "hex");
  return hash("sha256", `${merchantId} ${productId} ${digest}`, "hex").slice(0, 32);
}

/** End of the name of a small picture. */
const SMALL = `-${PICTURE_SIDES.small}`;
const NAME = new RegExp(`^([0-9a-f]{32})(${SMALL})?\\.jpg$`);

/** The path of a picture on the checkout page's hosts. */
export function picturePath(hash: string, size: PictureSize): string {
  return `/p/${hash}${size === "large" ? "" : SMALL}.jpg`;
}

/** The picture of a name in a {@link picturePath}; null for any other name. */
export function pictureOfName(
  name: string,
): { readonly hash: string; readonly size: PictureSize } | null {
  const [, hash, small] = NAME.exec(name) ?? [];
  return hash === undefined ? null : { hash, size: small === undefined ? "large" : "small" };
}

/**
 * The product with its pictures as images, before those of a file.
 *
 * @param pagesUrl of the pages that serve them; undefined for none
 */
export function withPictures<P extends Product>(product: P, pagesUrl: string | undefined): P {
  if (product.pictures.length === 0 || pagesUrl === undefined) return product;
  const own = product.pictures.map((name): ProductImage => ({
    // As many bits as a number of a product that is made here has.
    id: String(BigInt(`0x${name.slice(0, 13)}`)) as ProductId,
    src: `${pagesUrl}${picturePath(name, "large")}`,
  }));
  return { ...product, images: [...own, ...product.images], pictures: [] };
}
