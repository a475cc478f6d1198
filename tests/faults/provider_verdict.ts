import type { Store } from "../../src/store/store.ts";
import type { Story } from "./provider_story.ts";

/** Finds the fault of a payment whose story has ended; null without one. */
export async function wrongWith(store: Store, { sessionId, deed }: Story): Promise<string | null> {
  const session = (await store.sessions.find(sessionId))?.load();
  const events = await store.sessions.events(sessionId);
  const orders = events.filter(({ type }) => type === "session.completed").length;
  const isPaid = !["fail", "nothing", "leave"].includes(deed);
  const refunds = session?.order?.refunds.map(({ state, amount }) => [
    state,
    amount - (session.payment?.amount ?? 0),
  ]) ?? [];
  const found = [
    session?.state.session,
    session?.payment?.status,
    orders,
    session?.payment?.holds,
    refunds,
  ];
  const wanted = isPaid
    ? ["COMPLETED", "PAID", 1, null, deed === "refund" ? [["DONE", 0]] : []]
    : ["IN_PROGRESS", "FAILED", 0, "released", []];
  return JSON.stringify(found) === JSON.stringify(wanted) ? null : JSON.stringify(found);
}
