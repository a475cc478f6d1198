/**
 * PostgreSQL servers of the tests' own.
 *
 * One server for each file that needs one: a cluster is made once (a second) and copied for each
 * server, which then takes 0.3 s to start. A shared server would save less than its counting of
 * users would cost, and a test that stops or freezes its server must not disturb others.
 */
import { dirname, join } from "node:path";
import { findPrograms } from "./postgres_programs.ts";
import { MISSING, runTool } from "./tools.ts";

/** Changes with the options of `initdb`, so that an old cluster is not copied. */
const CLUSTER = "checkoutd-postgres-1";

/**
 * The database's own collation differs from the order of bytes, so that a text column that forgets
 * COLLATE "C" is seen.
 */
const INITDB = [
  "--username=checkoutd",
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C.UTF-8",
  "--locale-provider=icu",
  "--icu-locale=en-US",
  "--wal-segsize=1",
  "--no-sync",
];

/** Quick to start, and small. What is committed is flushed, as in production. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  shared_buffers: "32MB",
  max_connections: "100",
  wal_level: "minimal",
  max_wal_senders: "0",
  min_wal_size: "2MB",
};

/** Starts a server, and removes it when the standard input ends: also after the tests were killed. */
const KEEPER = `
  "$1/pg_ctl" -D "$2/data" -l "$2/log" -o "$3" -w start >/dev/null && echo ready || echo failed
  cat >/dev/null
  read -r pid <"$2/data/postmaster.pid" && kill -CONT "$pid" $(cat "/proc/$pid/task/$pid/children")
  "$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null
  rm -rf "$2"`;

/** In the background and a session of its own: Deno kills its children, a terminal its group. */
const IN_BACKGROUND = 'exec 3<&0; setsid sh -c "$@" <&3 &';

/** Keepers of running servers: the input of one that nothing refers to is closed with its garbage. */
const keepers = new Set<Deno.ChildProcess>();

/** Without triggers and references, which would refuse or keep rows. */
const EMPTY = `
  SET session_replication_role = replica;
  DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    LOOP
      CONTINUE WHEN name IN ('epoch', 'schema_migrations', 'session_sums_progress');
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    UPDATE epoch SET value = 0, of_shops = 0;
    PERFORM setval('events_seq_seq', 1, false);
  END $$`;

/** A running server that trusts connections of the user `checkoutd` from this machine. */
export interface PostgresServer {
  readonly port: number;
  /** Its folder: `data`, the file `log`, and the socket. */
  readonly folder: string;
  /** Folder of `psql`, `pg_ctl` and other programs of its version. */
  readonly bin: string;
  /** Address of a database. */
  url(database: string): string;
  /** Runs SQL in a database with `psql` and returns its output, one line for a row. */
  sql(database: string, sql: string): Promise<string>;
  /** Makes a database, empty or a copy of another one without connections; returns its name. */
  freshDatabase(template?: string): Promise<string>;
  /**
   * Deletes all rows of a store's database. Takes a tenth of the time of another database, whose
   * files are flushed.
   */
  empty(database: string): Promise<void>;
  /**
   * Starts a standby that streams from this server, whose `wal_level` must be `replica`. It ends at
   * the end of the test file.
   */
  standby(): Promise<PostgresServer>;
  /** Starts, stops or signals the server: arguments of `pg_ctl`. */
  control(...args: readonly string[]): Promise<void>;
  /** Ends the server and removes its folder. Done at the end of the test file too. */
  close(): Promise<void>;
}

/** True, with a note, if PostgreSQL is missing. */
export async function lacksPostgres(): Promise<boolean> {
  const isMissing = await findPrograms() === undefined;
  if (isMissing) console.log(`${MISSING}postgresql`);
  return isMissing;
}

/**
 * Starts a server on a free port.
 *
 * Call it at the top of a file: a process that begins within a test counts as a leak of that test.
 *
 * @param settings parameters of the server that differ
 */
