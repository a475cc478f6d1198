import { v7 } from "uuid";
import { createApp } from "./src/http/app.ts";
import { sessionView } from "./src/http/present/view.ts";
import { parseServerArgs, type ServerConfig } from "./src/runtime/config.ts";
import { every } from "./src/runtime/every.ts";
import { createLogger, type Logger } from "./src/runtime/log.ts";
import { permissionHint } from "./src/runtime/permission.ts";
import { ListenError, serve } from "./src/runtime/serve.ts";
import { VERSION } from "./src/runtime/version.ts";
import { resolveHost, webhookClient } from "./src/runtime/webhook_client.ts";
import { Dispatcher } from "./src/service/webhooks/dispatcher.ts";
import { createServices, type Services } from "./src/service/services.ts";
import { WebhookSender } from "./src/service/webhooks/sender.ts";
import { DatabaseOpenError, isDurabilityLost } from "./src/store/sqlite/errors.ts";
import { openSqliteStore } from "./src/store/sqlite/store.ts";
import type { Store } from "./src/store/store.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
/** On SIGTERM requests under way get this long; with what follows it stays below ten seconds. */
const DRAIN_MS = 8 * SECOND_MS;

const now = () => Date.now();
const monotonicMs = () => performance.now();
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs the server until a signal ends it. */
async function run(config: ServerConfig): Promise<number> {
  const logger = createLogger({
    level: config.logLevel,
    format: config.logFormat,
    now,
    write: (text) => writeAll(Deno.stdout, text),
  });
  if (Deno.env.get("DENO_TRUST_PROXY_HEADERS") === "1") {
    return await refuse("DENO_TRUST_PROXY_HEADERS makes client addresses forgeable: unset it");
  }
  const stop = stopOnSignal();
  let exitCode = 0;
  /** After a write that the disk did not confirm only a new start knows what is there. */
  const watch = (error: unknown) => {
    if (!isDurabilityLost(error) || exitCode !== 0) return;
    exitCode = 1;
    logger.error("The disk did not confirm a write: ending, to start again from what is on disk");
    stop.abort();
  };
  const store = await openSqliteStore(config.db);
  const dispatcher = createDispatcher(store, config, logger);
  const services = createServices({
    store,
    now,
    monotonicMs,
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait,
    tell: (message, fields) => logger.warn(message, fields),
    onEvents: () => dispatcher.poke(),
    view: sessionView,
    sessionTtlMs: config.sessionTtl * SECOND_MS,
    retentionMs: config.retention * DAY_MS,
  });
  const app = createApp({
    services,
    monotonicMs,
    newRequestId: requestIds(crypto.randomUUID().slice(0, 8)),
    log: (entry) => {
      logger[entry.status >= 500 ? "error" : "info"]("request", entry);
      watch(entry.cause);
    },
    rateLimit: config.rateLimit,
    trustedHops: config.trustProxy,
    version: VERSION,
  });
  const chores = startChores({ services, dispatcher, logger, watch });
  try {
    const drained = await serve({
      host: config.host,
      port: config.port,
      stop: stop.signal,
      drainMs: DRAIN_MS,
      logger,
      onListen: (address) => void announce(address, { config, services, logger }),
    }, app.fetch);
    if (!drained) logger.warn("Requests were still running and were cut off");
  } finally {
    await Promise.all([dispatcher.stop(), ...chores.map((chore) => chore.stop())]);
    await services.housekeeping.flush(true)
      .catch((error) => logger.error("Activity was not written down", { error }));
    await store.close();
    logger.info("stopped");
    await logger.flush();
  }
  return exitCode;
}

/** Delivers events to the merchants' endpoints. */
function createDispatcher(store: Store, config: ServerConfig, logger: Logger): Dispatcher {
  const tell: Logger["warn"] = (message, fields) => logger.warn(message, fields);
  const sender = new WebhookSender({
    transport: webhookClient({ resolve: resolveHost }),
    now,
    allowInsecure: config.allowInsecureWebhooks,
    userAgent: `checkoutd/${VERSION}`,
    tell,
  });
  return new Dispatcher({ store, now, wait, tell, random: Math.random, sender });
}

interface Workers {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly logger: Logger;
  /** Looks at every failure for one that the server must not outlive. */
  readonly watch: (error: unknown) => void;
}

/** Ids that are unique over the runs of a server: where this run began, and a counter. */
function requestIds(run: string): () => string {
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}

/** What has to be done now and then. */
function startChores({ services: { housekeeping }, dispatcher, logger, watch }: Workers) {
  const onError = (chore: string) => (error: unknown) => {
    logger.error("A chore failed and will be tried again", { chore, error });
    watch(error);
  };
  // What a process before this one left undelivered is not kept waiting.
  dispatcher.poke();
  return [
    every(SECOND_MS, () => Promise.resolve(dispatcher.poke()), onError("dispatch")),
    every(SECOND_MS, () => housekeeping.flush(), onError("flush")),
    every(10 * SECOND_MS, () => housekeeping.sweepAll(), onError("sweep")),
    every(60 * SECOND_MS, () => housekeeping.forget(), onError("forget")),
    every(300 * SECOND_MS, () => housekeeping.purgeAll(), onError("purge")),
  ];
}

interface Announcement {
  readonly config: ServerConfig;
  readonly services: Services;
  readonly logger: Logger;
}

async function announce(
  { hostname, port }: Deno.NetAddr,
  { config, services, logger }: Announcement,
): Promise<void> {
  const url = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  logger.info("listening", { url, database: config.db, version: VERSION });
  if (config.demo) return await printDemo(services, url);
  if ((await services.merchants.list()).length === 0) {
    logger.warn(
      "No shops yet: start with --demo, or see `deno task ctl merchant create --help`",
    );
  }
}

async function printDemo(services: Services, url: string): Promise<void> {
  // Loaded only when wanted: it is nothing that a start should wait for.
  const { demoCommands, demoGuide, demoShops } = await import("./src/wire/demo.ts");
  const { seedDemo } = await import("./src/service/shop/demo.ts");
  const { merchant, key, secret } = await seedDemo(services, demoShops());
  const expiresAt = new Date(key.expiresAt ?? 0).toISOString().slice(0, 10);
  const guide = demoGuide({ shop: merchant.name, secret, expiresAt }, demoCommands(secret, url));
  await writeAll(Deno.stdout, `\n${guide}\nServing on ${url}; Ctrl-C ends it.\n\n`);
}

/** SIGTERM and SIGINT end the server in good order; a second one ends it at once. */
function stopOnSignal(): AbortController {
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      if (controller.signal.aborted) Deno.exit(1);
      controller.abort();
    });
  }
  return controller;
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
function startFailure(error: unknown, { host, port }: ServerConfig): string {
  if (error instanceof DatabaseOpenError) return error.message + permissionHint(error);
  if (error instanceof Deno.errors.AddrInUse) {
    return `Another program listens on ${host}:${port} already: choose another with --port`;
  }
  // Whatever else keeps it from listening, the address is what the operator can change.
  if (error instanceof ListenError) {
    return `Cannot listen on --host ${host} --port ${port}: ${error.message}`;
  }
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

const parsed = parseServerArgs(Deno.args);
if ("config" in parsed) {
  Deno.exitCode = await run(parsed.config)
    .catch((error) => refuse(startFailure(error, parsed.config)));
  // What is left, such as an idle connection of a client, must not keep the process.
  Deno.exit();
} else {
  await writeAll(parsed.exitCode === 0 ? Deno.stdout : Deno.stderr, parsed.text);
  Deno.exitCode = parsed.exitCode;
}
