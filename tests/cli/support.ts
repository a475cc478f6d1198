/** The command line run in this process, over a real SQLite store in memory. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { CliIo } from "../../src/cli/io.ts";
import { SecretsKeyFile } from "../../src/process/secrets/key_file.ts";
import { run } from "../../src/cli/run.ts";
import { BY_NAME } from "../../src/command/calls.ts";
import { NO_FILE } from "../../src/command/file_settings.ts";
import { DEFAULT_BASE_URL } from "../../src/demo/demo.ts";
import type { RawLine } from "../../src/domain/cart/cart.ts";
import type { Int64 } from "../../src/domain/ids.ts";
import type { CartRequest } from "../../src/domain/session/session.ts";
import { callerOf } from "../../src/domain/caller.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import {
  createOperatorServices,
  createServices,
  type Services,
} from "../../src/service/services.ts";
import type { ProviderTransport } from "../../src/payments/provider.ts";
import type { MailPost } from "../../src/service/channels/mail_transport.ts";
import type { WebhookPost } from "../../src/service/webhooks/transport.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { DroppedReport } from "../../src/store/maintenance.ts";
import type { Store } from "../../src/store/store.ts";
import { effectsOf, FakeClock, LIMITS } from "../support/app.ts";
import { FOREVER, NOTHING_SAID } from "../support/builders.ts";
import { interruptions } from "./interruptions.ts";
import { receivers } from "./receivers.ts";
import { scriptedQuestions } from "./scripted_questions.ts";
import type { Surroundings } from "./surroundings.ts";
import { filesOf, UNTOUCHED, untouched } from "./untouched.ts";
import { OPERATOR } from "../support/operator.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { plainSecrets } from "../support/secrets.ts";

/** Result of a command line. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A command line to type into, and what is behind it. */
export interface Shell extends Surroundings {
  readonly clock: FakeClock;
  readonly services: Services;
  readonly store: Store;
  /** Paths of the databases that were opened, in order. */
  readonly opened: string[];
  /** Those of them that would have been made. */
  readonly created: string[];
  /** Functions of other versions in a PostgreSQL database. */
  unused: DroppedReport & { readonly before?: number };
  /** Dashboards that were served: their database and options. */
  readonly served: Record<string, unknown>[];
  /** Questions that were asked. */
  readonly asked: string[];
  /** Warnings that a server would log. */
  readonly told: Record<string, unknown>[];
  /** Posts to webhook endpoints. */
  readonly posts: WebhookPost[];
  /** Mails to customers. */
  readonly mails: MailPost[];
  /** Runs a command line. */
  run(...argv: string[]): Promise<Ran>;
  /** Runs a command line that has to succeed, with `--json`, and parses its one value. */
  // deno-lint-ignore no-explicit-any -- what came back is what the tests are about
  json(...argv: string[]): Promise<any>;
}

/** Runs a test in a shell over an empty database, or over the clock and the store of others. */
export async function withShell(
  test: (shell: Shell) => Promise<void>,
  given?: Partial<Pick<Shell, "clock" | "store">> & {
    readonly firstId?: number;
    readonly callProvider?: ProviderTransport;
  },
): Promise<void> {
  const { clock = new FakeClock(), firstId, callProvider = noCalls } = given ?? {};
  const store = given?.store ?? await openSqliteStore(":memory:");
  const told: Record<string, unknown>[] = [];
  const warn = (message: string, fields: object) => void told.push({ message, ...fields });
  const secrets = plainSecrets(store);
  const deps = { store, secrets, ...effectsOf(clock, firstId), callProvider };
  const server = {
    warn,
    onEvents: () => {},
    views: sessionViews,
    ...LIMITS,
    retentionMs: Infinity,
  };
  const operator = createOperatorServices(deps);
  // Tests let a server's services do what a shop's backend does.
  const services: Services = { ...createServices({ ...deps, ...server }), ...operator };
  const { posts, mails, ...received } = receivers({
    ...deps,
    warn,
    answer: () => shell.webhookAnswer,
  });
  let open = 0;
  const shell: Shell = {
    clock,
    services,
    store,
    isTerminal: false,
    columns: 80,
    rows: 24,
    interruptAfter: 0,
    env: {},
    timeZone: "UTC",
    files: new Map(),
    answer: undefined,
    typed: undefined,
    server: { url: DEFAULT_BASE_URL, isRunning: false, isUncertain: false, port: null },
    lost: new Promise(() => {}),
    other: null,
    settings: NO_FILE,
    webhookAnswer: { status: 204, retryAfter: null },
    opened: [],
    created: [],
    unused: { schemaVersion: 7, dropped: 0, left: 0 },
    served: [],
    asked: [],
    told,
    posts,
    mails,
    run: async (...argv) => {
      const written = { out: "", err: "" };
      const io = ioOf(shell, written, {
        open: (path, { schema }) => {
          shell.opened.push(path);
          if (schema !== undefined) shell.created.push(path);
          open += 1;
          const close = () => Promise.resolve(void (open -= 1));
          const opened = { schemaVersion: 7, lost: shell.lost, close };
          return Promise.resolve({ services: operator, ...received, ...opened });
        },
      });
      const code = await run(argv, io);
      assert.equal(open, 0, "every database that was opened is closed again");
      return { code, ...written };
    },
    json: async (...argv) => {
      const ran = await shell.run(...argv, "--json");
      assert.equal(ran.code, 0, ran.err);
      return JSON.parse(ran.out);
    },
  };
  try {
    await test(shell);
  } finally {
    if (given === undefined) await store.close();
  }
}

