import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { SeedReport } from "../../service/shop/seed.ts";
import { readSeed } from "../../schema/seed/seed_file.ts";
import type { Context } from "../context.ts";

/** Adds `seed`. */
export function addSeedCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("seed").description("create or update shops from a seed file")
    .argument("<file>", "JSON file with merchants, their products, coupons and customers")
    .addHelpText(
      "after",
      `
The whole file is checked before anything is written. A second run changes nothing; a run
with an edited file updates in place, and what the file does not name stays unchanged.

Example:
  checkoutctl seed shop.json`,
    )
    .action(async (file) => await seed(context, file));
}

async function seed(context: Context, file: string): Promise<void> {
  const shops = await context.readFile(file, readSeed);
  const report = await context.use(
    async ({ services }) => await services.seeder.run(shops),
    { creates: true },
  );
  context.out.result(reportJson(report), () => {
    for (const [name, { created, updated, unchanged }] of kinds(report)) {
      context.out.line(
        `${name}: ${created} created, ${updated} updated, ${unchanged} unchanged`,
      );
    }
  });
}

function kinds({ merchants, products, coupons, customers }: SeedReport) {
  return [
    ["Merchants", merchants],
    ["Products", products],
    ["Coupons", coupons],
    ["Customers", customers],
  ] as const;
}

/** What a seed did, for programs. */
export function reportJson({ merchantIds, ...tallies }: SeedReport) {
  return { ...tallies, merchant_ids: merchantIds };
}
