/** The command line of checkoutd: composes the side effects and calls `run`. */
import { existsSync } from "node:fs";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import type { CliIo, DatabaseOptions, OpenDatabase } from "./src/cli/io.ts";
import { pictureMaker } from "./src/pictures/maker.ts";
import { run } from "./src/cli/run.ts";
import { terminalQuestions } from "./src/cli/output/questions.ts";
import { isCurrentView, sessionView } from "./src/schema/api/view.ts";
import { IS_SINGLE_FILE } from "./src/process/commit.ts";
import { takeSettings } from "./src/process/config/settings_file.ts";
import { programVersion } from "./src/process/program.ts";
import { otherServer, ownServer } from "./src/process/database/running_server.ts";
import { lockDatabase, lockServer, trueName } from "./src/process/database/lock.ts";
import { WATCH_MS, watchStore } from "./src/process/database/watch.ts";
import { every } from "./src/process/lifetime/timing.ts";
import { machine } from "./src/process/machine/machine.ts";
import {
  askYesOrNo,
  ownTerminal,
  readFileBytes,
  readTextFile,
  untilInterrupted,
  waitOrAbort,
} from "./src/process/machine/terminal.ts";
import { EFFECTS } from "./src/process/machine/effects.ts";
import { deniedHint } from "./src/process/machine/access.ts";
import { databaseFailure, lostFailure } from "./src/process/failures.ts";
import { secretsOver } from "./src/process/secrets/sealing.ts";
import { SecretsKeyFile } from "./src/process/secrets/key_file.ts";
import { phoneOrigins } from "./src/schema/phone.ts";
import { smsRequestFromText } from "./src/schema/stored/endpoint.ts";
import { callProvider } from "./src/process/provider_client.ts";
import { sendersOver } from "./src/process/services.ts";
import { SETTLE_MS } from "./src/service/cache/freshness.ts";
import { Channels } from "./src/service/channels/channels.ts";
import { createOperatorServices } from "./src/service/services.ts";
import { Deliveries } from "./src/service/webhooks/deliveries.ts";
import { EventFeed } from "./src/service/webhooks/event_feed.ts";
import { Webhooks } from "./src/service/webhooks/webhooks.ts";
import { requireFile } from "./src/store/sqlite/file/connect.ts";
import { isUnwritable } from "./src/store/sqlite/file/read_only.ts";
import { copyBetween } from "./src/store/copy_database.ts";
import { isUrl } from "./src/store/database_url.ts";
import type { DurabilityLost } from "./src/store/errors.ts";
import { maintenanceOfEngines, openStore, SCHEMA_VERSIONS } from "./src/store/open.ts";

/** Longest wait of a statement for the server's lock. */
const BUSY_TIMEOUT_MS = 2000;

let hasLostDatabase = false;

const settings = takeSettings({ isInstalled: IS_SINGLE_FILE, args: Deno.args, env: Deno.env });
const { env } = ownTerminal();
const client = { program: "checkoutctl", env };

const whole = maintenanceOfEngines({
  ...client,
  now: EFFECTS.now,
  lock: lockDatabase,
  newId: EFFECTS.newId,
  isView: (session, view) => !isCurrentView(view) || view === sessionView(session),
});

