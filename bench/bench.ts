/**
 * Measures the server against the least that any server on this runtime does, both in
 * the same run, because figures of a shared machine mean nothing by themselves.
 * `deno task bench --help` says what it can be told. Linux only: it reads /proc.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { autocannon } from "./client/autocannon.ts";
import type { Load } from "./client/client.ts";
import { findWrk } from "./client/wrk.ts";
import { Children } from "./measure/children.ts";
import { measureFlushes } from "./measure/flush.ts";
import { isInMemory, Proc } from "./measure/proc.ts";
import { type Case, measureRounds } from "./measure/rounds.ts";
import { type Server, startFloor, startSubject } from "./measure/servers.ts";
import { type Options, parseOptions } from "./options.ts";
import { type Result, summarise } from "./report/result.ts";
import { spreadOf } from "./report/statistics.ts";
import { renderTable } from "./report/table.ts";
import { probe } from "./subject/probe.ts";
import { cartBody } from "./subject/shop.ts";

/** Sessions that "hot" reads are spread over. */
const HOT = 100;
/** Reads are noted and written down together up to a second later. */
const READ_SETTLE_MS = 1200;

const SEED = fileURLToPath(new URL("subject/seed.ts", import.meta.url));

const seededSchema = z.object({ secret: z.string() });

/** A run's files, all in one folder that goes when it is over. */
interface Files {
  readonly folder: string;
  readonly database: string;
  readonly allIds: string;
  readonly hotIds: string;
  readonly catalogueCart: string;
  readonly lineCart: string;
}

async function bench(options: Options, children: Children, folder: string): Promise<Result> {
  const proc = new Proc(children);
  const machine = await proc.machine(folder);
  if (isInMemory(machine.fileSystem)) {
    throw new Error(`--folder must be on a disk, not in memory: ${options.folder}`);
  }
  const client = await findWrk(children) ?? autocannon(children);
  const flushes = measureFlushes(folder);
  const files = filesIn(folder);
  say(`Making a database of ${options.sessions} sessions`);
  const secret = await seed(children, files, options.sessions);
  const databaseBytes = (await Deno.stat(files.database)).size;

  say(`Timing ${options.starts} starts`);
  const startUps: number[] = [];
  for (let i = 1; i < options.starts; i++) {
    const server = await startSubject(children, files);
    startUps.push(server.startUpMs);
    await children.stop(server.child);
  }
  const subject = await startSubject(children, files);
  startUps.push(subject.startUpMs);

  const { cases, readFloor } = await casesFor(children, { subject, secret, files });
  const pairs = await measureRounds(cases, {
    ...options,
    client,
    proc,
    secret,
    onRound: (round) => say(round === 0 ? "Warming up" : `Round ${round} of ${options.rounds}`),
  });
  return {
    machine,
    settings: {
      sessions: options.sessions,
      connections: options.connections,
      rounds: options.rounds,
      secondsEach: options.seconds,
      client: client.name,
      caveat: client.caveat,
    },
    diskFlushMs: spreadOf(flushes),
    databaseBytes,
    cases: cases.map(({ name }, i) => summarise(name, pairs[i] ?? [])),
    startUpMs: spreadOf(startUps),
    memory: {
      subject: await proc.memory(subject.child.pid),
      floor: await proc.memory(readFloor.child.pid),
    },
  };
}

/** Starts the floors, with answers of the server's size, and says what is to be measured. */
async function casesFor(
  children: Children,
  { subject, secret, files }: {
    readonly subject: Server;
    readonly secret: string;
    readonly files: Files;
  },
): Promise<{ cases: Case[]; readFloor: Server }> {
  await probe(subject.port, secret, "line");
  const bytes = await probe(subject.port, secret, "catalogue");
  const readFloor = await startFloor(children, "read", bytes.get);
  const writeFloor = await startFloor(children, "write", bytes.create);
  const read = (idsFile: string) => ({
    load: { method: "GET", idsFile } satisfies Load,
    floor: readFloor,
    subject,
    settleMs: READ_SETTLE_MS,
  });
  const write = (bodyFile: string) => ({
    load: { method: "POST", bodyFile } satisfies Load,
    floor: writeFloor,
    subject,
    settleMs: 0,
  });
  const cases = [
    { name: "Get Session, any of all", ...read(files.allIds) },
    { name: `Get Session, any of ${HOT}`, ...read(files.hotIds) },
    { name: "Create Session, prices of the catalogue", ...write(files.catalogueCart) },
    { name: "Create Session, prices of the lines", ...write(files.lineCart) },
  ];
  return { cases, readFloor };
}

function filesIn(folder: string): Files {
  return {
    folder,
    database: join(folder, "bench.db"),
    allIds: join(folder, "ids"),
    hotIds: join(folder, "hot_ids"),
    catalogueCart: join(folder, "catalogue_cart.json"),
    lineCart: join(folder, "line_cart.json"),
  };
}

/** Fills the database and writes what the load is made of; returns the secret of a key. */
async function seed(children: Children, files: Files, sessions: number): Promise<string> {
  const output = await children.run(Deno.execPath(), [
    "run",
    "--no-prompt",
    `--allow-read=${files.folder}`,
    `--allow-write=${files.folder}`,
    SEED,
    files.database,
    String(sessions),
    files.allIds,
  ]);
  const ids = (await Deno.readTextFile(files.allIds)).trimEnd().split("\n");
  // Spread over the whole file: neighbours would share their pages.
  const step = Math.max(1, Math.floor(ids.length / HOT));
  const hot = ids.filter((_, i) => i % step === 0).slice(0, HOT);
  await Deno.writeTextFile(files.hotIds, `${hot.join("\n")}\n`);
  await Deno.writeTextFile(files.catalogueCart, cartBody("catalogue"));
  await Deno.writeTextFile(files.lineCart, cartBody("line"));
  return seededSchema.parse(JSON.parse(output)).secret;
}

/** Runs it in a folder of its own and leaves nothing behind, whatever happens. */
async function run(options: Options): Promise<number> {
  const folder = await makeFolder(options.folder);
  if (folder === undefined) {
    say(`bench: --folder must be a folder that can be written to: ${options.folder}`);
    return 2;
  }
  const children = new Children();
  const cleanUp = async () => {
    await children.stopAll();
    await Deno.remove(folder, { recursive: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => void cleanUp().finally(() => Deno.exit(1)));
  }
  try {
    const result = await bench(options, children, folder);
    console.log(options.json ? JSON.stringify(result) : renderTable(result).trimEnd());
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.stack ?? error.message : String(error));
    return 1;
  } finally {
    await cleanUp();
  }
}

async function makeFolder(dir: string): Promise<string | undefined> {
  try {
    // The real path: what is mounted where is known by that.
    return await Deno.realPath(await Deno.makeTempDir({ dir, prefix: "checkoutd_bench_" }));
  } catch {
    return undefined;
  }
}

function say(text: string): void {
  console.error(text);
}

const parsed = parseOptions(Deno.args);
if ("options" in parsed) {
  Deno.exit(await run(parsed.options));
} else {
  (parsed.exitCode === 0 ? console.log : console.error)(parsed.text.trimEnd());
  Deno.exitCode = parsed.exitCode;
}
