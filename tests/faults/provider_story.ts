/** A payment at the demo provider, from its start to its end or its refund; a process may die in it. */
import { callerOf } from "../../src/domain/caller.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import type { ApiKey } from "../../src/domain/shop/api_key.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import { createServices, type Services } from "../../src/service/services.ts";
import type { Store } from "../../src/store/store.ts";
import { cancelPaymentOperation, startPaymentOperation } from "../../src/web/api/payment.ts";
import { FakeClock, LIMITS } from "../support/app.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { OPERATOR } from "../support/operator.ts";
import { plainSecrets } from "../support/secrets.ts";
import type { Side } from "./providers/fuse.ts";
import { type Point, pointOfCommit, POINTS, type RefundPoint } from "./providers/points.ts";

const MINUTE_MS = 60_000;

/** Deeds of the customer at the provider, before the payment is cancelled here. */
const CANCELLED = { cancel: "pay", leave: "nothing" } as const;
/** Acts of the customer at the provider; some cancel the payment here afterwards, one is refunded. */
export const DEEDS = [
  "pay",
  "wait",
  "late",
  "fail",
  "nothing",
  "cancel",
  "leave",
  "refund",
] as const;
export type Deed = (typeof DEEDS)[number];
/** Reasons to ask the provider first. */
export const ASKERS = ["return", "timer", "operator", "told"] as const;
export type Asker = (typeof ASKERS)[number];

/** A payment, and how it is paid. */
export interface Story {
  readonly sessionId: SessionId;
  readonly key: ApiKey;
  readonly deed: Deed;
  readonly asker: Asker;
}

/** Where a run dies. */
export interface Death {
  readonly point: Point | RefundPoint;
  readonly side: Side;
}

/** Points that no run of a story passes: of accounts, and of what the demo provider never does. */
const ELSEWHERE: readonly Point[] = [
  "refused",
  "release",
  "unexpected",
  "look noted",
  "account added",
  "account removed",
];

const deathsAt = (points: readonly Death["point"][]): Death[] =>
  points.flatMap((point) => [{ point, side: "before" }, { point, side: "after" }]);

/** Where runs die. */
export const DEATHS = deathsAt(POINTS.filter((point) => !ELSEWHERE.includes(point)));
/** Where those that refund die besides. */
export const REFUND_DEATHS = deathsAt(["refund asked", "refund noted", "refund settled"]);

/** All that is left. */
const ALL = {
  amount: null,
  lines: [],
  all: true,
  reason: null,
  reference: null,
  disputed: false,
  allowance: null,
};

/** A run of the story. */
export interface Run extends Story {
  /** Milliseconds after the start of the first run. */
  readonly after: number;
  /** Where it dies; null to go to its end. */
  readonly death: Death | null;
  /** Dies: never returns, or the run ends by what it throws. */
  readonly die: () => never;
}

/** Takes the payment as far as it goes; a second run goes on where the first one died. */
export async function play(opened: Store, run: Run): Promise<void> {
  const clock = new FakeClock();
  clock.advance(run.after);
  const reached: Reached = (point, side) => {
    if (point === run.death?.point && side === run.death.side) run.die();
  };
  const store = dying(opened, reached);
  const services = createServices({
    ...EFFECTS,
    ...clock,
    callProvider: noCalls,
    store,
    secrets: plainSecrets(store),
    warn: () => {},
    onEvents: () => {},
    views: sessionViews,
    ...LIMITS,
    isDemo: true,
  });
  services.pages.servedAt("https://pay.example");
  dieInCalls(services, reached);
  const { sessionId, deed } = run;
  const payment = async () => (await store.sessions.find(sessionId))?.load().payment ?? null;
  await step(() => startPaymentOperation(services).handle(callOf(run)));
  const started = await payment();
  // Another process was faster, and was killed.
  if (started === null) return;
  const isCancelled = deed === "cancel" || deed === "leave";
  const act = isCancelled ? CANCELLED[deed] : deed === "refund" ? "pay" : deed;
  if (act !== "nothing") await services.demoBook.note(started.id, act);
  clock.advance(MINUTE_MS);
  if (isCancelled) {
    return await step(() => cancelPaymentOperation(services).handle(callOf(run, started.id)));
  }
  await ask(services, run, started.id);
  if (deed === "refund") {
    await step(() => services.orderAdmin.refund(sessionId, () => ALL, OPERATOR));
    // Each process that tries makes the pause longer.
    for (const minutes of [30, 60, 360]) {
      clock.advance(minutes * MINUTE_MS);
      await services.providerRefunds.runDue();
    }
    return;
  }
  if (deed === "pay" || deed === "fail") return;
  // The others take their time: a bank, or the end of the page and of the holds.
  for (const minutes of [2, 33, 16, 30]) {
    clock.advance(minutes * MINUTE_MS);
    await services.providerPayments.lookAtDue();
    await services.housekeeping.releaseAll();
  }
}

async function ask(
  { providerPayments, payments, sessionAdmin }: Services,
  run: Run,
  paymentId: string,
): Promise<void> {
  const { sessionId, key } = run;
  switch (run.asker) {
    case "return":
      return void await providerPayments.lookAtReturn((await sessionAdmin.show(sessionId)).session);
    case "timer":
      return void await providerPayments.lookAtDue();
    case "operator":
      return await step(() => providerPayments.look(paymentId));
    case "told": {
      const told = {
        paymentId,
        status: "PAID",
        amount: 1,
        currency: null,
        reference: "x",
      } as const;
      const call = { caller: callerOf(key), sessionId, alsoCommit: () => [] };
      return await step(() => payments.reportResult(call, told));
    }
  }
}

/** Takes a step that may be refused: an earlier run may have taken it. */
async function step(take: () => unknown): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

function callOf({ sessionId, key }: Run, paymentId = "") {
  return {
    caller: callerOf(key),
    param: (name: string) => name === "id" ? sessionId : paymentId,
    query: () => new URLSearchParams(),
    header: () => null,
    body: () => Promise.resolve({ value: { data: {} }, text: "" }),
    text: () => Promise.resolve(""),
    record: () => [],
    apart: <T>(work: Promise<T>) => work,
  };
}

/** Dies at the side of a point if it is the run's. */
type Reached = (point: Point | RefundPoint | null, side: Side) => void;

/** A store that reaches the points of its commits. */
function dying(store: Store, reached: Reached): Store {
  const commit: Store["commit"] = async (changes) => {
    const point = pointOfCommit(changes);
    reached(point, "before");
    const done = await store.commit(changes);
    reached(point, "after");
    return done;
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === "commit") return commit;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Reaches the points of the calls: the demo provider does all that it does in its books. */
function dieInCalls({ demoBook }: Services, reached: Reached): void {
  const { urlOf, find, note } = demoBook;
  demoBook.urlOf = (...page) => {
    reached("call open", "before");
    const url = urlOf.apply(demoBook, page);
    reached("call open", "after");
    return url;
  };
  demoBook.find = async (...page) => {
    reached("call look", "before");
    const found = await find.apply(demoBook, page);
    reached("call look", "after");
    return found;
  };
  demoBook.note = async (id, act) => {
    if (act === "end") reached("call end", "before");
    await note.call(demoBook, id, act);
    if (act === "end") reached("call end", "after");
  };
}

/** Takes the story to its end, whatever an earlier run has left. */
export async function finish(store: Store, story: Story): Promise<void> {
  const die = () => {
    throw new Error("There is nothing to die of");
  };
  await play(store, { ...story, after: MINUTE_MS, death: null, die });
}
