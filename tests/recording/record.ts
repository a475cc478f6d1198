/**
 * `deno task record FILE [--postgres]`: writes what the API, the pages, the dashboard and the commands
 * answer to the same few thousand requests, a line of JSON each. Time, ids and randomness are fixed, so
 * that two versions of the program can be compared by `diff`. Ends with 1 if too little was recorded.
 */
import { parseArgs } from "node:util";
import type { Store } from "../../src/store/store.ts";
import { recordApi, recordCheckouts } from "./api.ts";
import { recordCommands, recordHelp } from "./commands.ts";
import { recordDashboard } from "./dashboard.ts";
import { recordPages } from "./pages.ts";
import { Recording } from "./recording.ts";

const LEAST = { requests: 3000, commands: 200 };

/** Opens an empty store of the engine that is recorded. */
export type OpenStore = () => Promise<Store>;

async function opener(isPostgres: boolean): Promise<OpenStore> {
  if (!isPostgres) {
    const { openSqliteStore } = await import("../../src/store/sqlite/open_store.ts");
    return () => openSqliteStore(":memory:");
  }
  const { startServer } = await import("../store/postgres/support.ts");
  const server = await startServer();
  return async () => await server.open(await server.freshDatabase(server.template));
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals: [path, ...more] } = parseArgs({
    args: [...args],
    options: { postgres: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (path === undefined || more.length > 0) {
    console.error("record: name one file to write, and --postgres for that engine");
    return 2;
  }
  const open = await opener(values.postgres);
  const recording = new Recording();
  await recordApi(recording, open);
  await recordCheckouts(recording, open);
  await recordPages(recording, open);
  await recordDashboard(recording, open);
  const requests = recording.lines.length;
  await recordCommands(recording, open);
  await recordHelp(recording);
  const commands = recording.lines.length - requests;
  await Deno.writeTextFile(path, recording.lines.map((line) => `${line}\n`).join(""));
  console.log(`${requests} requests, ${commands} commands: ${path}`);
  if (requests >= LEAST.requests && commands >= LEAST.commands) return 0;
  console.error(`record: at least ${LEAST.requests} requests and ${LEAST.commands} commands`);
  return 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
