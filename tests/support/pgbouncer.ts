/** A pgbouncer of a test's own, in transaction mode. */
import type { PostgresServer } from "./postgres.ts";

/**
 * It ends with the process that holds its standard input, and waits for no client. The shell may be
 * killed before: what waits for the end of the input is a process of its own.
 */
const KEEPER = `
  exec 3<&0
  pgbouncer -q "$1" 3<&- &
  pid=$!
  (cat <&3 >/dev/null; kill -KILL $pid) &
  wait $pid`;

/** Those that run: the input of one that nothing refers to is closed with its garbage. */
const keepers: Deno.ChildProcess[] = [];

/** A running pgbouncer. */
export interface Pgbouncer {
  /** Address of a database of the server behind it. */
  url(database: string): string;
}

/**
 * Starts pgbouncer before a server, as Debian's package has it but for the mode.
 *
 * Call it at the top of a file: a process that begins within a test counts as a leak of that test.
 */
export async function startPgbouncer(
  server: PostgresServer,
  settings = "",
): Promise<Pgbouncer> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const config = `${server.folder}/pgbouncer_${port}.ini`;
  await Deno.writeTextFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=checkoutd
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
logfile = ${config}.log
${settings}
`,
  );
  // It refuses root, as PostgreSQL does.
  const { uid, gid } = await Deno.stat(server.folder);
  const keeper = new Deno.Command("sh", {
    args: ["-c", KEEPER, "sh", config],
    ...(Deno.uid() === 0 && uid !== null && gid !== null ? { uid, gid } : {}),
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  keepers.push(keeper);
  for (let attempt = 0; attempt < 10_000; attempt++) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return { url: (database) => `postgres://checkoutd@127.0.0.1:${port}/${database}` };
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    }
  }
  throw new Error("pgbouncer does not start");
}
