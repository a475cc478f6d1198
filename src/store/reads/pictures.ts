import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { PictureSize } from "../../domain/shop/picture.ts";

/** Pictures of products. */
export interface PictureReads {
  /** The JPEG file of a picture, also of one that was removed lately; null if it is unknown. */
  file(hash: string, size: PictureSize): MaybePromise<Uint8Array<ArrayBuffer> | null>;
  /** Bytes that the pictures of a shop take, with removed ones. */
  bytesOf(merchantId: MerchantId): MaybePromise<number>;
}
