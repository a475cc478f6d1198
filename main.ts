import { v7 } from "uuid";
import { createApp } from "./src/http/app.ts";
import { sessionViews } from "./src/schema/api/view.ts";
import { ownCalls, programVersion, VERSION } from "./src/process/program.ts";
import { parseServerArgs, type ServerConfig } from "./src/process/config/config.ts";
import { DatabaseLockError, lockDatabase, lockServer } from "./src/process/database/lock.ts";
import { Ending, isOnTerminal, listenToSignals } from "./src/process/lifetime/ending.ts";
import { createLogger, type Logger } from "./src/process/log/log.ts";
import { permissionHint } from "./src/process/machine/permission.ts";
import { ListenError, placeOf, urlOf } from "./src/process/listen/listener.ts";
import { serve } from "./src/process/listen/serve.ts";
import { sink } from "./src/process/machine/sink.ts";
import { waitReady } from "./src/process/listen/wait_ready.ts";
import { resolveHost, webhookClient } from "./src/process/webhook_client.ts";
import { Dispatcher } from "./src/service/webhooks/dispatcher.ts";
import { createServices, type Services } from "./src/service/services.ts";
import { WebhookSender } from "./src/service/webhooks/sender.ts";
import { announce } from "./src/process/log/announce.ts";
import { startJobs } from "./src/process/lifetime/jobs.ts";
import { endServer } from "./src/process/lifetime/end.ts";
import { createMetrics, metricsHooks, serveMetrics } from "./src/process/metrics/start.ts";
import { DatabaseDisplaced, DatabaseOpenError } from "./src/store/sqlite/errors.ts";
import { SCHEMA_VERSION } from "./src/store/sqlite/migrate.ts";
import { openSqliteStore, type SqliteOptions } from "./src/store/sqlite/store.ts";
import type { Store, WritesFailing } from "./src/store/store.ts";
import { loadPhoneTables } from "./src/schema/phone.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
/** From SIGTERM to the exit: systemd, containers and people wait ten seconds before they kill. */
const END_MS = 9 * SECOND_MS;
/** Of these, requests under way get so many at the most. */
const DRAIN_MS = 8 * SECOND_MS;

const now = () => Date.now();
const monotonicMs = () => performance.now();
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What figures say of the process that they are of. */
const PROCESS = {
  version: VERSION,
  startedAtMs: performance.timeOrigin,
  monotonicMs,
  memory: () => Deno.memoryUsage(),
};

/** Runs the server until a signal ends it. */
async function run(config: ServerConfig): Promise<number> {
  const logger = createLogger({
    level: config.logLevel,
    format: config.logFormat,
    now,
    write: print,
  });
  if (Deno.env.get("DENO_TRUST_PROXY_HEADERS") === "1") {
    return await refuse("DENO_TRUST_PROXY_HEADERS makes client addresses forgeable: unset it");
  }
  const ending = new Ending(END_MS, monotonicMs);
  const place = placeOf(config);
  const overTls = place.kind === "tls";
  const hangups = listenToSignals({ ending, endsOnHangup: !overTls && isOnTerminal() });
  let exitCode = 0;
  const told = tellOfStore(logger, () => {
    exitCode = 1;
    ending.begin();
  });
  const metrics = await createMetrics(config, { ...PROCESS, logger });
  // Before anything is opened: whoever restores a backup puts another file in its place.
  const lock = lockDatabase(config.db, "shared");
  // Neither is released by word: until this process has ended something may still be written.
  lockServer(config.db, Deno.pid);
  const [store] = await Promise.all([
    openSqliteStore(config.db, { ...told, writer: "thread", observer: metrics?.commits, now }),
    // While the database is opened on another thread; later there may be no file left to open.
    loadPhoneTables(),
  ]);
  const dispatcher = createDispatcher(store, config, logger);
  const services = servicesOver(store, config, { logger, dispatcher });
  const app = createApp({
    services,
    monotonicMs,
    newRequestId: requestIds(crypto.randomUUID().slice(0, 8)),
    log: (entry) => logger[entry.status >= 500 ? "error" : "info"]("request", entry),
    rateLimit: config.rateLimit,
    trustedHops: config.trustProxy,
    overTls,
    version: VERSION,
    ...metricsHooks(config, metrics),
  });
  const jobs = startJobs({ services, dispatcher, logger, lock, store });
  if (metrics) {
    const queueDepth = () => store.health.queueDepth();
    const areWritesFailing = () => store.writes.failing() !== null;
    const { limited } = app;
    jobs.push(metrics.watch({ ...services, queueDepth, areWritesFailing, limited }));
  }
  const { housekeeping } = services;
  // While requests under way finish: there may be a hundred thousand moments to write down.
  ending.signal.addEventListener("abort", () => void housekeeping.flush(true).catch(() => {}));
  try {
    if (metrics) await serveMetrics(metrics, config, { stop: ending.signal, logger, now });
    const drained = await serve({
      place,
      stop: ending.signal,
      hangups,
      drainMs: DRAIN_MS,
      logger,
      now,
      onCertificate: (validUntilMs) => metrics?.certificate(validUntilMs),
      onListen: (place) => void announce(urlOf(place), { config, services, logger, print, calls }),
    }, app.fetch);
    if (!drained) logger.warn("Running requests were cut off");
  } finally {
    await endServer({ ending, store, housekeeping, dispatcher, jobs, logger });
  }
  return exitCode;
}

