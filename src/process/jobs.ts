import { AppError } from "../domain/errors.ts";
import type { DatabaseLock } from "./database/lock.ts";
import { WATCH_MS, type WatchedStore, watchStore } from "./database/watch.ts";
import { LEASE_MARGIN_MS, RENEW_MS, type ServerLeases } from "../service/leases.ts";
import { every, later, type RecurringTask } from "./lifetime/timing.ts";
import type { Logger } from "./log/log.ts";
import type { Services } from "../service/services.ts";
import type { Dispatcher } from "../service/webhooks/dispatcher.ts";
import { checkFileLimit } from "./machine/file_limit.ts";
import type { Part } from "./lifetime/parts.ts";

/** The services that run recurring jobs, and the log of failures. */
export interface JobDeps {
  readonly housekeeping: Services["housekeeping"];
  readonly hourlyLimits: Pick<Services["hourlyLimits"], "tellAll">;
  readonly providerPayments: Pick<Services["providerPayments"], "lookAtDue">;
  readonly providerRefunds: Pick<Services["providerRefunds"], "runDue">;
  readonly providerFindings: Pick<Services["providerFindings"], "listDue" | "lookAtDisputes">;
  readonly auditSeals: Pick<Services["auditSeals"], "sealAll" | "pruneAll">;
  readonly providers: Pick<Services["providers"], "forgetOld">;
  readonly providerHooks: Pick<Services["providerHooks"], "settled">;
  readonly dispatcher: Pick<Dispatcher, "wake" | "stop">;
  readonly logger: Pick<Logger, "error" | "info" | "warn">;
  /** Null if no other server uses the database. */
  readonly leases: ServerLeases | null;
  /** The lock on the database. */
  readonly lock: DatabaseLock;
  /** Failing writes are logged elsewhere, once. */
  readonly store: WatchedStore;
  /** Aborted when the program begins to end. */
  readonly stop: AbortSignal;
}

const SECOND_MS = 1000;

const PURGED = "Deleted sessions without an order, unused for --retention";
const ORDERS = "Erased the persons of orders placed --order-retention ago";
const CUSTOMERS = "Erased customers without sessions and coins, unused for --retention";

const SUMMED = "Summed sessions from before the upgrade for statistics, in batches of 500";

/**
 * The jobs of a server as a part of it. At the end, session activity is written without waiting for
 * the others: a sweep or a delivery may take longer than the time left.
 */
export function jobsPart(deps: JobDeps): Part<RecurringTask[]> {
  const { housekeeping, providerHooks, dispatcher, leases, logger, store, stop } = deps;
  return {
    start: () => {
      // While running requests finish: the activity of a hundred thousand sessions may be pending.
      stop.addEventListener("abort", () => void housekeeping.flush(true).catch(() => {}));
      return startJobs(deps);
    },
    close: async (jobs) => {
      const others = Promise.all([
        dispatcher.stop(),
        providerHooks.settled(),
        ...jobs.map((job) => job.stop()),
      ]);
      await housekeeping.flush(true).catch((error) => {
        if (!isKnown(error, store)) {
          logger.error("Session activity was not written", { error });
        }
      });
      await others;
      // Of a database that does not answer, other servers get them when they are over.
      await leases?.release().catch(() => {});
    },
  };
}

/**
 * Starts the jobs: due deliveries, pending activity, releases of payments, expiry and deletion of
 * sessions; and once, the check of the open-file limit.
 */
function startJobs(deps: JobDeps): RecurringTask[] {
  const { housekeeping, providerPayments, providers, dispatcher, leases, logger, lock, store } =
    deps;
  const onError = (chore: string) => (error: unknown) => {
    if (isKnown(error, store)) return;
    logger.error("A job failed and will be retried", { chore, error });
  };
  // Also if a later batch fails: what is gone is in the log.
  const logged = (
    message: string,
    run: (onBatch: (count: number) => void) => Promise<unknown>,
  ) =>
  async () => {
    let count = 0;
    try {
      await run((done) => count += done);
    } finally {
      if (count > 0) logger.info(message, { count });
    }
  };
  const onOne = (name: string, seconds: number, run: () => Promise<unknown>) => {
    const intervalMs = seconds * SECOND_MS;
    const job = onOneServer(leases, { name, intervalMs }, run);
    return every(intervalMs, job, onError(name));
  };
  // For events that an earlier process left undelivered.
  dispatcher.wake();
  return [
    // By then the server has opened its own files.
    later(SECOND_MS, () => checkFileLimit(lock, logger)),
    every(SECOND_MS, () => Promise.resolve(dispatcher.wake()), onError("dispatch")),
    every(SECOND_MS, () => housekeeping.flush(), onError("flush")),
    every(WATCH_MS, () => watchStore(store), onError("check")),
    onOne("release", 10, () => housekeeping.releaseAll()),
    onOne("sweep", 10, () => housekeeping.sweepAll()),
    onOne("idle", 10, () => housekeeping.reportIdle()),
    onOne("providers", 10, () => providerPayments.lookAtDue()),
    onOne("refunds", 10, () => deps.providerRefunds.runDue()),
    onOne("findings", 60, async () => {
      await deps.providerFindings.listDue();
      await deps.providerFindings.lookAtDisputes();
    }),
    onOne("sums", 60, logged(SUMMED, (onBatch) => housekeeping.sumAll(onBatch))),
    onOne("audit", 60, async () => {
      await deps.auditSeals.sealAll();
      await deps.auditSeals.pruneAll();
    }),
    onOne("limits", 60, () => deps.hourlyLimits.tellAll()),
    onOne("forget", 60, async () => {
      await housekeeping.forget();
      await providers.forgetOld();
    }),
    onOne("purge", 300, logged(PURGED, (onBatch) => housekeeping.purgeAll(onBatch))),
    onOne("erase_orders", 300, logged(ORDERS, (onBatch) => housekeeping.eraseOrders(onBatch))),
    onOne("erase", 300, logged(CUSTOMERS, (onBatch) => housekeeping.eraseIdle(onBatch))),
  ];
}

/**
 * Makes a job of one server at a time, by a lease that lasts until after its next run. Two that run
 * at once, because one of them was frozen, do no harm: the preconditions of their commits hold.
 */
function onOneServer(
  leases: ServerLeases | null,
  { name, intervalMs }: { readonly name: string; readonly intervalMs: number },
  run: () => Promise<unknown>,
): () => Promise<unknown> {
  if (leases === null) return run;
  const lease = `job:${name}`;
  const take = () => leases.take([lease], intervalMs + LEASE_MARGIN_MS);
  return async () => {
    if (await take() === 0) return;
    const renewal = every(RENEW_MS, take, () => {});
    await run().finally(() => renewal.stop());
  };
}

/** True for an error that the log's line about failing writes or reads covers. */
function isKnown(error: unknown, { writes, file }: JobDeps["store"]): boolean {
  const failing = writes.failing() ?? file?.readsFailing() ?? null;
  return failing !== null && error instanceof AppError && error.code === "error.unavailable";
}
