import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { example, YES } from "../options/values.ts";
import { clean } from "../output/text.ts";

/** Adds `dashboard factor reset`. */
export function addFactorCommands(
  dashboard: CommandUnknownOpts,
  context: Context,
): CommandUnknownOpts {
  const factor = dashboard.command("factor").description("manage second factors of people")
    .addHelpText("after", example("dashboard factor reset anna"));
  factor.command("reset").description("remove the second factor of a person who has lost it")
    .argument("<login>", "name to sign in with")
    .option(...YES)
    .addHelpText(
      "after",
      `
It removes the app, all passkeys and the recovery codes, and signs the person out of every browser.
Then their password alone signs them in: be sure that it is the person who asks.

Example:
  checkoutctl dashboard factor reset anna`,
    )
    .action(async (login, { yes }) => {
      await context.confirm(`Remove the second factor of ${clean(login)}?`, yes);
      const person = await context.use(async ({ services: { people } }) =>
        await people.resetFactor(await people.byLogin(login), context.by)
      );
      context.out.result(
        { id: person.id, login: person.login, has_factor: person.hasFactor },
        `Removed the second factor of ${clean(person.login)}`,
      );
    });
  return factor;
}
