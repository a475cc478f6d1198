/** The command line of checkoutd: opens the store, and hands everything to `run`. */
import process from "node:process";
import { v7 } from "uuid";
import { noDatabaseAdvice } from "./src/command/calls.ts";
import type { CliIo, OpenDatabase } from "./src/cli/io.ts";
import { run } from "./src/cli/run.ts";
import { terminalQuestions } from "./src/cli/output/questions.ts";
import { AppError } from "./src/domain/errors.ts";
import { isCurrentView, sessionView } from "./src/schema/api/view.ts";
import { ownCalls, programVersion, VERSION } from "./src/process/program.ts";
import { DatabaseLockError, lockDatabase } from "./src/process/database/lock.ts";
import { machine } from "./src/process/machine/machine.ts";
import { permissionHint } from "./src/process/machine/permission.ts";
import { sink } from "./src/process/machine/sink.ts";
import { resolveHost, webhookClient } from "./src/process/webhook_client.ts";
import type { Deps } from "./src/service/deps.ts";
import { SETTLE_MS } from "./src/service/freshness.ts";
import { createServices } from "./src/service/services.ts";
import { WebhookSender } from "./src/service/webhooks/sender.ts";
import { Webhooks } from "./src/service/webhooks/webhooks.ts";
import { DatabaseOpenError, NoDatabaseError } from "./src/store/sqlite/errors.ts";
import { requireFile } from "./src/store/sqlite/maintenance/connect.ts";
import { sqliteMaintenance } from "./src/store/sqlite/maintenance/maintenance.ts";
import { SCHEMA_VERSION } from "./src/store/sqlite/migrate.ts";
import { openSqliteStore } from "./src/store/sqlite/store.ts";

/** How long a statement waits for the server's lock; here nobody else is held up by it. */
const BUSY_TIMEOUT_MS = 2000;
const HOUR_MS = 60 * 60 * 1000;

const whole = sqliteMaintenance({
  lock: lockDatabase,
  newId: () => v7(),
  isView: (session, view) => !isCurrentView(view) || view === sessionView(session),
});

const io: CliIo = {
  version: programVersion("checkoutctl", SCHEMA_VERSION),
  stdout: sink(Deno.stdout),
  stderr: sink(Deno.stderr),
  calls: ownCalls(Deno.env.get("CHECKOUT_CALLED")),
  stdinIsTerminal: Deno.stdin.isTerminal(),
  env: (name) => Deno.env.get(name),
  readTextFile,
  confirm: ask,
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
  now: Date.now,
  wait,
  untilInterrupted,
};

async function open(path: string, creates: boolean): Promise<OpenDatabase> {
  if (!creates) requireFile(path);
  // Whoever restores a backup puts another file in its place.
  const lock = lockDatabase(path, "shared");
  const store = await openSqliteStore(path, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  const deps: Deps = {
    store,
    now: Date.now,
    monotonicMs: () => performance.now(),
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    warn: () => {},
    onEvents: () => {},
    // The server ends and deletes sessions by its own settings; nothing here asks for these.
    sessionTtlMs: HOUR_MS,
    paymentTtlMs: HOUR_MS,
    otpDaily: 0,
    retentionMs: Infinity,
  };
  const before = await store.epoch();
  return {
    services: createServices(deps),
    webhooks: new Webhooks(deps, createSender()),
    schemaVersion: SCHEMA_VERSION,
    close: async () => {
      // What a command has changed is in force for the first request after it.
      if (await store.epoch() !== before) await deps.wait(SETTLE_MS);
      await store.close();
      lock.release();
    },
  };
}

/** What is wrong with a database is one line for the person who named it. */
async function explained<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    const hint = permissionHint(error);
    const isOurs = error instanceof DatabaseOpenError || error instanceof DatabaseLockError;
    if (!isOurs && !(error instanceof AppError && hint !== "")) throw error;
    const isHeld = error instanceof DatabaseLockError && error.isHeld;
    const code = error instanceof AppError
      ? error.code
      : isHeld
      ? "error.conflict"
      : "error.unavailable";
    const advice = error instanceof NoDatabaseError ? `. ${noDatabaseAdvice(io.calls)}` : hint;
    throw new AppError(code, error.message + advice, { cause: error });
  });
}

/**
 * For `webhook test`, which goes where somebody points it by hand: an insecure endpoint is
 * there only because it was added as one.
 */
function createSender(): WebhookSender {
  return new WebhookSender({
    transport: webhookClient({ resolve: resolveHost }),
    now: Date.now,
    allowInsecure: true,
    userAgent: `checkoutd/${VERSION}`,
    warn: () => {},
  });
}

/** Bad UTF-8 is an error, not something to repair; a byte order mark is dropped. */
async function readTextFile(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The runtime's own question: a prompt library would want to read half the environment. */
function ask(question: string): Promise<boolean> {
  return Promise.resolve(confirm(question));
}

/** Signals that end a process; the terminal has to be put right before. */
const ENDINGS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const end = new AbortController();
  const listener = () => end.abort();
  for (const name of ENDINGS) Deno.addSignalListener(name, listener);
  try {
    await work(end.signal);
  } finally {
    for (const name of ENDINGS) Deno.removeSignalListener(name, listener);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}

Deno.exitCode = await run(Deno.args, io);