function ioOf(
  shell: Shell,
  written: { out: string; err: string },
  { open }: Pick<CliIo, "open">,
): CliIo {
  const { unused } = shell;
  const sink = (name: "out" | "err") => ({
    isTerminal: shell.isTerminal,
    columns: shell.columns,
    rows: shell.rows,
    isClosed: false,
    write: (text: string) => void (written[name] += text),
  });
  return {
    version: { text: "0.0.0-test", fields: { version: "0.0.0-test" } },
    stdout: sink("out"),
    stderr: sink("err"),
    stdinIsTerminal: shell.isTerminal,
    calls: BY_NAME,
    env: (name) => shell.env[name],
    secretKeys: (database, file) => new SecretsKeyFile({ database, file }),
    ...filesOf(shell.files),
    confirm: (question) => {
      shell.asked.push(question);
      assert.notEqual(shell.answer, undefined, `nothing should be asked: ${question}`);
      return Promise.resolve(shell.answer === true);
    },
    questions: () => scriptedQuestions(shell),
    open,
    ...UNTOUCHED,
    maintenance: Object.assign(Object.create(untouched), {
      examine: () => Promise.resolve({ schemaVersion: unused.before ?? unused.schemaVersion }),
      dropUnused: () => Promise.resolve(unused),
    }),
    server: () => shell.server,
    otherServer: () => Promise.resolve(shell.other),
    settings: shell.settings,
    dashboard: (path, options, onListen) => {
      shell.served.push({ path, ...options });
      onListen(`http://${options.host}:${options.port}`);
      return Promise.resolve(0);
    },
    now: shell.clock.now,
    timeZone: shell.timeZone,
    nextTurn: () => setImmediate(),
    ...interruptions(shell),
  };
}

/** A shop to work with. */
export async function createShop(shell: Shell, ...flags: string[]): Promise<string> {
  const { id } = await shell.json(
    ...["merchant", "create", "--name", "Demo Store", "--domain", "demo-store.example"],
    // Without an address orders are placed everywhere.
    ...["--country", "IN", "--currency", "INR", "--no-shipping", ...flags],
  );
  return id;
}

const VARIANT = "9223372036854775807" as Int64;
/** Opens a session as the shop's backend would; without lines, on one that brings its own price. */
export async function openSession(
  shell: Shell,
  { title = "Mug", quantity = 2, items, ...over }: {
    readonly title?: string;
    readonly quantity?: number;
    readonly items?: readonly RawLine[];
  } & Partial<CartRequest> = {},
): Promise<string> {
  const { id: merchantId } = await shell.services.merchants.find("demo-store.example");
  const { key } = await shell.services.keys.create(
    { merchantId, name: "backend", ...FOREVER },
    OPERATOR,
  );
  const { id } = await shell.services.sessions.create(callerOf(key), {
    shopDomain: "demo-store.example",
    countryCode: null,
    redirectUrl: null,
    ...NOTHING_SAID,
    ...over,
    items: items ?? [{
      productId: "9223372036854775806" as Int64,
      variantId: VARIANT,
      quantity,
      fields: { price: 349, title },
      path: "data.items[0]",
    }],
  }, () => []);
  return id;
}
