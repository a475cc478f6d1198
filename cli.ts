/** The command line of checkoutd: opens the store, and hands everything to `run`. */
import process from "node:process";
import type { CliIo, OpenDatabase } from "./src/cli/io.ts";
import { run } from "./src/cli/run.ts";
import { terminalQuestions } from "./src/cli/output/questions.ts";
import { isCurrentView, sessionView } from "./src/schema/api/view.ts";
import { programVersion } from "./src/process/program.ts";
import { lockDatabase } from "./src/process/database/lock.ts";
import { machine } from "./src/process/machine/machine.ts";
import {
  askYesOrNo,
  ownTerminal,
  readTextFile,
  untilInterrupted,
  waitOrAbort,
} from "./src/process/machine/terminal.ts";
import { EFFECTS } from "./src/process/machine/effects.ts";
import { databaseFailure } from "./src/process/failures.ts";
import { webhookSender } from "./src/process/services.ts";
import { SETTLE_MS } from "./src/service/cache/freshness.ts";
import { createOperatorServices } from "./src/service/services.ts";
import { Webhooks } from "./src/service/webhooks/webhooks.ts";
import { requireFile } from "./src/store/sqlite/file/connect.ts";
import { sqliteMaintenance } from "./src/store/sqlite/maintenance/maintenance.ts";
import { SCHEMA_VERSION } from "./src/store/sqlite/file/migrate.ts";
import { openSqliteStore } from "./src/store/sqlite/store.ts";

/** How long a statement waits for the server's lock; here nobody else is held up by it. */
const BUSY_TIMEOUT_MS = 2000;

/** For `webhook test`: an insecure endpoint is there only because it was added as one. */
const sender = webhookSender({ allowInsecure: true });
const whole = sqliteMaintenance({
  lock: lockDatabase,
  newId: EFFECTS.newId,
  isView: (session, view) => !isCurrentView(view) || view === sessionView(session),
});

const io: CliIo = {
  version: programVersion("checkoutctl", SCHEMA_VERSION),
  ...ownTerminal(),
  stdinIsTerminal: Deno.stdin.isTerminal(),
  readTextFile,
  confirm: askYesOrNo,
  // On stderr, so that stdout holds results alone.
  questions: () => terminalQuestions({ input: process.stdin, output: process.stderr }),
  open: (path, { creates }) => explained(open(path, creates)),
  maintenance: {
    backup: (...given) => explained(whole.backup(...given)),
    restore: (...given) => explained(whole.restore(...given)),
    check: (...given) => explained(whole.check(...given)),
    examine: (...given) => explained(whole.examine(...given)),
  },
  machine,
  now: EFFECTS.now,
  wait: waitOrAbort,
  untilInterrupted,
};

async function open(path: string, creates: boolean): Promise<OpenDatabase> {
  if (!creates) requireFile(path);
  // Whoever restores a backup puts another file in its place.
  const lock = lockDatabase(path, "shared");
  const store = await openSqliteStore(path, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  const deps = { ...EFFECTS, store };
  const before = await store.epoch();
  return {
    services: createOperatorServices(deps),
    webhooks: new Webhooks({ ...deps, sender }),
    schemaVersion: SCHEMA_VERSION,
    close: async () => {
      // What a command has changed is in force for the first request after it.
      if (await store.epoch() !== before) await deps.wait(SETTLE_MS);
      await store.close();
      lock.release();
    },
  };
}

/** The failure of a database as one line for the person who named it. */
async function explained<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error) => {
    throw databaseFailure(error, io.calls);
  });
}

Deno.exitCode = await run(Deno.args, io);
