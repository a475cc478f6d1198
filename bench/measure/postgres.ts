import { join } from "node:path";
import type { Client } from "../client/client.ts";
import { findWrk } from "../client/wrk.ts";
import { autocannon } from "../client/autocannon.ts";
import type { Options } from "../options.ts";
import { type InstancesResult, summariseInstances } from "../report/instances.ts";
import { type PostgresResult, summarisePostgres } from "../report/postgres.ts";
import { probe } from "../subject/probe.ts";
import { CASES } from "./cases.ts";
import type { Children } from "./children.ts";
import { addSessions, databaseIn } from "./database.ts";
import { type Instances, measureInstances } from "./instances.ts";
import type { Served } from "./per_server.ts";
import { Proc } from "./proc.ts";
import { measureRounds, progress } from "./rounds.ts";
import { type Surroundings, writePages } from "./run.ts";
import { freePort, startFloor, startSubject } from "./servers.ts";

/** Prints the folder of PostgreSQL's programs, and the user who runs it for root. */
const FIND = `
  initdb=$(command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
  [ -z "$initdb" ] || dirname "$(readlink -f "$initdb")"
  [ "$(id -u)" != 0 ] || getent passwd postgres nobody | head -n 1 | cut -d : -f 1`;

/** Makes a folder for the user, who passes through those above it, and the cluster in it. */
const MAKE = `
  set -e
  folder=$1 bin=$2 user=$3
  shift 3
  mkdir "$folder/postgres"
  [ -z "$user" ] || { chown "$user" "$folder/postgres"; chmod o+x "$folder"; }
  "$@" "$bin/initdb" -D "$folder/postgres/data" -U checkoutd -A trust -E UTF8 --locale=C >/dev/null`;

const WAIT =
  'for i in $(seq 200); do "$1" -q -h 127.0.0.1 -p "$2" && exit; sleep 0.1; done; exit 1';

/**
 * Measures the cases on a PostgreSQL server of its own, with the settings of its package.
 *
 * @returns null without PostgreSQL
 */
export async function measurePostgres(
  options: Options,
  around: Surroundings,
): Promise<PostgresResult | null> {
  const { children, here, folder, say, pause } = around;
  const postgres = await startPostgres(children, folder);
  if (postgres === null) return null;
  const proc = new Proc(children);
  const machine = await proc.machine(folder);
  const client = await findWrk(children) ?? autocannon(children);
  say(`Making a database of ${options.sessions} sessions: PostgreSQL`);
  const database = { ...await databaseIn(join(folder, "main")), database: postgres.url };
  const limits = { sessions: options.sessions, seconds: 1200 };
  const { secret, added } = await addSessions(children, here.root, database, limits);
  if (added < options.sessions) throw new Error(`Too slow: ${added} sessions were made`);
  const server = await startSubject(children, here, database);
  const bytes = await probe(server.port, secret);
  await writePages({ server, database, secret });
  const subject = {
    ...{ server, database, secret },
    databaseCpuMicros: () => proc.familyCpuMicros(postgres.pid),
  };
  const floors = {
    GET: await startFloor(children, "read", bytes),
    POST: await startFloor(children, "write", bytes),
  };
  const measured = await measureRounds(
    CASES.map((one) => ({
      ...one,
      servers: { subject, floor: { database, secret, server: floors[one.method] } },
    })),
    {
      ...{ ...options, client, proc, pause },
      onRound: (round) => say(`Cases: ${progress(round, options)}`),
    },
  );
  const instances = await measureMore(options, { around, subject, client, proc });
  await children.stop(server.child);
  return {
    date: around.date,
    machine,
    sessions: options.sessions,
    connections: options.connections,
    client: client.name,
    cases: measured.map(summarisePostgres),
    instances,
  };
}

/** Starts further servers on the database, and measures all of them beside the first one. */
async function measureMore(
  options: Options,
  { around: { children, here, say, pause }, subject, client, proc }: {
    readonly around: Surroundings;
    readonly subject: Served & Pick<Instances, "databaseCpuMicros">;
    readonly client: Client;
    readonly proc: Proc;
  },
): Promise<InstancesResult | null> {
  const { instances } = options;
  if (instances === 1) return null;
  const servers: Served[] = [subject];
  while (servers.length < instances) {
    servers.push({ ...subject, server: await startSubject(children, here, subject.database) });
  }
  const { databaseCpuMicros } = subject;
  const measured = await measureInstances({ servers, databaseCpuMicros }, {
    ...{ ...options, client, proc, pause },
    onRound: (round) => say(`${instances} servers: ${progress(round, options)}`),
  });
  await Promise.all(servers.slice(1).map(({ server }) => children.stop(server.child)));
  return {
    instances,
    cases: measured.map(({ name, samples }) => summariseInstances(name, samples)),
  };
}

async function startPostgres(
  children: Children,
  folder: string,
): Promise<{ readonly pid: number; readonly url: string } | null> {
  const [bin = "", user = ""] = (await children.run("sh", ["-c", FIND])).split("\n");
  if (!bin.startsWith("/")) return null;
  const as = user === "" ? [] : ["setpriv", `--reuid=${user}`, "--regid=nogroup", "--clear-groups"];
  await children.run("sh", ["-c", MAKE, "sh", folder, bin, user, ...as]);
  const port = String(freePort());
  const data = `${folder}/postgres/data`;
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${data}`];
  const [program = "", ...args] = [...as, `${bin}/postgres`, "-D", data, "-p", port, ...settings];
  const { pid } = children.spawn(args, { program, logs: true });
  await children.run("sh", ["-c", WAIT, "sh", `${bin}/pg_isready`, port]);
  return { pid, url: `postgres://checkoutd@127.0.0.1:${port}/postgres` };
}
