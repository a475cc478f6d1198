/** The customer changes their mind while a provider is asked, several times at once. */
import { AppError } from "../../../src/domain/errors.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { ProviderPayment } from "../../../src/domain/session/provider_payment.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { Field, Shop } from "./field.ts";
import { ask, finish, REASONS } from "./settled.ts";
import { orderOf } from "./table.ts";

/** Refusals of the page: it is over, or was paid before. */
const OVER = /^(?:The link|\w+ at a page that) is /;

/**
 * Pays, pays again, cancels, abandons and ends a session, and asks for its payments, in random order and
 * at once.
 */
export async function together(
  field: Field,
  shop: Shop,
  random: (below: number) => number,
): Promise<void> {
  const id = await field.open(shop, orderOf(random(6)));
  const trip: Trip = { id, random, submitted: [] };
  for (let round = 1 + random(2); round > 0; round--) {
    await field.server().send(shop, "POST", `/session/${id}/payment`);
    field.clock.advance(11_000);
    const steps = Array.from({ length: 2 + random(8) }, () => step(field, shop, trip));
    for (const { status, reason } of await Promise.allSettled(steps) as Outcome[]) {
      if (status === "rejected" && !isRefusal(reason)) throw reason;
    }
  }
  const paymentIds = (await field.store.sessions.events(id))
    .filter(({ type }) => type === "payment.pending")
    .map(({ data }) => String(data["payment_id"]));
  for (const row of trip.submitted) await shop.bank.act(row, "settle", field.server().services);
  await finish(field, paymentIds);
}

interface Trip {
  readonly id: SessionId;
  readonly random: (below: number) => number;
  /** Payments that a bank is at work on. */
  readonly submitted: ProviderPayment[];
}

type Outcome = { readonly status: string; readonly reason?: unknown };

async function step(
  field: Field,
  shop: Shop,
  { id, random, submitted }: Trip,
): Promise<unknown> {
  const { services, send } = field.server(random(4));
  // Each begins at another moment of the others.
  for (let n = random(6); n > 0; n--) await field.session(id);
  const { payment } = await field.session(id);
  const row = payment && await field.store.providers.payment(payment.id);
  const path = `/session/${id}`;
  switch (random(6)) {
    case 0:
      return await send(shop, "POST", `${path}/payment`);
    case 1:
      return payment && await send(shop, "POST", `${path}/payment/${payment.id}/cancel`);
    case 2:
      return await send(shop, "POST", `${path}/abandon`);
    case 3:
      return await services.sessionAdmin[random(2) === 0 ? "expire" : "release"](id, OPERATOR);
    case 4: {
      if (row?.reference == null || payment?.status !== "PENDING") return;
      const act = random(3) === 0 ? "submit" : "pay";
      await shop.bank.act(row, act, services);
      if (act === "submit") submitted.push(row);
      return;
    }
    default: {
      const paying = payment && { field, shop, id, paymentId: payment.id };
      return paying && await ask(paying, REASONS[random(REASONS.length)]!, { services });
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError || (error instanceof Error && OVER.test(error.message));
}