export async function postgresServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const bin = await findPrograms();
  if (bin === undefined) throw new Error("PostgreSQL is missing");
  const owner = await findOwner();
  const cluster = await clusterToCopy(bin, owner);
  // A port that is free now may be taken a moment later.
  for (let attempt = 0; attempt < 5; attempt++) {
    const fill = (data: string) => run("cp", ["-a", cluster, data], owner);
    const server = await start(bin, { owner, fill, settings });
    if (server !== undefined) return server;
  }
  throw new Error("PostgreSQL does not start");
}

/** User of the server: `initdb` refuses root. Empty for the user of the tests. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** How a server is started. */
interface Start {
  readonly owner: Owner;
  /** Makes its folder of data. */
  readonly fill: (data: string) => Promise<unknown>;
  readonly settings: Readonly<Record<string, string>>;
}

async function start(bin: string, given: Start): Promise<PostgresServer | undefined> {
  const { owner, fill, settings } = given;
  const folder = await ownFolder(owner);
  await fill(`${folder}/data`);
  const port = freePort();
  const all = { ...SETTINGS, ...settings, port: String(port), unix_socket_directories: folder };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`).join(" ");
  const keeper = new Deno.Command("sh", {
    ...owner,
    args: ["-c", IN_BACKGROUND, "sh", KEEPER, "sh", bin, folder, options],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  keepers.add(keeper);
  const said = keeper.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= keeper.stdin.close().then(() => said.read());
    await closing;
    keepers.delete(keeper);
  };
  if ((await said.read()).value !== "ready\n") {
    await close();
    return undefined;
  }
  const url = (database: string) => `postgres://checkoutd@127.0.0.1:${port}/${database}`;
  const sql = (database: string, text: string) =>
    run(`${bin}/psql`, ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url(database), "-c", text]);
  let made = 0;
  return {
    port,
    folder,
    bin,
    url,
    sql,
    freshDatabase: async (template = "template0") => {
      const name = `fresh_${made++}`;
      await sql("postgres", `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return name;
    },
    empty: async (database) => {
      await sql(database, EMPTY);
    },
    standby: async () => {
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "checkoutd"];
      const how = ["-R", "--wal-method=stream", "--checkpoint=fast", "--no-sync"];
      const copy = (data: string) =>
        run(`${bin}/pg_basebackup`, [...from, ...how, "-D", data], owner);
      const standby = await start(bin, { ...given, fill: copy });
      if (standby === undefined) throw new Error("The standby does not start");
      return standby;
    },
    control: async (...args) => {
      const place = ["-D", `${folder}/data`, "-l", `${folder}/log`, "-o", options];
      await run(`${bin}/pg_ctl`, [...place, ...args], owner);
    },
    close,
  };
}

async function findOwner(): Promise<Owner> {
  if (Deno.uid() !== 0) return {};
  const users = (await Deno.readTextFile("/etc/passwd")).split("\n").map((line) => line.split(":"));
  const user = ["postgres", "nobody"].map((name) => users.find(([one]) => one === name))
    .find((one) => one !== undefined);
  if (user === undefined) throw new Error("PostgreSQL needs a user who is not root");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Makes the cluster if it is missing. Of several that make it at once, the first one wins. */
async function clusterToCopy(bin: string, owner: Owner): Promise<string> {
  const folder = await ownFolder(owner);
  const { uid = Deno.uid() } = owner;
  const cluster = join(dirname(folder), `${CLUSTER}-${bin.replaceAll("/", "-")}-${uid}`);
  if (!await Deno.stat(`${cluster}/PG_VERSION`).then(() => true, () => false)) {
    await run(`${bin}/initdb`, [...INITDB, `${folder}/data`], owner);
    await Deno.rename(`${folder}/data`, cluster).catch(() => {});
  }
  await Deno.remove(folder, { recursive: true });
  return cluster;
}

async function ownFolder({ uid, gid }: Owner): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-postgres-" });
  if (uid !== undefined && gid !== undefined) await Deno.chown(folder, uid, gid);
  return folder;
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** Runs a program to its end and returns its output. */
async function run(program: string, args: readonly string[], owner: Owner = {}): Promise<string> {
  const { code, stdout, stderr } = await runTool(program, args, { cwd: "/", ...owner });
  if (code !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout.trimEnd();
}