const io: CliIo = {
  version: programVersion("checkoutctl", SCHEMA_VERSIONS),
  ...ownTerminal(),
  stdinIsTerminal: Deno.stdin.isTerminal(),
  readTextFile,
  readBytes: readFileBytes,
  makePicture: pictureMaker(),
  deniedHint: (error) => deniedHint(error, env("USER")),
  confirm: askYesOrNo,
  // On stderr, as stdout is for results.
  questions: () => terminalQuestions({ input: process.stdin, output: process.stderr }),
  open: (database, options) => explained(open(database, options), database),
  dashboard: (path, options, onListen) => explained(dashboard(path, options, onListen), path),
  maintenance: {
    backup: (path, ...given) => explained(whole.backup(path, ...given), path),
    restore: (path, ...given) => explained(whole.restore(path, ...given), path),
    check: (path, ...given) => explained(whole.check(path, ...given), path),
    examine: (path, ...given) => explained(whole.examine(path, ...given), path),
    seal: (path, ...given) => explained(whole.seal(path, ...given), path),
    secrets: (path) => explained(whole.secrets(path), path),
    auditSeal: (path, ...given) => explained(whole.auditSeal(path, ...given), path),
    dropUnused: (path) => explained(whole.dropUnused(path), path),
  },
  secretKeys: (database, file) => new SecretsKeyFile({ database, file }),
  copyDatabase: (from, to, onProgress) =>
    explained(
      copyBetween(from, to, { env, onProgress, lock: (path) => lockDatabase(path, "exclusive") }),
    ),
  machine,
  server: (path) => ownServer(path, io.env("CHECKOUT_PORT")),
  otherServer: (path) => otherServer(path, io.env("CHECKOUT_PORT")),
  settings,
  now: EFFECTS.now,
  timeZone: Temporal.Now.timeZoneId(),
  wait: waitOrAbort,
  nextTurn: () => setImmediate(),
  untilInterrupted,
};

async function open(
  path: string,
  { schema, force = false, secretsKey }: DatabaseOptions,
): Promise<OpenDatabase> {
  if (schema === undefined && !isUrl(path)) requireFile(path);
  const isFile = schema === undefined && !isUrl(path);
  // Such a file has no lock where none can be made.
  const readsOnly = isFile && isUnwritable(path);
  const isLocked = !readsOnly || existsSync(`${trueName(path)}.lock`);
  // A restore replaces the file.
  const lock = isLocked ? lockDatabase(path, "shared") : { release() {} };
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  let isLost = false;
  const onLost = (reason: DurabilityLost) => {
    isLost = true;
    hasLostDatabase = true;
    reject(lostFailure(reason));
  };
  const { store, schemaVersion } = await openStore(path, {
    ...client,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    schema: schema ?? "require",
    lockToMigrate: () => lockServer(path, Deno.pid, "Stop the server before an upgrade"),
    force,
    isUnwritable: readsOnly,
    onLost,
  });
  const keys = new SecretsKeyFile({ database: path, file: secretsKey });
  const secrets = secretsOver(store, { database: path, keys, seal: whole.seal });
  const deps = { ...EFFECTS, store, secrets, callProvider };
  // For tests: insecure endpoints exist only if they were added as such.
  const readSms = smsRequestFromText;
  const outside = { allowInsecure: true, phoneOrigins, readSms, secrets };
  const { sender, messages } = sendersOver(store, outside);
  const before = await store.epoch();
  // Commands may run for hours; a failure shows in the next read or write.
  const watching = every(WATCH_MS, () => watchStore(store), () => {});
  return {
    services: createOperatorServices(deps),
    webhooks: new Webhooks({ ...deps, sender }),
    deliveries: new Deliveries(deps),
    eventFeed: new EventFeed({ ...deps, sender }),
    channels: new Channels({ ...deps, messages }),
    schemaVersion,
    lost,
    close: async () => {
      await watching.stop();
      // Servers apply a change within this time, so the next request after the command sees it.
      if (!isLost && await store.epoch() !== before) await deps.wait(SETTLE_MS);
      const wasLost = isLost;
      await store.close();
      lock.release();
      // Found at the end: what the command has written may be gone.
      if (isLost && !wasLost) await lost;
    },
  };
}

async function dashboard(...[path, options, onListen]: Parameters<CliIo["dashboard"]>) {
  // Loaded on demand: other commands do not need it.
  const { runDashboard } = await import("./dashboard.ts");
  const { secretsKey } = options;
  return await runDashboard({ path, secretsKey, options, ...client, waits: false, onListen });
}

/**
 * Turns a failure of the database into one line.
 *
 * @param path of the database, unless this process may have it open
 */
async function explained<T>(work: Promise<T>, path?: string): Promise<T> {
  return await work.catch((error) => {
    const file = path === undefined ? undefined : { path, user: env("USER") };
    throw databaseFailure(error, io.calls, file);
  });
}

Deno.exitCode = await run(Deno.args, io);
// A damaged database is left open: work over it would go on, and an end of its own accord close it.
if (hasLostDatabase) Deno.exit();
