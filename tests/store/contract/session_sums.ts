import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../../../src/domain/changes.ts";
import { withoutPerson } from "../../../src/domain/session/erasure.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { lastDays } from "../../../src/domain/values/calendar.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import { nearMidnight } from "../../support/zones.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  COMPLETED,
  M1,
  PENDING,
  putMerchant,
  putSession,
} from "../support.ts";

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const SESSIONS = 6;
const DAYS = 3;
/** Changes of clocks by an hour and by half an hour, and none. */
const THREE_ZONES = ["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"] as const;

const ACTIONS = [
  "open",
  "step",
  "pending",
  "complete",
  "cancel",
  "abandon",
  "leave",
  "erase",
  "purge",
  "sum",
] as const;

type Action = (typeof ACTIONS)[number];

/** What happens to one of the sessions, hours after a moment. */
interface Happening {
  readonly action: Action;
  readonly n: number;
  readonly hours: number;
  readonly isTest: boolean;
  readonly variant: number;
}

const history = fc.record({
  at: fc.constantFrom(...THREE_ZONES).chain(nearMidnight).map(({ at }) =>
    // The last millisecond of a quarter stays free: see below.
    at % QUARTER_MS === QUARTER_MS - 1 ? at - 1 : at
  ),
  happenings: fc.array(
    fc.record<Happening>({
      action: fc.constantFrom(...ACTIONS, "open", "complete"),
      n: fc.nat(SESSIONS - 1),
      hours: fc.integer({ min: 0, max: 30 }),
      isTest: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      variant: fc.nat(99),
    }),
    { minLength: 8, maxLength: 40 },
  ),
});

function opened(id: number, at: number, { isTest, variant }: Happening): CheckoutSession {
  const session = aSession(id, { createdAt: at, livemode: !isTest });
  const { priced, recovery } = session;
  const coupons = variant % 3 === 0
    ? [{ coupon: aCoupon(), amount: 90, cartAfter: 10, previousCode: null }]
    : [];
  return {
    ...session,
    currencyCode: variant % 4 === 0 ? "JPY" : "INR",
    // A long document is stored compressed.
    note: variant % 7 === 0 ? "n".repeat(40_000) : null,
    recovery: { ...recovery, returned: variant % 5 === 0 && !isTest ? "REOPENED" : null },
    priced: {
      ...priced,
      coupons,
      totals: { ...priced.totals, totalPayable: 100 + variant, couponDiscount: variant % 9 },
    },
  };
}

/** The next version of a session; null if the action does nothing to it. */
function next(
  session: CheckoutSession,
  at: number,
  { action, variant, n }: Happening,
): CheckoutSession | null {
  const { state: { session: state }, order, recovery } = session;
  const isOpen = state === "INITIATED" || state === "IN_PROGRESS";
  const moved = { ...session, version: session.version + 1 };
  const cancellation = {
    at,
    reason: null,
    coinsReturned: 0,
    coinsTakenBack: 0,
    coinsOwed: 0,
  };
  switch (action) {
    case "step":
      return isOpen ? { ...moved, state: { session: "IN_PROGRESS", payment: "DRAFT" } } : moved;
    case "pending":
      return isOpen ? { ...moved, state: PENDING } : null;
    case "complete":
      return isOpen
        ? {
          ...moved,
          state: variant % 2 === 0 ? COMPLETED : { session: "COMPLETED", payment: "DRAFT" },
          order: aPlacedOrder({ number: orderNumber(n), placedAt: at }),
        }
        : null;
    case "cancel":
      return order === null ? null : { ...moved, order: { ...order, cancellation } };
    case "abandon":
      return isOpen ? { ...moved, state: ABANDONED } : null;
    case "leave":
      return session.livemode
        ? { ...moved, recovery: { ...recovery, idleAt: at, returned: "RESUMED" } }
        : null;
    case "erase":
      return { ...withoutPerson(session, null), version: session.version + 1 };
    default:
      return null;
  }
}

/** Sums the sessions of a slice; false once all are summed. */
async function sumSlice(store: Store): Promise<boolean> {
  const slice = await store.statistics.unsummed(2);
  if (slice !== null) await store.commit([{ kind: "session.sum", ...slice }]);
  return slice !== null;
}

async function statisticsOf({ statistics }: Store, bounds: readonly number[]) {
  const period = { merchantId: M1, bounds };
  return {
    days: await statistics.days(period),
    orders: await statistics.orders(period),
    revenue: await statistics.revenue(period),
    recovery: await statistics.recovery(period),
  };
}

/** Contract of the port: sums of sessions by quarters of an hour. */
export function sessionSumContract(promised: Promised): void {
  promised(
    "statistics from sums are those from the sessions, whatever happens while they are built",
    async (store) => {
      let from = 0;
      await fc.assert(
        fc.asyncProperty(history, async ({ at, happenings }) => {
          const stored = new Map<number, CheckoutSession>();
          // As after the upgrade of a database with sessions.
          await store.commit([putMerchant, { kind: "session.sum", after: "~", last: "" }]);
          for (const happening of happenings) {
            const { action, n } = happening;
            const id = from + n;
            const now = at + happening.hours * HOUR_MS;
            const session = stored.get(n);
            if (action === "sum") await sumSlice(store);
            else if (action === "open" && session === undefined) {
              const fresh = opened(id, now, happening);
              await store.commit([addSession(fresh)]);
              stored.set(n, fresh);
            } else if (action === "purge") {
              if (session === undefined || (session.order !== null && session.livemode)) continue;
              await store.commit([
                { kind: "session.delete", sessionId: session.id, lastActiveBefore: 2 ** 50 },
              ]);
              stored.delete(n);
            } else {
              const change = session && next(session, now, { ...happening, n: id });
              if (change === undefined || change === null) continue;
              await store.commit([putSession(change, { before: session! })]);
              stored.set(n, change);
            }
          }
          while (await sumSlice(store));
          for (const zone of THREE_ZONES) {
            const { bounds } = lastDays(DAYS, zone, at + HOUR_MS);
            // The sums are by quarters; for other bounds the sessions are read.
            assert.deepEqual(
              await statisticsOf(store, bounds),
              await statisticsOf(store, bounds.map((bound) => bound - 1)),
              zone,
            );
          }
          from += SESSIONS;
          await store.commit([...stored.values()].map(({ id: sessionId }): Change => ({
            kind: "session.delete",
            sessionId,
            lastActiveBefore: 2 ** 50,
            withShop: M1,
          })));
          await store.commit([{ kind: "merchant.remove", merchantId: M1 }]);
        }),
        { numRuns: 25 },
      );
    },
  );
}
