/** The server: its parts in the order in which they start; they are closed in reverse. */
import { type Failure, failureText } from "./src/command/failure.ts";
import { hasColors } from "./src/command/sink.ts";
import { unknownVariables } from "./src/command/variables.ts";
import { createApp } from "./src/web/app.ts";
import { limitersOver } from "./src/web/guard/limiters.ts";
import type { RequestEntry } from "./src/web/request_context.ts";
import { checkoutPart } from "./src/process/checkout_pages.ts";
import { IS_SINGLE_FILE } from "./src/process/commit.ts";
import { parseServerArgs } from "./src/process/config/config.ts";
import { takeSettings } from "./src/process/config/settings_file.ts";
import { instanceOf } from "./src/process/config/servers_flags.ts";
import type { ServerConfig } from "./src/process/config/server_config.ts";
import { databaseMsOf } from "./src/process/database/limit.ts";
import { databasePart } from "./src/process/database/part.ts";
import { presencePart } from "./src/process/database/presence.ts";
import { startFailure } from "./src/process/failures.ts";
import { Ending, isOnTerminal, listenToSignals } from "./src/process/lifetime/ending.ts";
import { jobsPart } from "./src/process/jobs.ts";
import { Parts } from "./src/process/lifetime/parts.ts";
import { placeOf, urlOf } from "./src/process/listen/listener.ts";
import { servingPart } from "./src/process/listen/serve.ts";
import { waitReady } from "./src/process/listen/wait_ready.ts";
import { announce } from "./src/process/announce.ts";
import { createLogger, type Logger } from "./src/process/log/log.ts";
import { writesLog } from "./src/process/log/writes.ts";
import { EFFECTS, requestIds } from "./src/process/machine/effects.ts";
import { writeText } from "./src/process/machine/sink.ts";
import { colorsOf, ownTerminal } from "./src/process/machine/terminal.ts";
import { createMetrics, metricsHooks, metricsPart } from "./src/process/metrics/start.ts";
import { programVersion, VERSION } from "./src/process/program.ts";
import { serverServices } from "./src/process/services.ts";
import { sessionViews } from "./src/schema/api/view.ts";
import { loadPhoneTables, phoneOrigins } from "./src/schema/phone.ts";
import { openStore, SCHEMA_VERSIONS } from "./src/store/open.ts";

/** From SIGTERM to the exit: container runtimes kill after ten seconds. */
const END_MS = 9000;
/** Of these, the time for running requests. */
const DRAIN_MS = 8000;

/** How the server opens its database: it alone migrates it, besides `db migrate`. */
const PROGRAM = { program: "checkoutd", schema: "migrate" } as const;

const { now, monotonicMs } = EFFECTS;
const terminal = ownTerminal();
const print = (text: string) => writeText(Deno.stdout, text);

function loggerOf(config: ServerConfig): Logger {
  const { logLevel: level, logFormat: format } = config;
  const output = { terminal: colorsOf(terminal), write: print };
  return createLogger({ level, format, instance: instanceOf(config), now, ...output });
}

/** Runs the server until a signal or a failure ends it. */
async function run(config: ServerConfig): Promise<number> {
  const logger = loggerOf(config);
  const warning = unknownVariables(terminal.env);
  if (warning !== undefined) logger.warn(warning);
  const place = placeOf(config);
  const overTls = place.kind === "tls";
  const ending = new Ending(END_MS, monotonicMs);
  const delayMs = config.shutdownDelay * 1000;
  const endsOnHangup = !overTls && isOnTerminal();
  const hangups = listenToSignals({ ending, delayMs, endsOnHangup });
  const metrics = await createMetrics(config, logger);
  const common = { stop: ending.signal, logger, now };
  const parts = new Parts({ ending, logger });
  try {
    const open = () =>
      openStore(config.db, {
        ...writesLog(logger, () => ending.fail()),
        ...PROGRAM,
        env: terminal.env,
        writer: "thread",
        observer: metrics?.commits,
        now,
      });
    const [{ store, lock, server }] = await Promise.all([
      parts.start(databasePart(config.db, open)),
      // While another thread opens the database; later there may be no file descriptor left.
      loadPhoneTables(),
    ]);
    await parts.start(presencePart(store, logger));
    const deps = { logger, views: sessionViews, isLeaving: () => ending.isLeaving, phoneOrigins };
    const { services, ...delivery } = serverServices(store, config, deps);
    const requests = {
      services,
      monotonicMs,
      newRequestId: requestIds(),
      log: (entry: RequestEntry) =>
        logger[entry.status >= 500 ? "error" : "info"]("request", entry),
      rateLimit: config.rateLimit,
      limiters: limitersOver(store.shared?.quotas ?? null, {
        ...EFFECTS,
        warn: (message, fields) => logger.warn(message, fields),
      }),
      trustedHops: config.trustProxy,
      databaseMs: databaseMsOf(store),
    };
    const hooks = metricsHooks(config, metrics);
    const app = createApp({ ...requests, ...hooks, overTls, version: VERSION });
    const jobs = { ...common, ...services, ...delivery, lock, store };
    await parts.start(jobsPart(jobs));
    const figures = { ...common, ...services, config, store, limited: app.limited };
    if (metrics) await parts.start(metricsPart(metrics, figures));
    const serving = { ...common, hangups, drainMs: DRAIN_MS };
    const { pages } = services;
    await parts.start(checkoutPart({ ...requests, ...serving, ...hooks, config, pages }));
    const announced = { ...terminal, config, services, logger, print };
    await parts.start(servingPart({
      ...serving,
      place,
      onCertificate: (validUntilMs) => metrics?.certificate(validUntilMs),
      onListen: (place) => {
        server.noteUrl(urlOf(place));
        void announce(urlOf(place), announced);
      },
    }, app.fetch));
    await ending.begun;
  } finally {
    await parts.close();
  }
  return ending.exitCode;
}

async function start(config: ServerConfig): Promise<number> {
  if (settings.problem !== undefined) {
    return await refuse({ code: "error.unavailable", message: settings.problem });
  }
  if (config.waitReady !== undefined) {
    const withinMs = config.waitReady * 1000;
    const late = await waitReady({ place: placeOf(config), withinMs, monotonicMs });
    return late === undefined ? 0 : await refuse({ code: "error.unavailable", message: late });
  }
  if (Deno.env.get("DENO_TRUST_PROXY_HEADERS") === "1") {
    const message = "DENO_TRUST_PROXY_HEADERS makes client addresses forgeable: unset it";
    return await refuse({ code: "error.invalid-request", message });
  }
  return await run(config);
}

async function refuse(failure: Failure): Promise<number> {
  await writeText(Deno.stderr, failureText(failure, hasColors(terminal.stderr, terminal)));
  return 1;
}

const settings = takeSettings({ isInstalled: IS_SINGLE_FILE, args: Deno.args, env: Deno.env });
const version = programVersion("checkoutd", SCHEMA_VERSIONS).text;
const parsed = parseServerArgs(Deno.args, { version, terminal });
if ("config" in parsed) {
  Deno.exitCode = await start(parsed.config).catch((error) =>
    refuse(startFailure(error, { path: parsed.config.db, user: terminal.env("USER") }))
  );
  // Idle connections of clients must not keep the process alive.
  Deno.exit();
} else {
  await writeText(parsed.exitCode === 0 ? Deno.stdout : Deno.stderr, parsed.text);
  Deno.exitCode = parsed.exitCode;
}
