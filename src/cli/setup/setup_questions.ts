import { AppError, shown } from "../../domain/errors.ts";
import { EmptyDatabaseError } from "../../store/open_error.ts";
import type { Context } from "../context.ts";
import { clean } from "../output/text.ts";
import { summaryLines } from "./setup_report.ts";
import { BadAnswer, Interview } from "./interview.ts";
import {
  byDefaults,
  type CompletePlan,
  DEFAULT_KEY_NAME,
  type Plan,
  readPartialShop,
} from "./plan.ts";
import { askShop } from "./shop_questions.ts";

const WELCOME = [
  "This sets up a shop with its first key. Press Enter to accept an answer in",
  "brackets, Ctrl-C to cancel. Nothing is written before you confirm.",
];

/**
 * Asks for the unknown values of a plan that have no default, shows a summary and asks for confirmation.
 *
 * @param yes true to skip the summary and its confirmation
 * @throws {Ended} on Ctrl-C or Ctrl-D
 * @throws {AppError} `error.conflict` when the answer is no
 */
export async function completeByQuestions(
  context: Context,
  plan: Plan,
  yes: boolean,
): Promise<CompletePlan> {
  const questions = context.io.questions();
  try {
    const interview = new Interview(context, questions);
    for (const line of WELCOME) interview.say(line);
    const taken = async (domains: readonly string[]) => await takenDomain(context, domains);
    const complete = byDefaults({ ...plan, shop: await askShop(interview, plan.shop, taken) });
    if (yes) return complete;
    interview.say(`Summary, to be written to ${clean(context.databaseName())}:`);
    const merchant = readPartialShop(complete.shop);
    for (const line of summaryLines(merchant, complete, context.io.now())) interview.say(line);
    if (await interview.confirm({ text: "Set it up?", proposal: "yes" })) return complete;
    throw new AppError("error.conflict", "Nothing was written: not confirmed");
  } finally {
    questions.close();
  }
}

/**
 * The error for a domain that another shop has, with advice; undefined if all are free, as in a
 * database that is still to be made.
 */
export async function takenDomain(
  context: Pick<Context, "use" | "call">,
  domains: readonly string[],
): Promise<BadAnswer | undefined> {
  const { call } = context;
  try {
    return await context.use(async ({ services }) => {
      for (const domain of domains) {
        const owner = await services.setup.ownerOf(domain);
        if (owner === null) continue;
        return new BadAnswer(
          `The domain already belongs to the shop ${shown(clean(owner.name))}: ${domain}`,
          [
            `To show it: ${call} merchant show ${domain}`,
            `To change it: ${call} merchant update ${domain} --help`,
            `For another key: ${call} key create --merchant ${domain} --name ${DEFAULT_KEY_NAME}`,
            `For a webhook: ${call} webhook add URL --merchant ${domain}`,
          ],
        );
      }
      return undefined;
    });
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof EmptyDatabaseError) return undefined;
    throw error;
  }
}
