import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { AppError } from "../../domain/errors.ts";
import type { Int64 } from "../../domain/ids.ts";
import type { Product } from "../../domain/shop/catalog.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { MAX_PICTURES, PICTURE_SIDES } from "../../domain/shop/picture.ts";
import { counted } from "../../domain/values/wording.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import type { Context } from "../context.ts";
import type { OpenDatabase } from "../io.ts";
import { example, MERCHANT } from "../options/values.ts";
import { clean } from "../output/text.ts";
import { storeId } from "./product_edit.ts";

const PRODUCT = [
  "<product-id>",
  "id of a product, or of a variant of it, from product list",
  storeId,
] as const;
const PICTURE = ["<picture>", "hash of a picture, from product picture list"] as const;

type Services = OpenDatabase["services"];

/** Adds `product picture add | list | move | remove`. */
export function addPictures(product: CommandUnknownOpts, context: Context): void {
  const picture = product.command("picture").description("manage the pictures of a product")
    .addHelpText("after", example("product picture list 11001 --merchant demo-store.example"));
  addAdd(picture, context);
  addList(picture, context);
  addMove(picture, context);
  addRemove(picture, context);
}

function addAdd(picture: CommandUnknownOpts, context: Context): void {
  picture.command("add").description("add a picture to a product, as its last one")
    .argument(...PRODUCT)
    .argument("<file>", "JPEG, PNG or WebP file of at most 10 MB and 24 megapixels")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
It is stored as JPEG without metadata, ${PICTURE_SIDES.large} and ${PICTURE_SIDES.small} pixels wide or high.
A product has at most ${MAX_PICTURES}.

Example:
  checkoutctl product picture add 11001 mug.jpg --merchant demo-store.example`,
    )
    .action(async (id, file, { merchant: reference }) => {
      const made = await context.readPicture(file);
      const { hash, product } = await context.useShop(reference, async (shop, { services }) => {
        const { productId } = await find(services, shop, id);
        const hash = await services.pictures.add(shop, productId, made, context.by);
        return { hash, product: await find(services, shop, productId) };
      });
      print(context, product, `Added picture ${hash} to`);
    });
}

function addList(picture: CommandUnknownOpts, context: Context): void {
  picture.command("list").description("list the pictures of a product, in their order")
    .argument(...PRODUCT)
    .option(...MERCHANT)
    .addHelpText("after", example("product picture list 11001 --merchant demo-store.example"))
    .action(async (id, { merchant: reference }) => {
      const product = await context.useShop(
        reference,
        (shop, { services }) => find(services, shop, id),
      );
      const { pictures } = product;
      context.out.result(
        json(product),
        pictures.length === 0 ? "No pictures yet" : pictures.join("\n"),
      );
    });
}

function addMove(picture: CommandUnknownOpts, context: Context): void {
  picture.command("move").description("move a picture of a product to another place")
    .argument(...PRODUCT)
    .argument(...PICTURE)
    .requiredOption("--to <place>", "its place from now on; 1 is the one that carts show", place)
    .option(...MERCHANT)
    .addHelpText(
      "after",
      example(
        "product picture move 11001 3f1c0a5be47d92086f1c0a5be47d9208 --to 1 " +
          "--merchant demo-store.example",
      ),
    )
    .action(async (id, hash, { merchant: reference, to }) => {
      const product = await context.useShop(reference, async (shop, { services }) => {
        const { productId } = await find(services, shop, id);
        await services.pictures.move(shop.id, productId, { hash, place: to }, context.by);
        return await find(services, shop, productId);
      });
      print(context, product, `Moved picture ${hash} of`);
    });
}

function addRemove(picture: CommandUnknownOpts, context: Context): void {
  picture.command("remove").description("remove a picture from a product")
    .argument(...PRODUCT)
    .argument(...PICTURE)
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
Carts from before show it for another day.

Example:
  checkoutctl product picture remove 11001 3f1c0a5be47d92086f1c0a5be47d9208 \\
    --merchant demo-store.example`,
    )
    .action(async (id, hash, { merchant: reference }) => {
      const product = await context.useShop(reference, async (shop, { services }) => {
        const { productId } = await find(services, shop, id);
        await services.pictures.remove(shop.id, productId, hash, context.by);
        return await find(services, shop, productId);
      });
      print(context, product, `Removed picture ${hash} from`);
    });
}

/** The product with an id, or with a variant of that id. */
async function find({ catalog }: Services, shop: Merchant, id: Int64): Promise<Product> {
  const product = (await catalog.find(shop.id, [id])).get(id);
  if (product !== undefined) return product;
  return await catalog.variant(shop.id, id).then(({ product }) => product).catch((cause) => {
    if (!(cause instanceof AppError) || cause.code !== "error.variant-not-found") throw cause;
    throw new AppError("error.not-found", `No such product: ${id}`, { cause });
  });
}

function print(context: Context, product: Product, done: string): void {
  const number = counted(product.pictures.length, "picture");
  context.out.result(json(product), `${done} ${clean(product.title)}, which has ${number}`);
}

function json({ productId, pictures }: Product) {
  return { product_id: jsonInteger(productId), pictures: [...pictures] };
}

/** Reads a place in a list. */
function place(text: string): number {
  if (/^[1-9][0-9]?$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_PICTURES}`);
}
