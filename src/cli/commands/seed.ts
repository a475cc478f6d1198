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
    .action(async (file) => {
      const shops = await context.readFile(file, readSeed);
      const report = await context.use(({ services }) => services.seeder.run(shops, context.by), {
        schema: "create",
      });
      for (const warning of report.warnings) context.out.note(`warning: ${warning}`);
      context.out.result(reportJson(report), () => {
        for (const kind of ["merchants", "products", "coupons", "customers"] as const) {
          const { created, updated, unchanged } = report[kind];
          const name = kind.charAt(0).toUpperCase() + kind.slice(1);
          context.out.line(
            `${name}: ${created} created, ${updated} updated, ${unchanged} unchanged`,
          );
        }
      });
    });
}

/** The report of a seed as JSON. */
export function reportJson({ merchantIds, warnings, ...tallies }: SeedReport) {
  return { ...tallies, merchant_ids: merchantIds, ...(warnings.length > 0 && { warnings }) };
}
