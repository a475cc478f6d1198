import { v7 } from "uuid";
import { createApp } from "./src/http/app.ts";
import { sessionView } from "./src/http/present/view.ts";
import { parseServerArgs, type ServerConfig } from "./src/runtime/config.ts";
import { createLogger, type Logger } from "./src/runtime/log.ts";
import { permissionHint } from "./src/runtime/permission.ts";
import { ListenError, serve } from "./src/runtime/serve.ts";
import { VERSION } from "./src/runtime/version.ts";
import { resolveHost, webhookClient } from "./src/runtime/webhook_client.ts";
import { Dispatcher } from "./src/service/webhooks/dispatcher.ts";
import { createServices } from "./src/service/services.ts";
import { WebhookSender } from "./src/service/webhooks/sender.ts";
import { announce } from "./src/server/announce.ts";
import { startChores } from "./src/server/chores.ts";
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
    write: print,
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
      onListen: (address) => void announce(urlOf(address), { config, services, logger, print }),
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

/** Ids that are unique over the runs of a server: where this run began, and a counter. */
function requestIds(run: string): () => string {
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
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

function urlOf({ hostname, port }: Deno.NetAddr): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
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