/** Logs what becomes of writes, a line for each change of their state. */
function tellOfStore(
  logger: Logger,
  end: () => void,
): Pick<SqliteOptions, "onLost" | "onFailing" | "onRecovered"> {
  const whenAndWhy = ({ since, reason }: WritesFailing) => ({
    since: new Date(since).toISOString(),
    reason,
  });
  return {
    // Only a new start knows what is there.
    onLost: (error) => {
      const { path } = error instanceof DatabaseDisplaced ? error : { path: undefined };
      if (path === undefined) {
        logger.error("The state on disk is unknown: stopping, to restart from it", { error });
      } else {
        logger.error(`${error.message} while it was in use: stopping; put it back`, { path });
      }
      end();
    },
    onFailing: (failing) =>
      logger.error(
        failing.isForGood
          ? "Writes are refused from now on, reads continue: restore a backup"
          : "Writes are failing and are retried until they succeed",
        whenAndWhy(failing),
      ),
    onRecovered: (failed) => logger.warn("Writes succeed again", whenAndWhy(failed)),
  };
}

/** Asks the server that runs with the same configuration, for those who started it. */
async function askReady(config: ServerConfig, seconds: number): Promise<number> {
  const withinMs = seconds * SECOND_MS;
  const late = await waitReady({ place: placeOf(config), withinMs, monotonicMs });
  return late === undefined ? 0 : await refuse(late);
}

/** Everything that can be done, with this machine's time and randomness. */
function servicesOver(
  store: Store,
  config: ServerConfig,
  { logger, dispatcher }: { readonly logger: Logger; readonly dispatcher: Dispatcher },
): Services {
  return createServices({
    store,
    now,
    monotonicMs,
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait,
    warn: (message, fields) => logger.warn(message, fields),
    onEvents: () => dispatcher.wake(),
    views: sessionViews,
    sessionTtlMs: config.sessionTtl * SECOND_MS,
    paymentTtlMs: config.paymentTtl * SECOND_MS,
    otpDaily: config.otpDaily,
    retentionMs: config.retention * DAY_MS,
  });
}

/** Delivers events to the merchants' endpoints. */
function createDispatcher(store: Store, config: ServerConfig, logger: Logger): Dispatcher {
  const warn: Logger["warn"] = (message, fields) => logger.warn(message, fields);
  const sender = new WebhookSender({
    transport: webhookClient({ resolve: resolveHost }),
    now,
    allowInsecure: config.allowInsecureWebhooks,
    userAgent: `checkoutd/${VERSION}`,
    warn,
  });
  return new Dispatcher({ store, now, wait, warn, random: Math.random, sender });
}

/** Ids that are unique over the runs of a server: where this run began, and a counter. */
function requestIds(run: string): () => string {
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}

function print(text: string): Promise<void> {
  return writeAll(Deno.stdout, text);
}

async function writeAll(to: { write(bytes: Uint8Array): Promise<number> }, text: string) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

async function refuse(message: string): Promise<number> {
  await writeAll(Deno.stderr, `checkoutd: ${message}\n`);
  return 1;
}

/** What stops a start is one line for the person who starts it; the stack is for defects. */
function startFailure(error: unknown): string {
  if (error instanceof DatabaseOpenError || error instanceof DatabaseLockError) {
    return error.message + permissionHint(error);
  }
  if (error instanceof ListenError) return error.message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

const calls = ownCalls(Deno.env.get("CHECKOUT_CALLED"));
const { text: version } = programVersion("checkoutd", SCHEMA_VERSION);
const parsed = parseServerArgs(Deno.args, {
  version,
  terminal: {
    stdout: sink(Deno.stdout),
    stderr: sink(Deno.stderr),
    calls,
    env: (name) => Deno.env.get(name),
  },
});
if ("config" in parsed) {
  const { config } = parsed;
  const doing = config.waitReady === undefined ? run(config) : askReady(config, config.waitReady);
  Deno.exitCode = await doing.catch((error) => refuse(startFailure(error)));
  // What is left, such as an idle connection of a client, must not keep the process.
  Deno.exit();
} else {
  await writeAll(parsed.exitCode === 0 ? Deno.stdout : Deno.stderr, parsed.text);
  Deno.exitCode = parsed.exitCode;
}
