import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { MerchantId } from "../../domain/ids.ts";
import type { State } from "../../domain/lifecycle.ts";
import type { Context } from "../context.ts";
import { findMerchant, merchantNames } from "../shops.ts";

/** How many sessions of a shop are in a pair of states. */
interface StateCount extends State {
  readonly merchantId: MerchantId;
  readonly count: number;
}

/** How far the sessions of a shop have come. */
interface Funnel {
  readonly created: number;
  readonly inProgress: number;
  readonly paid: number;
  readonly placed: number;
  readonly abandoned: number;
}

/** Adds `session stats`. */
export function addStatsCommand(session: CommandUnknownOpts, context: Context): void {
  session.command("stats").description("count how far each shop's sessions have come")
    .option("--merchant <merchant>", "of this shop: id, or any of its domains")
    .addHelpText(
      "after",
      `
  created      every session that is still kept, whatever became of it; one that nobody has
               gone on with yet counts here alone
  in progress  begun and not ended, payments under way among them
  paid         ordered, with money received: all of it, or the part of a cash-on-delivery
               order that is paid ahead
  placed       ordered for cash on delivery, with nothing received yet
  abandoned    given up or expired; such a one is paid after all once its money comes in

With --json the counts by states that these are made of are given as well.

Example:
  checkoutctl session stats --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => await countSessions(context, merchant));
}

async function countSessions(context: Context, reference: string | undefined): Promise<void> {
  const { counts, names } = await context.use(async ({ services }) => {
    const merchant = await findMerchant(services, reference);
    const counts = await services.sessionAdmin.stats(merchant?.id);
    return { counts, names: await merchantNames(services) };
  });
  const shops = [...Map.groupBy(counts, ({ merchantId }) => merchantId)].map(([id, states]) => ({
    id,
    funnel: funnelOf(states),
    states,
  }));
  const json = shops.map(({ id, funnel: { inProgress, ...rest }, states }) => ({
    merchant_id: id,
    ...rest,
    in_progress: inProgress,
    states: states.map(({ session, payment, count }) => ({
      session_state: session,
      payment_state: payment,
      count,
    })),
  }));
  context.out.result(json, () =>
    context.out.table(
      [
        { title: "SHOP", canShrink: true },
        { title: "CREATED", align: "right" },
        { title: "IN PROGRESS", align: "right" },
        { title: "PAID", align: "right" },
        { title: "PLACED", align: "right" },
        { title: "ABANDONED", align: "right" },
      ],
      shops.map(({ id, funnel }) => [
        names.get(id) ?? id,
        String(funnel.created),
        String(funnel.inProgress),
        String(funnel.paid),
        String(funnel.placed),
        String(funnel.abandoned),
      ]),
      "There are no sessions yet",
    ));
}

function funnelOf(states: readonly StateCount[]): Funnel {
  const sum = (isMeant: (state: State) => boolean) =>
    states.filter(isMeant).reduce((total, { count }) => total + count, 0);
  const isOrder = ({ session }: State) => session === "COMPLETED";
  return {
    created: sum(() => true),
    inProgress: sum(({ session }) => session === "IN_PROGRESS"),
    paid: sum((state) => isOrder(state) && state.payment === "PAID"),
    placed: sum((state) => isOrder(state) && state.payment !== "PAID"),
    abandoned: sum(({ session }) => session === "ABANDONED"),
  };
}
