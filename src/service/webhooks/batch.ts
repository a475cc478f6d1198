import {
  batchBody,
  batchedEvent,
  type DueDelivery,
  type LaneDelivery,
  MAX_BATCH,
  MAX_BATCH_BYTES,
  type WebhookEndpoint,
} from "../../domain/shop/webhook.ts";
import { signingEndpoint } from "./sender.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import { attempted } from "./attempt.ts";
import { completeEvent, type PreparedAttempt, type PrepareDeps } from "./prepare.ts";
import type { WebhookMessage } from "./sender.ts";

/** Several deliveries that are one message. */
interface Batch {
  readonly dues: readonly DueDelivery[];
  readonly message: WebhookMessage;
}

/** Deliveries that cannot be prepared, and why. */
interface FailedBatch {
  readonly dues: readonly DueDelivery[];
  readonly failure: unknown;
}

/** Dependencies of {@link prepareBatch}. */
export interface PrepareBatchDeps extends PrepareDeps, Pick<Deps, "newId"> {}

/**
 * Prepares the attempt at the message of a delivery.
 *
 * @returns the deliveries that it is for; null if they have changed meanwhile
 */
export async function prepareBatch(
  due: LaneDelivery,
  endpoint: WebhookEndpoint,
  deps: PrepareBatchDeps,
  signal: AbortSignal,
): Promise<{ readonly dues: readonly DueDelivery[]; readonly send: PreparedAttempt } | null> {
  const batch = await takeBatch(due, deps);
  if (batch === null) return null;
  if ("failure" in batch) {
    const failed = () => Promise.reject(batch.failure);
    return { dues: batch.dues, send: () => attempted(failed, deps, due.event.id) };
  }
  const signing = signingEndpoint(endpoint, deps);
  return { dues: batch.dues, send: () => deps.sender.send(signing, batch.message, signal) };
}

/** Room for what is around the events of a message. */
const ENVELOPE_BYTES = 256;

/**
 * The message that a delivery is sent in: the one that it was sent in before, with the same events,
 * or a new one with the next events of its lane. A new one is stored before it is sent, so that it
 * is the same after a crash too. A one-time code is alone in its message, as it is not sent late.
 *
 * @returns null if the deliveries have changed meanwhile
 */
async function takeBatch(
  first: LaneDelivery,
  deps: PrepareBatchDeps,
): Promise<Batch | FailedBatch | null> {
  const { store, newId } = deps;
  const { batchId } = first.delivery;
  const dues: DueDelivery[] = [];
  const texts: string[] = [];
  let left = MAX_BATCH_BYTES - ENVELOPE_BYTES;
  for (const due of await candidates(first, deps)) {
    if (batchId === null && dues.length > 0 && isCode(due)) break;
    let text: string;
    try {
      text = batchedEvent(await completeEvent(due, deps));
    } catch (error) {
      // What cannot be read waits for a message of its own, whose attempt fails.
      if (batchId === null && dues.length > 0) break;
      return { dues: [due], failure: error };
    }
    left -= new TextEncoder().encode(text).length + 1;
    if (batchId === null && dues.length > 0 && left < 0) break;
    dues.push(due);
    texts.push(text);
  }
  // Erased or purged meanwhile.
  if (dues.length === 0) return null;
  const body = batchBody(dues.at(-1)?.event.at ?? first.event.at, texts);
  if (batchId !== null) return { dues, message: { id: batchId, body } };
  const id = newId();
  const named = dues.map((due) => ({ ...due, delivery: { ...due.delivery, batchId: id } }));
  try {
    await store.commit(dues.map(({ delivery }) => (
      { kind: "delivery.put", delivery: { ...delivery, batchId: id }, was: delivery }
    )));
  } catch (error) {
    if (error instanceof CommitRefused) return null;
    throw error;
  }
  return { dues: named, message: { id, body } };
}

async function candidates(
  first: LaneDelivery,
  { store, now }: PrepareBatchDeps,
): Promise<readonly DueDelivery[]> {
  const { delivery: { batchId, attempts, eventId }, endpoint, lane } = first;
  if (batchId !== null) return await store.webhooks.batch(endpoint.id, batchId);
  if (attempts > 0 || isCode(first)) return [first];
  const place = { endpointId: endpoint.id, lane };
  const found = await store.webhooks.untried(place, now(), MAX_BATCH);
  return found[0]?.delivery.eventId === eventId ? found : [first];
}

function isCode({ event }: DueDelivery): boolean {
  return event.type === "otp.requested";
}
