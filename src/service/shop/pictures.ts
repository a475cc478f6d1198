import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import type { MerchantId, ProductId } from "../../domain/ids.ts";
import type { Product } from "../../domain/shop/catalog.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { type MadePicture, MAX_PICTURES, pictureHash } from "../../domain/shop/picture.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_PRODUCT } from "../../domain/trail/product.ts";
import { audited } from "../audit.ts";
import { commitAsRead } from "../commit.ts";
import type { Deps } from "../deps.ts";

const MB = 1_000_000;

/** Pictures of products. */
export class Pictures {
  readonly #deps: Pick<Deps, "store" | "newId" | "now">;

  constructor(deps: Pick<Deps, "store" | "newId" | "now">) {
    this.#deps = deps;
  }

  /** The small file of a picture; null if no shop has it. */
  async small(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return await this.#deps.store.pictures.file(hash, "small");
  }

  /**
   * Adds a picture as a product's last one; one that the product has stays where it is.
   *
   * @returns its hash
   * @throws {AppError} `error.not-found`; `error.conflict` if the product has as many as it may, or
   *   the pictures of the shop take all their space
   */
  async add(
    { id: merchantId, picturesMb }: Pick<Merchant, "id" | "picturesMb">,
    productId: ProductId,
    made: MadePicture,
    by: Subject,
  ): Promise<string> {
    const { store } = this.#deps;
    const hash = pictureHash(merchantId, productId, made);
    const taken = await store.pictures.bytesOf(merchantId);
    const message =
      `The pictures of the shop take ${(taken / MB).toFixed(1)} of ${picturesMb} MB: ` +
      "remove some, which makes room a day later, or ask for a higher limit of the shop";
    await this.#change({ merchantId, productId, by, refusal: message }, ({ pictures }) => {
      if (pictures.includes(hash)) return null;
      if (pictures.length >= MAX_PICTURES) {
        throw new AppError(
          "error.conflict",
          `A product has at most ${MAX_PICTURES} pictures: remove one first`,
          { field: "picture" },
        );
      }
      const picture = { ...made, hash, merchantId, productId };
      return {
        pictures: [...pictures, hash],
        changes: [{ kind: "picture.add", picture, limitBytes: picturesMb * MB }],
      };
    });
    return hash;
  }

  /**
   * Removes a picture from a product. Its file is kept for a day.
   *
   * @throws {AppError} `error.not-found` if the product or the picture is unknown
   */
  async remove(
    merchantId: MerchantId,
    productId: ProductId,
    hash: string,
    by: Subject,
  ): Promise<void> {
    await this.#change({ merchantId, productId, by }, ({ pictures }) => {
      requireHas(pictures, hash);
      return {
        pictures: pictures.filter((one) => one !== hash),
        changes: [{ kind: "picture.remove", merchantId, hash, at: this.#deps.now() }],
      };
    });
  }

  /**
   * Moves a picture of a product to another place.
   *
   * @param place 1 for the first, which carts show
   * @throws {AppError} `error.not-found` if the product or the picture is unknown;
   *   `error.invalid-request` for another place
   */
  async move(
    merchantId: MerchantId,
    productId: ProductId,
    { hash, place }: { readonly hash: string; readonly place: number },
    by: Subject,
  ): Promise<void> {
    await this.#change({ merchantId, productId, by }, ({ pictures }) => {
      requireHas(pictures, hash);
      if (!(Number.isInteger(place) && place >= 1 && place <= pictures.length)) {
        throw invalid(`place must be from 1 to ${pictures.length}, got ${place}`, "place");
      }
      const moved = pictures.filter((one) => one !== hash).toSpliced(place - 1, 0, hash);
      return pictures.indexOf(hash) === place - 1 ? null : { pictures: moved, changes: [] };
    });
  }

  /** Commits a change of a product's pictures with its audit entry; null for none. */
  async #change(
    { merchantId, productId, by, refusal }: {
      readonly merchantId: MerchantId;
      readonly productId: ProductId;
      readonly by: Subject;
      /** Message if there is no room. */
      readonly refusal?: string;
    },
    decide: (product: Product) =>
      | { readonly pictures: readonly string[]; readonly changes: readonly Change[] }
      | null,
  ): Promise<void> {
    const { store } = this.#deps;
    await commitAsRead(store, [{ kind: "product", merchantId, productId }], async () => {
      const before = (await store.catalog.imported(merchantId, [productId])).get(productId);
      if (before === undefined) {
        throw new AppError("error.not-found", `No such product: ${productId}`);
      }
      const decided = decide(before);
      if (decided === null) return { changes: [], result: undefined };
      const product = { ...before, pictures: decided.pictures };
      const fact = factOf(AUDITED_PRODUCT, "product.update", {
        before: { merchantId, product: before },
        after: { merchantId, product },
      });
      return {
        changes: [
          { kind: "product.put", merchantId, product },
          ...decided.changes,
          audited(this.#deps, by, fact),
        ],
        result: undefined,
        refusedAs: {
          code: "error.conflict",
          ...refusal !== undefined && { message: refusal },
        },
      };
    });
  }
}

function requireHas(pictures: readonly string[], hash: string): void {
  if (pictures.includes(hash)) return;
  throw new AppError("error.not-found", `The product has no such picture: ${hash}`);
}
