import { type Diagnosis, ok } from "../../domain/diagnosis.ts";
import { holdsUntil, pageEnd, releasedAt } from "../../domain/session/provider_payment.ts";
import type { ProviderKind } from "../../domain/shop/provider.ts";
import { counted } from "../../domain/values/wording.ts";
import { PAGE_LIVES } from "../../payments/page_lives.ts";
import type { DatabaseFacts } from "../../store/maintenance.ts";
import type { ServerTimes } from "./retention.ts";

const MINUTE_MS = 60_000;

/** Names the two times of a payment at each provider in use: of its page, and of our holds. */
export function judgeProviders(
  { providers }: Pick<DatabaseFacts, "providers">,
  { paymentTtlMs }: Pick<ServerTimes, "paymentTtlMs">,
): Diagnosis[] {
  return providers.map(({ kind, accounts }) => {
    const expiresAt = pageEnd(0, { ...PAGE_LIVES[kind], paymentTtlMs });
    const at = { expiresAt };
    return ok(
      `payments at ${kind}`,
      `${counted(accounts, "account")} in use: a page ends ${
        minutes(expiresAt)
      } after the start of ` +
        `its payment, the holds after ${minutes(holdsUntil(at))}, without an answer after ` +
        `${minutes(releasedAt(at))}: by ${winner(kind, { expiresAt, paymentTtlMs })}`,
    );
  });
}

/** The setting or the limit that the end of a page comes from. */
function winner(
  kind: ProviderKind,
  { expiresAt, paymentTtlMs }: { readonly expiresAt: number; readonly paymentTtlMs: number },
): string {
  const ttl = `--payment-ttl (${minutes(paymentTtlMs)})`;
  const heldMs = holdsUntil({ expiresAt });
  if (heldMs === paymentTtlMs) return ttl;
  const { shortestMs, longestMs } = PAGE_LIVES[kind];
  return heldMs > paymentTtlMs
    ? `the shortest page of ${kind} (${minutes(shortestMs)}), which is longer than ${ttl}`
    : `the longest page of ${kind} (${minutes(longestMs)}), which is shorter than ${ttl}`;
}

function minutes(ms: number): string {
  return counted(Math.round(ms / MINUTE_MS), "minute");
}
