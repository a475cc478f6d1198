/** The server: its parts in the order in which they start; they are closed in reverse. */
import { Alarms } from "./src/process/alarms.ts";
import { announce } from "./src/process/announce.ts";
import { checkoutPart } from "./src/process/checkout_pages.ts";
import type { ServerConfig } from "./src/process/config/server_config.ts";
import { backupPart } from "./src/process/backup_part.ts";
import { databasePart } from "./src/process/database/part.ts";
import { presencePart } from "./src/process/database/presence.ts";
import { jobsPart } from "./src/process/jobs.ts";
import { Ending, isOnTerminal, listenToSignals } from "./src/process/lifetime/ending.ts";
import { Parts } from "./src/process/lifetime/parts.ts";
import { placeOf, urlOf } from "./src/process/listen/listener.ts";
import { servingPart } from "./src/process/listen/serve.ts";
import { serverLog } from "./src/process/server_log.ts";
import { writesLog } from "./src/process/log/writes.ts";
import { EFFECTS } from "./src/process/machine/effects.ts";
import { writeText } from "./src/process/machine/sink.ts";
import { ownTerminal } from "./src/process/machine/terminal.ts";
import { createMetrics, metricsPart } from "./src/process/metrics/start.ts";
import { requestOptions } from "./src/process/requests.ts";
import { serverServices } from "./src/process/services.ts";
import { onDashboardNote } from "./src/process/supervise/notes.ts";
import { sessionViews } from "./src/schema/api/view.ts";
import { loadPhoneTables, phoneOrigins } from "./src/schema/phone.ts";
import { smsRequestFromText } from "./src/schema/stored/endpoint.ts";
import { backupFile, openStore, sealerOf } from "./src/store/open.ts";
import { createApp } from "./src/web/app.ts";

/** From SIGTERM to the exit: container runtimes kill after ten seconds. */
const END_MS = 9000;
/** Of these, the time for running requests. */
const DRAIN_MS = 8000;

const FORMS = { views: sessionViews, phoneOrigins, readSms: smsRequestFromText };
const { now, monotonicMs } = EFFECTS;
const terminal = ownTerminal();
const client = { program: "checkoutd", env: terminal.env, newId: EFFECTS.newId };
const print = (text: string) => writeText(Deno.stdout, text);

/**
 * Runs the server until a signal or a failure ends it.
 *
 * @param relayed lines of the supervisor; undefined without one
 * @returns the exit code
 */
export async function runServer(
  config: ServerConfig,
  relayed: AsyncIterable<string> | undefined,
): Promise<number> {
  const logger = serverLog(config, terminal, print);
  const place = placeOf(config);
  const ending = new Ending(END_MS, monotonicMs);
  const endsOnHangup = place.kind !== "tls" && isOnTerminal();
  const alarms = new Alarms({ logger, now });
  const hangups = listenToSignals({
    ending,
    delayMs: config.shutdownDelay * 1000,
    endsOnHangup,
    relayed,
    onNote: (note) => onDashboardNote(note, { logger, alarms }),
  });
  const listening = { stop: ending.signal, hangups, drainMs: DRAIN_MS, logger, now };
  const metrics = await createMetrics(config, logger);
  const parts = new Parts({ ending, logger });
  try {
    const [{ store, lock, server }] = await Promise.all([
      parts.start(databasePart(config.db, () =>
        openStore(config.db, {
          ...writesLog(logger, () => ending.fail()),
          ...client,
          // The server alone migrates it, besides `db migrate`.
          schema: "migrate",
          writer: "thread",
          observer: metrics?.commits,
          now,
        }))),
      // While another thread opens the database; later there may be no file descriptor left.
      loadPhoneTables(),
    ]);
    alarms.recordIn((all) => server.noteAlarms(all));
    await parts.start(presencePart(store, logger));
    const outside = { logger, isLeaving: () => ending.isLeaving, seal: sealerOf(client), ...FORMS };
    const { services, dispatcher, leases, sealing } = serverServices(store, config, outside);
    await parts.start(sealing.rows);
    const { overview, refusals, pages } = services;
    const requests = requestOptions({ config, store, services, metrics, logger });
    const { fetch, limited } = createApp(requests);
    const { signal: stop } = ending;
    await parts.start(jobsPart({ ...services, dispatcher, leases, logger, lock, store, stop }));
    const figures = { config, store, overview, limited, refusals, alarms, stop, logger, now };
    if (metrics) await parts.start(metricsPart(metrics, figures));
    await parts.start(checkoutPart({ config, pages, requests, listening }));
    const onListen = (actual: typeof place) => {
      server.noteUrl(urlOf(actual));
      const { calls } = terminal;
      void announce(urlOf(actual), { config, services, logger, calls, print });
    };
    const onCertificate = (validUntilMs: number) => metrics?.certificate(validUntilMs);
    await parts.start(servingPart({ ...listening, place, onListen, onCertificate }, fetch));
    await parts.start(sealing.cleaning);
    await parts.start(backupPart({ config, alarms, logger, stop, backup: backupFile }));
    await ending.begun;
  } finally {
    await parts.close();
  }
  return ending.exitCode;
}
