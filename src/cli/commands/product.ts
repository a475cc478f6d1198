import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { NO_PRODUCT_FILTER } from "../../domain/filters.ts";
import { type Int64, parseInt64 } from "../../domain/ids.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import { readPages } from "../../domain/values/page.ts";
import { writeProduct } from "../../schema/seed/product.ts";
import { readProducts } from "../../schema/seed/products_file.ts";
import { variantList, variantsOf, variantTitle } from "../../things/product.ts";
import type { Context } from "../context.ts";
import { AFTER, example, LIMIT_OF_ALL, MERCHANT } from "../options/values.ts";
import type { StockChange } from "../../service/shop/catalog.ts";
import { printTable } from "../output/listed.ts";
import { withProgress } from "../output/progress.ts";
import { clean } from "../output/text.ts";
import { counted, moment } from "../../domain/values/wording.ts";
import { MAX_COUNT } from "../../schema/seed/fields.ts";

/** Adds `product import | list | update`. */
export function addProductCommands(program: CommandUnknownOpts, context: Context): void {
  const product = program.command("product").description("manage a shop's catalogue")
    .addHelpText("after", example("product list --merchant demo-store.example"));
  addImport(product, context);
  addList(product, context);
  addUpdate(product, context);
}

function addImport(product: CommandUnknownOpts, context: Context): void {
  product.command("import").description("create or update products from a Shopify products.json")
    .argument("<file>", 'JSON file: {"products": [...]}')
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
Products are matched by id; products that are not in the file stay unchanged.

Example:
  curl -s https://store.example/products.json > products.json
  checkoutctl product import products.json --merchant demo-store.example`,
    )
    .action(async (file, { merchant: reference }) => {
      const tally = await context.useShop(reference, async (shop, { services }) => {
        const currency = currencyOf(shop.currencyCode);
        const drafts = await context.readFile(file, (text) => readProducts(text, currency));
        const all = counted(drafts.length, "product");
        const begun = await services.catalog.unfinishedImport(shop.id);
        if (begun !== null) {
          const { at, subject } = begun;
          context.out.note(
            `The import of ${moment(at)} by ${clean(subject.label)} was not finished; ` +
              "products that it did not write are unchanged",
          );
        }
        return await withProgress(
          context.io,
          (onProgress) =>
            services.catalog.import(shop.id, drafts, {
              by: context.by,
              onProgress: (done) => {
                onProgress(`${done} of at most ${all} written`);
              },
            }),
        );
      });
      const { created, updated, unchanged } = tally;
      context.out.result(
        { products: tally },
        `Products: ${created} created, ${updated} updated, ${unchanged} unchanged`,
      );
    });
}

function addList(product: CommandUnknownOpts, context: Context): void {
  product.command("list").description("list a shop's products with their variants")
    .option(...MERCHANT)
    .option(...LIMIT_OF_ALL)
    .option("--after <product-id>", AFTER, storeId)
    .addHelpText("after", example("product list --merchant demo-store.example --json"))
    .action(async ({ merchant: reference, ...wanted }) => {
      const { products, currency } = await context.useShop(
        reference,
        async (shop, { services }) => ({
          products: await readPages(
            (page) => services.catalog.list(shop.id, NO_PRODUCT_FILTER, page),
            wanted,
          ),
          currency: currencyOf(shop.currencyCode),
        }),
      );
      const { out } = context;
      out.result(
        products.rows.map((one) => writeProduct(one, currency)),
        () =>
          printTable(
            context,
            products.rows.flatMap(variantsOf),
            variantList(currency.code),
            "No products yet",
          ),
      );
      out.continued(products.next);
    });
}

function addUpdate(product: CommandUnknownOpts, context: Context): void {
  product.command("update").description("change the stock of a variant")
    .argument("<variant-id>", "variant id, from product list", storeId)
    .option(...MERCHANT)
    .requiredOption(
      "--inventory <units>",
      "units in stock: 42, +10, -3, or none to not track it",
      inventory,
    )
    .addHelpText(
      "after",
      `
Units that pending payments hold are in the stock; product list shows those that are left. The next
product import changes the stock again only if the file has another number than the last one.

Example:
  checkoutctl product update 11001 --merchant demo-store.example --inventory +10`,
    )
    .action(async (variantId, { merchant: reference, inventory: change }) => {
      const entry = await context.useShop(
        reference,
        ({ id }, { services }) =>
          services.catalog.changeStock(id, variantId, () => change, context.by),
      );
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
        `Stock of ${clean(variantTitle(entry))}: ${stock}`,
      );
    });
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
function storeId(text: string): Int64 {
  const id = parseInt64(text);
  if (id !== undefined) return id;
  throw new InvalidArgumentError("It must be an id of the store, a whole number");
}
