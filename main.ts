import { v7 } from "uuid";
import { createApp } from "./src/http/app.ts";
import { parseServerArgs, type ServerConfig } from "./src/runtime/config.ts";
import { every } from "./src/runtime/every.ts";
import { createLogger, type Logger } from "./src/runtime/log.ts";
import { serve } from "./src/runtime/serve.ts";
import { VERSION } from "./src/runtime/version.ts";
import { createServices, type Services } from "./src/service/services.ts";
import { DatabaseOpenError } from "./src/store/sqlite/errors.ts";
import { openSqliteStore } from "./src/store/sqlite/store.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
/** On SIGTERM requests under way get this long; with what follows it stays below ten seconds. */
const DRAIN_MS = 8 * SECOND_MS;

const now = () => Date.now();
const monotonicMs = () => performance.now();

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
  const store = await openSqliteStore(config.db);
  const services = createServices({
    store,
    now,
    monotonicMs,
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    sessionTtlMs: config.sessionTtl * SECOND_MS,
    retentionMs: config.retention * DAY_MS,
  });
  const app = createApp({
    services,
    monotonicMs,
    newRequestId: () => crypto.randomUUID(),
    log: (entry) => logger[entry.status >= 500 ? "error" : "info"]("request", { ...entry }),
    rateLimit: config.rateLimit,
    trustedHops: config.trustProxy,
    version: VERSION,
  });
  const chores = startChores(services, logger);
  try {
    const drained = await serve({
      host: config.host,
      port: config.port,
      stop,
      drainMs: DRAIN_MS,
      logger,
      onListen: (address) => void announce(address, { config, services, logger }),
    }, app.fetch);
    if (!drained) logger.warn("Requests were still running and were cut off");
  } finally {
    await Promise.all(chores.map((chore) => chore.stop()));
    await services.housekeeping.flush();
    await store.close();
    logger.info("stopped");
    await logger.flush();
  }
  return 0;
}

/** What has to be done now and then. */
function startChores({ housekeeping }: Services, logger: Logger) {
  const onError = (chore: string) => (error: unknown) =>
    logger.error("A chore failed and will be tried again", { chore, error });
  return [
    every(SECOND_MS, () => housekeeping.flush(), onError("flush")),
    every(10 * SECOND_MS, () => housekeeping.sweepAll(), onError("sweep")),
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
      "No shops yet: stop and start with --demo, or create one with checkoutctl merchant create --help",
    );
  }
}

async function printDemo(services: Services, url: string): Promise<void> {
  // Loaded only when wanted: it is nothing that a start should wait for.
  const { demoCommands, demoGuide, demoShops } = await import("./src/wire/demo.ts");
  const { seedDemo } = await import("./src/service/demo.ts");
  const { merchant, key, secret } = await seedDemo(services, demoShops());
  const expiresAt = new Date(key.expiresAt ?? 0).toISOString().slice(0, 10);
  const guide = demoGuide({ shop: merchant.name, secret, expiresAt }, demoCommands(secret, url));
  await writeAll(Deno.stdout, `\n${guide}\nServing on ${url}; Ctrl-C ends it.\n\n`);
}

/** SIGTERM and SIGINT end the server in good order; a second one ends it at once. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      if (controller.signal.aborted) Deno.exit(1);
      controller.abort();
    });
  }
  return controller.signal;
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
  if (error instanceof DatabaseOpenError) return error.message;
  if (error instanceof Deno.errors.AddrInUse) {
    return `Another program listens on ${host}:${port} already: choose another with --port`;
  }
  if (
    error instanceof Deno.errors.AddrNotAvailable || error instanceof Deno.errors.PermissionDenied
  ) {
    return `Cannot listen on ${host}:${port}: ${error.message}`;
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
