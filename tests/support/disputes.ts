/** Disputes as a provider's answer would record them, where no provider is part of the test. */
import type { SessionId } from "../../src/domain/ids.ts";
import type { StepContext } from "../../src/domain/decision/decision.ts";
import { recordDispute } from "../../src/domain/steps/refund_result.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import type { World } from "./app.ts";
import { uuid } from "./builders.ts";

let events = 8_000;

/** Records a dispute of all that an order's payment took, which is open unless told otherwise. */
export async function dispute(
  { store, clock }: Pick<World, "store" | "clock">,
  sessionId: string,
  over: Partial<Parameters<typeof recordDispute>[1]> = {},
): Promise<void> {
  const id = sessionId as SessionId;
  const stored = (await store.sessions.find(id))!;
  const before = stored.load();
  const now = clock.now();
  const found = {
    reference: "dp_1",
    amount: before.payment?.amount ?? 0,
    reason: "fraudulent",
    status: "OPEN",
    evidenceDueAt: now + 7 * 86_400_000,
    at: now,
    accountId: uuid(77),
    nextLookAt: null,
    ...over,
  } as const;
  const { session, effects, events: drafts } = recordDispute(before, found, { now } as StepContext);
  await store.commit([
    {
      kind: "session.put",
      session,
      view: sessionViews.make(session),
      expectedVersion: before.version,
      expired: false,
      byOperator: true,
      at: stored.lastActiveAt,
    },
    ...effects,
    ...drafts.map(({ type, data }) => ({
      kind: "event.add" as const,
      event: {
        id: uuid(events++),
        merchantId: session.merchantId,
        sessionId: id,
        type,
        at: now,
        data,
      },
    })),
  ]);
}
