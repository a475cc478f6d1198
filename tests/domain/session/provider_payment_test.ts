/** When a provider is asked for a payment, and until when. */
import { deepEqual, equal, ok } from "node:assert/strict";
import {
  isGivenUp,
  lookedAt,
  type ProviderPayment,
  startedAtProvider,
} from "../../../src/domain/session/provider_payment.ts";
import type { MerchantId, SessionId } from "../../../src/domain/ids.ts";
import { NOW, uuid } from "../../support/builders.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

function started(): ProviderPayment {
  return startedAtProvider({
    paymentId: uuid(1),
    sessionId: uuid<SessionId>(2),
    merchantId: uuid<MerchantId>(3),
    accountId: uuid(4),
    expiresAt: NOW + 30 * MINUTE_MS,
  }, NOW);
}

/** Looks until the last one; all servers are off meanwhile for a time. */
function looksOf(hasEnded: boolean, offMs = 0): { readonly days: number; readonly looks: number } {
  let payment = started();
  let now = payment.nextLookAt!;
  for (let looks = 1; looks < 2000; looks++) {
    if (isGivenUp(payment, now, { hasEnded })) {
      return { days: Math.floor((now - payment.expiresAt) / DAY_MS), looks };
    }
    payment = lookedAt(payment, now, { hasEnded });
    ok(payment.nextLookAt! > now);
    now = payment.nextLookAt! + (looks === 20 ? offMs : 0);
  }
  throw new RangeError("It is never given up");
}

Deno.test("a payment without an answer is asked for every hour of 30 days, then given up", () => {
  deepEqual(looksOf(false), { days: 30, looks: 742 });
});

Deno.test("a page that has ended unpaid is asked for ever more rarely, for 30 days", () => {
  const { days, looks } = looksOf(true);
  ok(days >= 30 && days <= 45 && looks < 40, `${days} days, ${looks} looks`);
});

Deno.test("servers that were off for so long ask a day more before they give up", () => {
  const { days, looks } = looksOf(false, 40 * DAY_MS);
  equal(looks, 48);
  equal(days, 41);
});
