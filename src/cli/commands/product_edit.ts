import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { type Int64, parseInt64 } from "../../domain/ids.ts";
import type { Product, Variant } from "../../domain/shop/catalog.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import { type Currency, currencyOf } from "../../domain/values/money.ts";
import { counted } from "../../domain/values/wording.ts";
import { MAX_COUNT } from "../../schema/seed/fields.ts";
import {
  readDetails,
  readEntry,
  readVariantEdit,
  writeEntry,
  writeVariantEdit,
} from "../../schema/seed/product_entry.ts";
import { writeProduct } from "../../schema/seed/product.ts";
import type { StockChange } from "../../service/shop/catalog.ts";
import type { ProductEdit } from "../../service/shop/products.ts";
import { variantTitle } from "../../things/product.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { PRODUCT_FLAGS, VARIANT_FLAGS } from "../options/product_flags.ts";
import { MERCHANT } from "../options/values.ts";
import { clean } from "../output/text.ts";

/** Adds `product create`. */
export function addCreate(product: CommandUnknownOpts, context: Context): void {
  const create = product.command("create").description("create a product with its variants")
    .option(...MERCHANT)
    .option(
      "--inventory <units>",
      "units in stock of each variant (default: not tracked)",
      inventory,
    )
    .addHelpText(
      "after",
      `
Its ids follow from the shop, the handle and the values of its options.

Example:
  checkoutctl product create --merchant demo-store.example --title "Linen shirt" \\
    --price 1299 --option "Size: S, M, L" --inventory 5`,
    )
    .action(async ({ merchant: reference, inventory: units = { set: null } }) => {
      if (!("set" in units)) throw new UsageError("--inventory of a new product is no change");
      const { made, currency } = await context.useShop(reference, async (shop, { services }) => {
        const currency = currencyOf(shop.currencyCode);
        const entry = PRODUCT_FLAGS.read(
          () => readEntry(PRODUCT_FLAGS.overlay({}, create)),
          create,
          undefined,
        );
        const details = VARIANT_FLAGS.read(
          () => ({
            ...readDetails(VARIANT_FLAGS.overlay({}, create), currency),
            inventoryQuantity: units.set,
          }),
          create,
          undefined,
        );
        const id = await services.products.create(shop.id, { entry, details }, context.by);
        const made = (await services.catalog.find(shop.id, [id])).get(id);
        if (made === undefined) throw new RangeError(`Not stored: ${id}`);
        return { made, currency };
      });
      const variants = counted(made.variants.length, "variant");
      context.out.result(
        writeProduct(made, currency),
        `Created product ${clean(made.title)}, ${variants}: ${made.productId}`,
      );
    });
  PRODUCT_FLAGS.addTo(create);
  VARIANT_FLAGS.addTo(create);
}

/** Adds `product update`. */
export function addUpdate(product: CommandUnknownOpts, context: Context): void {
  const update = product.command("update").description(
    "change a variant, its stock and its product; options left out stay unchanged",
  )
    .argument("<variant-id>", "variant id, from product list", storeId)
    .option(...MERCHANT)
    .option(
      "--inventory <units>",
      "units in stock: 42, +10, -3, or none to not track it",
      inventory,
    )
    .option(
      "--remove-variants",
      "agree that variants without their option value go, with their stock",
    )
    .addHelpText(
      "after",
      `
Units that pending payments hold are in the stock; product list shows those that are left. The next
product import changes the stock again only if the file has another number than the last one, and
sets everything else that the file has.

Example:
  checkoutctl product update 11001 --merchant demo-store.example --inventory +10 --price 449`,
    )
    .action(async (variantId, { merchant: reference, inventory: change, removeVariants }) => {
      const [ofProduct, ofVariant] = [PRODUCT_FLAGS, VARIANT_FLAGS].map((flags) =>
        flags.anyGiven(update)
      );
      if (change === undefined && !ofProduct && !ofVariant) {
        throw new UsageError("Nothing to change: add at least one option");
      }
      const entry = await context.useShop(reference, async (shop, { services }) => {
        const { id } = shop;
        const find = () => services.catalog.variant(id, variantId);
        const { product: { productId } } = await find();
        const currency = currencyOf(shop.currencyCode);
        const edit = (old: Product): ProductEdit => ({
          ...(ofProduct && { entry: entryOf(old, update) }),
          ...(ofVariant && { variant: variantOf(old, { update, variantId, currency }) }),
          mayRemove: removeVariants === true,
        });
        if (ofProduct || ofVariant) {
          await services.products.update(id, productId, edit, context.by);
        }
        if (change !== undefined) {
          await services.catalog.changeStock(id, variantId, () => change, context.by);
        }
        return await find();
      });
      const { product, variant } = entry;
      const left = variant.inventoryQuantity;
      const stock = left === null ? "not tracked" : `${counted(left, "unit")} left`;
      context.out.result(
        {
          product_id: jsonInteger(product.productId),
          variant_id: jsonInteger(variantId),
          title: variantTitle(entry),
          inventory_quantity: left,
        },
        `${ofProduct || ofVariant ? "Updated" : "Stock of"} ${clean(variantTitle(entry))}: ${
          ofProduct || ofVariant ? `stock ${stock}` : stock
        }`,
      );
    });
  PRODUCT_FLAGS.addTo(update);
  VARIANT_FLAGS.addTo(update);
}

function entryOf(old: Product, update: CommandUnknownOpts) {
  const fields = PRODUCT_FLAGS.overlay(writeEntry(old), update);
  return PRODUCT_FLAGS.read(() => readEntry(fields, old), update, undefined);
}

function variantOf(
  { variants }: Product,
  { update, variantId, currency }: {
    readonly update: CommandUnknownOpts;
    readonly variantId: Int64;
    readonly currency: Currency;
  },
) {
  const old = variants.find((one) => one.variantId === variantId) as Variant;
  const fields = VARIANT_FLAGS.overlay(writeVariantEdit(old, currency), update);
  const edit = VARIANT_FLAGS.read(() => readVariantEdit(fields, currency), update, undefined);
  return { ...edit, variantId };
}

/** Reads `42`, `+10`, `-3` or `none`. */
function inventory(text: string): StockChange {
  if (text === "none") return { set: null };
  const units = /^[+-]?[0-9]{1,10}$/.test(text) ? Number(text) : NaN;
  if (Math.abs(units) <= MAX_COUNT) return /^[+-]/.test(text) ? { add: units } : { set: units };
  throw new InvalidArgumentError(
    "It must be a number of units, such as 42, a change, such as +10 or -3, or none",
  );
}

/** Reads an id of the store. */
export function storeId(text: string): Int64 {
  const id = parseInt64(text);
  if (id !== undefined) return id;
  throw new InvalidArgumentError("It must be an id of the store, a whole number");
}
