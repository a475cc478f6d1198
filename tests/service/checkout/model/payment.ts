/** A payment in the model, and how long it holds what it needs. */
import type { ModelSession } from "./model.ts";

const PAYMENT_TTL = 1_800_000;

export interface ModelPayment {
  readonly id: string;
  /** Major units. */
  readonly amount: number;
  readonly isPart: boolean;
  readonly startedAt: number;
  /** Null for a provider's. */
  readonly dueAt: number | null;
  status: "PENDING" | "PAID" | "FAILED";
  /** True once the reference of an order that costs nothing is kept. */
  isNoted?: boolean;
}

type Held = Pick<ModelSession, "cell" | "fate" | "payment">;

/** When the holds of a pending payment are released; null for none. */
export function heldUntil({ cell, fate, payment }: Held): number | null {
  if (cell !== "gW" || fate !== "HELD" || payment === null) return null;
  return payment.dueAt ?? payment.startedAt + PAYMENT_TTL;
}

/** True while a manual payment keeps its session from expiring. */
export function isAwaited(session: Held, now: number): boolean {
  return session.payment?.dueAt != null && (heldUntil(session) ?? 0) > now;
}

/** True for an order that its prepaid part has placed. */
export function isPlacedByPart(
  { cell, payment, cancelled }: Pick<ModelSession, "cell" | "payment" | "cancelled">,
): boolean {
  return cell === "cP" && payment?.isPart === true && !cancelled;
}
