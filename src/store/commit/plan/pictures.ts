import { pictureToRow } from "../../../schema/stored/picture.ts";
import { any, one, type Planners } from "./statement.ts";

/** Pictures of products. */
export const PICTURES = {
  "picture.add": ({ picture, limitBytes }) => [
    one("picture.add", { ...pictureToRow(picture), limit: limitBytes }, {
      onNoRow: "The pictures of the shop take all the space that they may have",
      onForeignKey: `Product of the picture is not known: ${picture.productId}`,
    }),
  ],

  "picture.remove": ({ merchantId, hash, at }) => [
    one("picture.remove", { merchant_id: merchantId, hash, at }, {
      onNoRow: `Picture is not known: ${hash}`,
    }),
  ],

  "picture.purge": ({ before }) => [any("picture.purge", { before })],
} satisfies Partial<Planners>;
