import { type CommandUnknownOpts } from "@commander-js/extra-typings";
import { NO_PRODUCT_FILTER } from "../../domain/filters.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { readPages } from "../../domain/values/page.ts";
import { writeProduct } from "../../schema/seed/product.ts";
import { readProducts } from "../../schema/seed/products_file.ts";
import { variantList, variantsOf } from "../../things/product.ts";
import type { Context } from "../context.ts";
import { AFTER, example, LIMIT_OF_ALL, MERCHANT } from "../options/values.ts";
import { addCreate, addUpdate, storeId } from "./product_edit.ts";
import { addPictures } from "./product_picture.ts";
import { printTable } from "../output/listed.ts";
import { withProgress } from "../output/progress.ts";
import { clean } from "../output/text.ts";
import { counted, moment } from "../../domain/values/wording.ts";

/** Adds `product create | update | import | list | picture`. */
export function addProductCommands(program: CommandUnknownOpts, context: Context): void {
  const product = program.command("product").description("manage a shop's catalogue")
    .addHelpText("after", example("product list --merchant demo-store.example"));
  addCreate(product, context);
  addUpdate(product, context);
  addImport(product, context);
  addList(product, context);
  addPictures(product, context);
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
