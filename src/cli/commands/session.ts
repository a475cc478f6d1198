import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { example, YES } from "../options/values.ts";
import { clean } from "../output/text.ts";
import { counted } from "../../domain/values/wording.ts";
import { addListCommand } from "./session_list.ts";
import { addSessionOrderCommands } from "./session_order.ts";
import { addShowCommand } from "./session_show.ts";
import { addStatsCommand } from "./session_stats.ts";

/** Adds `session list | show | expire | paid | collected | cancel | stats`. */
export function addSessionCommands(program: CommandUnknownOpts, context: Context): void {
  const session = program.command("session").description("manage checkout sessions")
    .addHelpText("after", example("session list --limit 50"));
  addListCommand(session, context);
  addShowCommand(session, context);
  addExpire(session, context);
  addSessionOrderCommands(session, context);
  addStatsCommand(session, context);
}

function addExpire(session: CommandUnknownOpts, context: Context): void {
  session.command("expire").description("expire sessions now")
    .argument("<session-id...>", "session ids")
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.
Every session is tried; the exit code is 1 if one cannot be ended.

Example:
  checkoutctl session expire 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (ids, { yes }) => {
      await context.confirm(
        `End ${counted(ids.length, "session")}? Customers lose their carts.`,
        yes,
      );
      const expired: string[] = [];
      const failed: { id: string; code: string; message: string }[] = [];
      await context.use(async ({ services }) => {
        for (const id of ids) {
          try {
            const wholeId = await services.ids.complete("session", id);
            await services.sessionAdmin.expire(wholeId, context.by);
            expired.push(id);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            failed.push({ id, code: error.code, message: error.message });
          }
        }
      });
      context.out.result({ expired, failed }, () => {
        for (const id of expired) context.out.line(`Ended session ${clean(id)}`);
      });
      for (const failure of failed) context.out.complaint(failure);
      if (failed.length > 0) context.fail();
    });
}
