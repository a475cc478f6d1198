/** A process ends at a point; another one, and the customer who tries again, go on. */
import { AppError } from "../../../src/domain/errors.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import { holdsUntil } from "../../../src/domain/session/provider_payment.ts";
import type { ProviderKind } from "../../../src/domain/shop/provider.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { Act } from "../../support/payments/banks.ts";
import type { Field, Shop } from "./field.ts";
import type { Server } from "./servers.ts";
import { Dead, type Side } from "./fuse.ts";
import type { Point } from "./points.ts";
import { ask, finish, REASONS, untilDue } from "./settled.ts";
import { orderOf, untilReleased } from "./table.ts";

/** A payment whose process ends. */
interface Trip {
  readonly field: Field;
  readonly shop: Shop;
  readonly id: SessionId;
  /** A number below another one. */
  readonly random: (below: number) => number;
}

/** The task of a process; repeated after it has ended in between. */
type Step = (trip: Trip, server: Server) => Promise<unknown>;

const begin: Step = ({ shop, id }, server) => server.send(shop, "POST", `/session/${id}/payment`);

const refusedBegin: Step = async (trip, server) => {
  trip.field.refusesPages = true;
  try {
    await begin(trip, server);
  } finally {
    trip.field.refusesPages = false;
  }
};

const cancel: Step = async ({ field, shop, id }, server) => {
  const { payment } = await field.session(id);
  if (payment === null) return;
  await server.send(shop, "POST", `/session/${id}/payment/${payment.id}/cancel`);
};

/** The customer acts at the page that the latest payment has. */
const act = (what: Act): Step => async ({ field, shop: { bank }, id }, { services }) => {
  const { payment } = await field.session(id);
  const row = payment && await field.store.providers.payment(payment.id);
  if (!row?.reference || payment?.status !== "PENDING") return;
  const before = (await bank.books()).get(row.paymentId);
  if (before !== undefined && before.charges > 0) return;
  try {
    await bank.act(row, what, services);
  } catch (error) {
    const isOver = error instanceof Error &&
      /^(?:The link|\w+ at a page that) is /.test(error.message);
    if (!isOver) throw error;
  }
};

const asked = (reason?: (typeof REASONS)[number]): Step => async (trip, server) => {
  const { field, shop, id, random } = trip;
  for (const paymentId of await paymentsOf(field, id)) {
    const why = reason ?? REASONS[random(REASONS.length)]!;
    field.clock.advance(11_000);
    if (why === "timer") await untilDue({ field, paymentId });
    await ask({ field, shop, id, paymentId }, why, server, server.services);
  }
};

/** The end of its page, and 3 minutes in which a bank may still answer. */
const pageEnds: Step = async ({ field, id }) => {
  for (const paymentId of await paymentsOf(field, id)) {
    const end = holdsUntil((await field.store.providers.payment(paymentId))!);
    field.clock.at = Math.max(field.clock.at, end);
  }
};

/** Paid while the provider cannot be asked, until the holds are released. */
const late: Step = async (trip, server) => {
  await act("late")(trip, server);
  const { field, shop: { bank }, id } = trip;
  const [paymentId = ""] = await paymentsOf(field, id);
  const row = await field.store.providers.payment(paymentId);
  if (row !== null) await untilReleased({ field, row, bank }, server.services);
};

/** The shop's account goes out of use, and another one takes new payments. */
const newAccount: Step = async ({ field, shop }, { services }) => {
  const { merchantId } = shop;
  const accounts = await services.providers.list({ id: merchantId });
  const inUse = accounts.find(({ removedAt }) => removedAt === null);
  if (inUse !== undefined && inUse.id === shop.accountId) {
    const removal = { isAtOnce: false, by: OPERATOR };
    await services.providers.remove({ id: merchantId }, inUse.id, removal);
  }
  if (inUse === undefined || inUse.id === shop.accountId) await field.addAccount(shop, services);
};

/** The courses that lead to each point. */
const WAYS: Readonly<Record<Point, readonly Step[]>> = {
  start: [begin, act("pay"), asked()],
  "call open": [begin, act("pay"), asked()],
  refused: [refusedBegin, begin, act("pay"), asked()],
  page: [begin, act("pay"), asked()],
  "call look": [begin, act("pay"), asked("operator")],
  paid: [begin, act("pay"), asked("timer")],
  failed: [begin, act("fail"), pageEnds, asked("timer"), begin, act("pay")],
  unexpected: [begin, late, begin, asked("operator"), act("pay")],
  close: [begin, cancel, asked("operator"), begin, act("pay"), asked()],
  "look later": [begin, asked("timer"), act("pay"), asked()],
  "look noted": [begin, act("pay"), asked("operator")],
  "call end": [begin, cancel, begin, act("pay"), asked()],
  cancel: [begin, cancel, begin, act("pay"), asked()],
  release: [begin, late, asked()],
  "demo act": [begin, act("pay"), asked()],
  "account added": [begin, newAccount, act("pay"), asked()],
  "account removed": [begin, newAccount, act("pay"), asked()],
};

/** True for a point that payments at a provider pass. */
export function isPassed(point: Point, kind: ProviderKind): boolean {
  const isCall = point.startsWith("call ") || point === "refused";
  return kind === "demo" ? !isCall : point !== "demo act";
}

async function paymentsOf({ store }: Field, id: SessionId): Promise<string[]> {
  const events = await store.sessions.events(id);
  return events.filter(({ type }) => type === "payment.pending")
    .map(({ data }) => String(data["payment_id"]));
}

/**
 * Ends a process at a point of a payment.
 *
 * @returns true if the point was reached
 */
export async function crash(
  { field, shop, random }: Omit<Trip, "id">,
  { point, side }: { readonly point: Point; readonly side: Side },
): Promise<boolean> {
  const trip = { field, shop, random, id: await field.open(shop, orderOf(random(6))) };
  let server = field.server(random(2));
  let isReached = false;
  server.fuse.arm(point, side);
  for (const step of WAYS[point]) {
    await tried(step, trip, server);
    if (!server.fuse.isBlown) continue;
    isReached = true;
    server = field.restart(server);
    if (random(2) === 0) await tried(step, trip, server);
  }
  server.fuse.disarm();
  await field.keepAccount(shop);
  for (let n = random(3); n > 0; n--) await tried(asked(), trip, field.server(n));
  await finish(field, await paymentsOf(field, trip.id));
  return isReached;
}

/** Takes a step; the end of its process, and a refusal, are no failures of the test. */
async function tried(step: Step, trip: Trip, server: Server): Promise<void> {
  try {
    await step(trip, server);
  } catch (error) {
    if (!(error instanceof Dead) && !(error instanceof AppError)) throw error;
  }
}
