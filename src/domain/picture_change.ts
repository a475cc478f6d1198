import type { MerchantId } from "./ids.ts";
import type { Picture } from "./shop/picture.ts";

/** Pictures of products; the change of the product that names them is in the same commit. */
export type PictureChange =
  /**
   * Stores a picture of a product, or one that was removed again. Refused if the pictures of the shop
   * would take more than `limitBytes`.
   */
  | { readonly kind: "picture.add"; readonly picture: Picture; readonly limitBytes: number }
  /** Notes that a product no longer has a picture. Refused if it is unknown or removed. */
  | {
    readonly kind: "picture.remove";
    readonly merchantId: MerchantId;
    readonly hash: string;
    readonly at: number;
  }
  /** Deletes pictures removed before a time. */
  | { readonly kind: "picture.purge"; readonly before: number };
