import assert from "node:assert/strict";
import { join } from "node:path";
import type { Change } from "../../src/domain/changes.ts";
import type { HoldChange } from "../../src/domain/hold_change.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { CheckoutEvent } from "../../src/domain/events.ts";
import type { MerchantId, SessionId } from "../../src/domain/ids.ts";
import type { State } from "../../src/domain/session/lifecycle.ts";
import { type CheckoutSession, openSession } from "../../src/domain/session/session.ts";
import type { WebhookEndpoint } from "../../src/domain/shop/webhook.ts";
import { DurabilityLost } from "../../src/store/errors.ts";
import { CommitRefused } from "../../src/store/store.ts";
import {
  aMerchant,
  aRawLine,
  int64,
  NO_CATALOG,
  NOTHING_SAID,
  NOW,
  someRules,
  uuid,
} from "../support/builders.ts";

export const M1 = uuid<MerchantId>(1);
export const M2 = uuid<MerchantId>(2);
export const OPEN: State = { session: "INITIATED", payment: "DRAFT" };
export const ABANDONED: State = { session: "ABANDONED", payment: "DRAFT" };
export const PENDING: State = { session: "IN_PROGRESS", payment: "PENDING" };
export const COMPLETED: State = { session: "COMPLETED", payment: "PAID" };

/** The shop that other rows refer to. */
export const putMerchant: Change = { kind: "merchant.put", merchant: aMerchant() };
/** Another shop. */
export const putOther: Change = {
  kind: "merchant.put",
  merchant: aMerchant({ id: M2, name: "Other Store", domains: ["other.example"] }),
};

export function sid(n: number): SessionId {
  return uuid<SessionId>(1000 + n);
}

/** A session with one line, opened `n` milliseconds after {@link NOW}. */
export function aSession(n = 0, over: Partial<CheckoutSession> = {}): CheckoutSession {
  const session = openSession({
    shopDomain: "demo-store.example",
    countryCode: null,
    items: [aRawLine({ title: "Mug" })],
    redirectUrl: null,
    ...NOTHING_SAID,
  }, {
    id: sid(n),
    merchant: aMerchant(),
    ...NO_CATALOG,
    rules: someRules(),
    livemode: true,
    now: NOW + n,
  });
  return { ...session, ...over };
}

export function addSession(session: CheckoutSession, view: string | null = null): Change {
  return { kind: "session.add", session, extra: `{"of":"${session.id}"}`, view };
}

/** The change of a session from the version before; without `over` at the moment it was opened. */
type SessionPut = Extract<Change, { readonly kind: "session.put" }>;

export function putSession(
  session: CheckoutSession,
  over: Partial<Pick<SessionPut, "expired" | "at" | "view" | "before">> = {},
): SessionPut {
  const expectedVersion = session.version - 1;
  const at = session.createdAt;
  const rest = { expectedVersion, expired: false, at, view: null };
  return { kind: "session.put", session, ...rest, ...over };
}

/** Sets a unit of the builders' variant aside for the first session. */
export function holdStock(
  over: Partial<Extract<HoldChange, { readonly kind: "stock.hold" }>> = {},
): Change {
  return {
    kind: "stock.hold",
    merchantId: M1,
    sessionId: sid(1),
    variantId: int64(11),
    units: 1,
    ...over,
  };
}

/** An endpoint of the first shop that is told everything. */
export function anEndpoint(over: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    kind: "webhook",
    id: uuid(70),
    merchantId: M1,
    url: "https://hooks.example/all",
    secret: { stored: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
    previous: null,
    events: [],
    include: [],
    lanes: 1,
    batch: false,
    allowInsecure: false,
    livemode: true,
    disabledAt: null,
    createdAt: NOW,
    ...over,
  };
}

/** An event of the first session, `n` milliseconds after {@link NOW}. */
export function anEvent(n: number, over: Partial<CheckoutEvent> = {}): CheckoutEvent {
  return {
    id: uuid(9000 + n),
    merchantId: M1,
    sessionId: sid(1),
    type: "session.updated",
    at: NOW + n,
    data: { version: n, total_payable: "349.00", payment_id: null },
    ...over,
  };
}

/** Asserts that a commit is refused because of this change, with this message. */
export async function assertRefused(
  commit: Promise<void>,
  change: Change,
  message: RegExp,
): Promise<void> {
  await assert.rejects(commit, (error) => {
    assert.ok(error instanceof CommitRefused, String(error));
    assert.equal(error.change, change);
    assert.match(error.message, message);
    return true;
  });
}

/** Asserts that a commit failed for now, and that the caller is told when to try again. */
export function isUnavailable(error: unknown): error is AppError {
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, "error.unavailable");
  assert.ok((error.retryAfterSeconds ?? 0) >= 1);
  return true;
}

/** True if an error or its cause is a {@link DurabilityLost}. */
export function isDurabilityLost(error: unknown): boolean {
  if (error instanceof DurabilityLost) return true;
  return error instanceof Error && error.cause instanceof DurabilityLost;
}

/** Runs with a folder of its own, which is gone afterwards. */
export async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-store-" });
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(`${folder}-keys`, { recursive: true }).catch(() => {});
  }
}

/** {@link withFolder} with the path of a database that is not there yet. */
export function withPath(run: (path: string) => Promise<void>): Promise<void> {
  return withFolder((folder) => run(join(folder, "checkout.db")));
}
