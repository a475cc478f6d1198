import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { seedDemo } from "../../service/shop/demo.ts";
import { DEFAULT_BASE_URL, demoCommands, demoGuide, demoShops } from "../../demo/demo.ts";
import type { Context } from "../context.ts";
import { baseUrl } from "../options/values.ts";
import { keyJson } from "./key.ts";
import { merchantJson } from "./merchant.ts";
import { reportJson } from "./seed.ts";

/** Adds `demo`. */
export function addDemoCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("demo").description("create a sample shop with an API key")
    .option(
      "--url <url>",
      "address of the server, for the printed commands",
      baseUrl,
      DEFAULT_BASE_URL,
    )
    .addHelpText(
      "after",
      `
A second run leaves the shop unchanged and creates another key.

Example:
  checkoutctl demo --url http://127.0.0.1:8080`,
    )
    .action(async ({ url }) => await demo(context, url));
}

async function demo(context: Context, url: string): Promise<void> {
  const made = await context.use(
    async ({ services }) => await seedDemo(services, demoShops()),
    { creates: true },
  );
  const { merchant, key, secret, report } = made;
  const commands = demoCommands(secret, url);
  const { id, ...rest } = keyJson(key);
  const json = {
    merchant: merchantJson(merchant),
    key: { id, secret, ...rest },
    seed: reportJson(report),
    commands,
  };
  context.out.result(json, () => context.out.text(demoGuide(made, commands)));
}
