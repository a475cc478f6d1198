import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { type Int64, parseInt64 } from "../../domain/ids.ts";
import type { Product } from "../../domain/shop/catalog.ts";
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import { readPages } from "../../domain/values/page.ts";
import { writeProduct } from "../../schema/seed/product.ts";
import { readProducts } from "../../schema/seed/products_file.ts";
import type { Context } from "../context.ts";
import { AFTER, example, LIMIT_OF_ALL, MERCHANT } from "../options/values.ts";
import { withProgress } from "../output/progress.ts";
import { counted } from "../output/text.ts";

/** Adds `product import | list`. */
export function addProductCommands(program: CommandUnknownOpts, context: Context): void {
  const product = program.command("product").description("manage a shop's catalogue")
    .addHelpText("after", example("product list --merchant demo-store.example"));
  addImport(product, context);
  addList(product, context);
}

function addImport(product: CommandUnknownOpts, context: Context): void {
  product.command("import").description("create or update products from a Shopify products.json")
    .argument("<file>", 'JSON file: {"products": [...]}')
    .requiredOption(...MERCHANT)
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
        return await withProgress(
          context.io,
          (onProgress) =>
            services.catalog.import(shop.id, drafts, (done) => {
              onProgress(`${done} of at most ${all} written`);
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
    .requiredOption(...MERCHANT)
    .option(...LIMIT_OF_ALL)
    .option("--after <product-id>", AFTER, productId)
    .addHelpText("after", example("product list --merchant demo-store.example --json"))
    .action(async ({ merchant: reference, ...wanted }) => {
      const { products: { rows: products, next }, currency } = await context.useShop(
        reference,
        async (shop, { services }) => ({
          products: await readPages((page) => services.catalog.list(shop.id, page), wanted),
          currency: currencyOf(shop.currencyCode),
        }),
      );
      const rows = products.flatMap((product) =>
        product.variants.map((variant) => ({ product, variant }))
      );
      context.out.result(
        products.map((one) => writeProduct(one, currency)),
        () =>
          context.out.table(rows, [
            ["PRODUCT", ({ product }) => product.productId],
            ["VARIANT", ({ variant }) => variant.variantId],
            ["TITLE", titleText, { canShrink: true }],
            ["STATUS", ({ product }) => product.status, { isOptional: true }],
            [`PRICE ${currency.code}`, ({ variant }) => formatMajor(variant.price, currency), {
              align: "right",
            }],
            ["STOCK", ({ variant }) => String(variant.inventoryQuantity ?? "-"), {
              align: "right",
            }],
          ], "No products yet"),
      );
      context.out.continued(next);
    });
}

/** Reads a product id of the store. */
function productId(text: string): Int64 {
  const id = parseInt64(text);
  if (id !== undefined) return id;
  throw new InvalidArgumentError("It must be a product id, a whole number");
}

interface VariantRow {
  readonly product: Product;
  readonly variant: Product["variants"][number];
}

function titleText({ product, variant }: VariantRow): string {
  return product.variants.length === 1 ? product.title : `${product.title} - ${variant.title}`;
}
