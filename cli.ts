/** The command line of checkoutd: opens the store, and hands everything to `run`. */
import { v7 } from "uuid";
import type { CliIo, OpenDatabase, Sink } from "./src/cli/io.ts";
import { run } from "./src/cli/run.ts";
import { AppError } from "./src/domain/errors.ts";
import { permissionHint } from "./src/runtime/permission.ts";
import { VERSION } from "./src/runtime/version.ts";
import { resolveHost, webhookClient } from "./src/runtime/webhook_client.ts";
import type { Deps } from "./src/service/deps.ts";
import { createServices } from "./src/service/services.ts";
import { WebhookSender } from "./src/service/webhooks/sender.ts";
import { Webhooks } from "./src/service/webhooks/webhooks.ts";
import { DatabaseOpenError } from "./src/store/sqlite/errors.ts";
import { SCHEMA_VERSION } from "./src/store/sqlite/migrate.ts";
import { openSqliteStore } from "./src/store/sqlite/store.ts";

/** How long a statement waits for the server's lock; here nobody else is held up by it. */
const BUSY_TIMEOUT_MS = 2000;
const DEFAULT_COLUMNS = 80;
const HOUR_MS = 60 * 60 * 1000;

const encoder = new TextEncoder();

const io: CliIo = {
  version: VERSION,
  stdout: sink(Deno.stdout),
  stderr: sink(Deno.stderr),
  stdinIsTerminal: Deno.stdin.isTerminal(),
  env: (name) => Deno.env.get(name),
  readTextFile,
  confirm: ask,
  open,
  now: Date.now,
};

async function open(path: string): Promise<OpenDatabase> {
  const store = await openSqliteStore(path, { busyTimeoutMs: BUSY_TIMEOUT_MS })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseOpenError)) throw error;
      throw new AppError("error.unavailable", error.message + permissionHint(error), {
        cause: error,
      });
    });
  const deps: Deps = {
    store,
    now: Date.now,
    monotonicMs: () => performance.now(),
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    tell: () => {},
    onEvents: () => {},
    // The server ends and deletes sessions by its own settings; nothing here asks for these.
    sessionTtlMs: HOUR_MS,
    retentionMs: Infinity,
  };
  return {
    services: createServices(deps),
    webhooks: new Webhooks(deps, createSender()),
    schemaVersion: SCHEMA_VERSION,
    close: async () => await store.close(),
  };
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
    tell: () => {},
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

function sink(stream: typeof Deno.stdout): Sink {
  const isTerminal = stream.isTerminal();
  return {
    isTerminal,
    get columns() {
      return isTerminal ? Deno.consoleSize().columns || DEFAULT_COLUMNS : DEFAULT_COLUMNS;
    },
    write(text) {
      writeWhole(stream, encoder.encode(text));
    },
  };
}

function writeWhole(stream: typeof Deno.stdout, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  } catch (error) {
    // Whoever read the other end of the pipe has seen enough, as in `... | head`.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

Deno.exitCode = await run(Deno.args, io);
