import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Product } from "../../domain/shop/catalog.ts";
import { type Currency, currencyOf, formatMajor } from "../../domain/values/money.ts";
import { writeProduct } from "../../schema/seed/product.ts";
import { readProducts } from "../../schema/seed/products_file.ts";
import type { Context } from "../context.ts";
import { Progress } from "../output/progress.ts";
import { counted } from "../output/text.ts";

/** Adds `product import | list`. */
export function addProductCommands(program: CommandUnknownOpts, context: Context): void {
  const product = program.command("product").description("manage a shop's catalogue")
    .addHelpText("after", "\nExample:\n  checkoutctl product list --merchant demo-store.example");

  product.command("import").description("create or update products from a Shopify products.json")
    .argument("<file>", 'JSON file: {"products": [...]}')
    .requiredOption("--merchant <merchant>", "id, or any of its domains")
    .addHelpText(
      "after",
      `
Products are matched by id; products that are not in the file stay unchanged.

Example:
  curl -s https://store.example/products.json > products.json
  checkoutctl product import products.json --merchant demo-store.example`,
    )
    .action(async (file, { merchant }) => await importProducts(context, { file, merchant }));

  product.command("list").description("list a shop's products with their variants")
    .requiredOption("--merchant <merchant>", "id, or any of its domains")
    .addHelpText(
      "after",
      "\nExample:\n  checkoutctl product list --merchant demo-store.example --json",
    )
    .action(async ({ merchant }) => await listProducts(context, merchant));
}

async function importProducts(
  context: Context,
  { file, merchant: reference }: { readonly file: string; readonly merchant: string },
): Promise<void> {
  const tally = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference);
    const currency = currencyOf(merchant.currencyCode);
    const drafts = await context.readFile(file, (text) => readProducts(text, currency));
    const progress = new Progress(context.io);
    try {
      return await services.catalog.import(merchant.id, drafts, (done) => {
        progress.update(`${done} of at most ${counted(drafts.length, "product")} written`);
      });
    } finally {
      progress.done();
    }
  });
  const { created, updated, unchanged } = tally;
  context.out.result(
    { products: tally },
    () =>
      context.out.line(`Products: ${created} created, ${updated} updated, ${unchanged} unchanged`),
  );
}

async function listProducts(context: Context, reference: string): Promise<void> {
  const { products, currency } = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference);
    const currency = currencyOf(merchant.currencyCode);
    return { products: await services.catalog.list(merchant.id), currency };
  });
  context.out.result(products.map((one) => writeProduct(one, currency)), () =>
    context.out.table(
      [
        { title: "PRODUCT" },
        { title: "VARIANT" },
        { title: "TITLE", canShrink: true },
        { title: "STATUS", isOptional: true },
        { title: `PRICE ${currency.code}`, align: "right" },
        { title: "STOCK", align: "right" },
      ],
      products.flatMap((product) => variantRows(product, currency)),
      "No products yet",
    ));
}

function variantRows(product: Product, currency: Currency): string[][] {
  return product.variants.map((variant) => [
    product.productId,
    variant.variantId,
    product.variants.length === 1 ? product.title : `${product.title} - ${variant.title}`,
    product.status,
    formatMajor(variant.price, currency),
    variant.inventoryQuantity === null ? "-" : String(variant.inventoryQuantity),
  ]);
}
