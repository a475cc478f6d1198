import { z } from "zod";
import { isLive, isOfShop } from "../../domain/events.ts";
import { eventFromRow } from "../../schema/stored/event.ts";
import { RowError } from "../../schema/stored/parse.ts";
import type { Findings } from "./findings.ts";
import { type CheckSource, rowsOf } from "./source.ts";

const PAGE = 2000;

const eventSchema = z.looseObject({
  seq: z.number(),
  id: z.string(),
  shop: z.unknown(),
  livemode: z.unknown(),
  idle_at: z.unknown(),
});

/**
 * Checks that events can be read and belong to sessions, and deliveries to events, within one shop.
 * Each page is one statement, because an event is written and deleted in one commit with what it
 * belongs to.
 */
export async function checkEvents(
  source: CheckSource,
  findings: Findings,
  onProgress: (text: string) => void,
): Promise<void> {
  let done = 0;
  for (let after = 0;;) {
    const page = (await rowsOf(source, "events", { after_seq: after, limit: PAGE })).map((row) =>
      eventSchema.parse(row)
    );
    findings.looked("events", page.length);
    for (const row of page) checkEvent(row, findings);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.seq;
    onProgress(`${done += page.length} events checked`);
  }
  await checkIdleOnce(source, findings);
  await checkDeliveries(source, findings, onProgress);
}

/** A session that was reported as idle has one event of it. */
async function checkIdleOnce(source: CheckSource, findings: Findings): Promise<void> {
  for (const row of await rowsOf(source, "wrong.idle-events", {})) {
    const { id, events } = idleSchema.parse(row);
    findings.add("event", `sessions ${id}`, `It must have one session.idle event: ${events}`);
  }
}

const idleSchema = z.object({ id: z.string(), events: z.number() });

function checkEvent(row: z.infer<typeof eventSchema>, findings: Findings): void {
  const subject = `events ${row.id}`;
  try {
    const event = eventFromRow(row);
    const { merchantId, sessionId, type, at } = event;
    if ((sessionId === null) !== isOfShop(type)) {
      findings.add(
        "event",
        subject,
        `An event of this type has ${sessionId ?? "no"} session: ${type}`,
      );
    } else if (sessionId === null) {
      // A reference holds its shop.
      return;
    } else if (row.shop === null) {
      findings.add("event", subject, `Its session is missing: ${sessionId}`);
    } else if (row.shop !== merchantId) {
      findings.add("event", subject, `Its session belongs to another shop: ${String(row.shop)}`);
    } else if ((row.livemode === 1) !== isLive(event)) {
      findings.add("event", subject, `Its session has another mode: ${sessionId}`);
    } else if (type === "session.idle" && row.idle_at !== at) {
      findings.add("event", subject, `Its session was not idle then: ${sessionId}`);
    }
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    findings.add("event", subject, error.message);
  }
}

const deliverySchema = z.object({
  endpoint_id: z.string(),
  event_seq: z.number(),
  event_id: z.string().nullable(),
  is_own: z.number().nullable(),
  is_of_mode: z.number().nullable(),
});

async function checkDeliveries(
  source: CheckSource,
  findings: Findings,
  onProgress: (text: string) => void,
): Promise<void> {
  let after = { endpoint_id: "", event_seq: 0 };
  let done = 0;
  for (;;) {
    const page = (await rowsOf(source, "deliveries", {
      after: after.endpoint_id,
      after_seq: after.event_seq,
      limit: PAGE,
    }))
      .map((row) => deliverySchema.parse(row));
    findings.looked("deliveries", page.length);
    for (const { endpoint_id, event_seq, event_id, is_own, is_of_mode } of page) {
      const subject = `deliveries ${endpoint_id} ${event_seq}`;
      if (event_id === null) findings.add("delivery", subject, "Its event is missing");
      else if (is_own === 0) {
        findings.add("delivery", subject, "Its event belongs to another shop than its endpoint");
      } else if (is_of_mode === 0) {
        findings.add("delivery", subject, "Its event has another mode than its endpoint");
      }
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last;
    onProgress(`${done += page.length} deliveries checked`);
  }
}
