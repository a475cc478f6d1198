import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { seedDemo } from "../../service/shop/demo.ts";
import { demoCommands, demoGuide, demoShops } from "../../demo/demo.ts";
import type { Context } from "../context.ts";
import { SERVER_URL } from "../options/values.ts";
import { keyJson } from "../output/key.ts";
import { merchantJson } from "./merchant.ts";
import { reportJson } from "./seed.ts";

/** Adds `demo`. */
export function addDemoCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("demo").description("create a sample shop with an API key")
    .option(...SERVER_URL)
    .addHelpText(
      "after",
      `
A second run leaves the shop unchanged and creates another key.

Example:
  checkoutctl demo --url http://127.0.0.1:8080`,
    )
    .action(async ({ url }) => {
      const made = await context.use(
        ({ services }) => seedDemo(services, demoShops(), context.by),
        { schema: "create" },
      );
      const { merchant, key, secret, report } = made;
      const commands = demoCommands(secret, url);
      const json = {
        merchant: merchantJson(merchant),
        key: keyJson(key, { secret }),
        seed: reportJson(report),
        commands,
      };
      context.out.result(json, () => context.out.text(demoGuide(made, commands)));
    });
}
