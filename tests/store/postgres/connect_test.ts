/** Connections with TLS and passwords: what is accepted, and what is refused, in one line each. */
import assert from "node:assert/strict";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { DatabaseOpenError } from "../../../src/store/open_error.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { openPostgresStore } from "../../../src/store/postgres/open_store.ts";
import { makeCertificate } from "../../support/certificates.ts";
import { lacksPostgres, postgresServer } from "../../support/postgres.ts";
import { programEnvironment, SCRIPTS } from "../../support/tasks.ts";
import { runTool } from "../../support/tools.ts";

const RULES = `
hostssl   all cert     127.0.0.1/32 cert
hostnossl all tls_only 127.0.0.1/32 reject
host      all secret   127.0.0.1/32 scram-sha-256
host      all all      127.0.0.1/32 trust
local     all all                   trust
`;

/** Opens a URL in which words in upper case stand for servers and a folder. */
const OPENED: readonly (readonly [url: string, tls: RegExp])[] = [
  ["postgres://checkoutd@GOOD/postgres", /^none$/],
  ["postgres://secret:right@GOOD/postgres", /^none$/],
  ["postgres://secret@GOOD/postgres?passfile=FOLDER/pass", /^none$/],
  ["postgres://checkoutd@GOOD/postgres?sslmode=require", /^TLS/],
  ["postgres://tls_only@GOOD/postgres?sslmode=require", /^TLS/],
  ["postgres://checkoutd@GOOD/postgres?sslmode=verify-full&sslrootcert=FOLDER/good-ca.crt", /^TLS/],
  ["postgres://checkoutd@OTHER/postgres?sslmode=verify-ca&sslrootcert=FOLDER/other-ca.crt", /^TLS/],
  [
    "postgres://cert@GOOD/postgres?sslmode=require&sslcert=FOLDER/cert.crt&sslkey=FOLDER/cert.key",
    /^TLS/,
  ],
];

const REFUSED: readonly (readonly [what: string, url: string, message: RegExp])[] = [
  [
    "another authority",
    "postgres://checkoutd@GOOD/postgres?sslmode=verify-full&sslrootcert=FOLDER/other-ca.crt",
    /not signed by a trusted authority; name the authority with \?sslrootcert\)/,
  ],
  [
    "an authority that the system does not know",
    "postgres://checkoutd@GOOD/postgres?sslmode=verify-full",
    /not signed by a trusted authority/,
  ],
  [
    "require with another authority, which is verified as by libpq",
    "postgres://checkoutd@GOOD/postgres?sslmode=require&sslrootcert=FOLDER/other-ca.crt",
    /not signed by a trusted authority/,
  ],
  [
    "another name",
    "postgres://checkoutd@OTHER/postgres?sslmode=verify-full&sslrootcert=FOLDER/other-ca.crt",
    /\(its certificate is for another name\)/,
  ],
  [
    "an expired certificate",
    "postgres://checkoutd@OLD/postgres?sslmode=verify-full&sslrootcert=FOLDER/old-ca.crt",
    /\(its certificate has expired\)/,
  ],
  [
    "a server without TLS",
    "postgres://checkoutd@PLAIN/postgres?sslmode=verify-full",
    /\(it does not offer TLS; \?sslmode=disable connects without it\)/,
  ],
  ["a server that requires TLS", "postgres://tls_only@GOOD/postgres", /no encryption\)/],
  [
    "a missing client certificate",
    "postgres://cert@GOOD/postgres?sslmode=require",
    /client certificate/,
  ],
  [
    "an unreadable file",
    "postgres://checkoutd@GOOD/postgres?sslmode=verify-full&sslrootcert=FOLDER/none",
    /^Cannot read the file of sslrootcert: FOLDER\/none: /,
  ],
  [
    "a file that is no certificate",
    "postgres://checkoutd@GOOD/postgres?sslmode=verify-full&sslrootcert=FOLDER/pass",
    /^The file of sslrootcert is not PEM: FOLDER\/pass: /,
  ],
  [
    "a wrong password",
    "postgres://secret:hunter2@GOOD/postgres",
    /\(wrong password, or no such user\)/,
  ],
  [
    "a missing password",
    "postgres://secret@GOOD/postgres",
    /\(it asks for a password: set PGPASSWORD, or add \?passfile\)/,
  ],
  [
    "a password file that others can read",
    "postgres://secret@GOOD/postgres?passfile=FOLDER/open",
    /^Other users can read the password file: chmod 600 FOLDER\/open: /,
  ],
  [
    "a missing password file",
    "postgres://secret@GOOD/postgres?passfile=FOLDER/none",
    /^Cannot read the password file: FOLDER\/none: /,
  ],
  ["an unknown user", "postgres://stranger@GOOD/postgres", /role "stranger" does not exist\)/],
  ["an unknown database", "postgres://checkoutd@GOOD/nowhere", /\(no database of this name\)/],
  [
    "a user without privileges",
    "postgres://weak@GOOD/postgres",
    /\(permission denied for schema public\)/,
  ],
  [
    "too many connections",
    "postgres://few@GOOD/postgres",
    /\(the server has too many connections\)/,
  ],
  ["a closed port", "postgres://checkoutd@127.0.0.1:1/postgres", /\(no server listens there\)/],
  [
    "a server that does not answer",
    "postgres://checkoutd@SILENT/postgres?connect_timeout=1",
    /\(no answer in time\)/,
  ],
  ["another encoding", "postgres://checkoutd@GOOD/latin", /encoding UTF8, got LATIN1: /],
  ["fsync = off", "postgres://checkoutd@PLAIN/postgres", /must have fsync = on .* got fsync = off/],
];

/** A server of whose certificate the names or the days differ. */
async function tlsServer(folder: string, name: string, options = {}) {
  const { certFile, keyFile } = await makeCertificate(folder, name, options);
  const server = await postgresServer();
  const data = `${server.folder}/data`;
  const { uid, gid } = await Deno.stat(data);
  const put = async (to: string, text: string) => {
    await Deno.writeTextFile(`${data}/${to}`, text);
    // A key that others can read is refused.
    await Deno.chmod(`${data}/${to}`, 0o600);
    if (Deno.uid() === 0) await Deno.chown(`${data}/${to}`, uid, gid);
  };
  await put("server.crt", await Deno.readTextFile(certFile));
  await put("server.key", await Deno.readTextFile(keyFile));
  await put("root.crt", await Deno.readTextFile(`${folder}/cert-ca.crt`));
  await put("pg_hba.conf", RULES);
  await server.sql("postgres", "ALTER SYSTEM SET ssl = on");
  await server.sql("postgres", "ALTER SYSTEM SET ssl_ca_file = 'root.crt'");
  await server.control("restart", "-w");
  return server;
}

/** Starts the servers; the result replaces the words of a URL. */
async function startServers(folder: string) {
  await Deno.writeTextFile(`${folder}/pass`, "127.0.0.1:*:*:secret:right\n", { mode: 0o600 });
  await Deno.writeTextFile(`${folder}/open`, "*:*:*:*:right\n");
  await Deno.chmod(`${folder}/open`, 0o644);
  await makeCertificate(folder, "cert");
  const good = await tlsServer(folder, "good");
  for (
    const sql of [
      "CREATE ROLE secret LOGIN PASSWORD 'right'",
      "CREATE ROLE few LOGIN CONNECTION LIMIT 0",
      ...["cert", "tls_only", "weak"].map((name) => `CREATE ROLE ${name} LOGIN`),
      "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0",
    ]
  ) await good.sql("postgres", sql);
  const other = await tlsServer(folder, "other", { names: "DNS:db.example" });
  const old = await tlsServer(folder, "old", { days: -1 });
  const plain = await postgresServer({ fsync: "off" });
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  silent.unref();
  const ports = {
    GOOD: good.port,
    OTHER: other.port,
    OLD: old.port,
    PLAIN: plain.port,
    SILENT: silent.addr.port,
  };
  return (text: string) =>
    text.replace(/@([A-Z]+)\b/, (_, name: keyof typeof ports) => `@127.0.0.1:${ports[name]}`)
      .replaceAll("FOLDER", folder);
}

if (await lacksPostgres()) {
  Deno.test.ignore("postgres: connections (PostgreSQL is missing)", () => {});
} else {
  const folder = await Deno.makeTempDir();
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const named = await startServers(folder);
  const read = (url: string) => readDatabaseUrl(named(url), () => undefined);

  for (const [url, tls] of OPENED) {
    Deno.test(`PgConnection.open() opens ${url}`, async () => {
      const limits = { connectMs: 5000, queryMs: 5000 };
      const connection = await PgConnection.open(read(url), limits);
      const rows = await connection.query(
        "SELECT coalesce(version, 'none') AS tls FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
      );
      await connection.close();
      assert.match((rows as { tls: string }[])[0]?.tls ?? "", tls);
    });
  }

  Deno.test("checkoutctl in its sandbox says that a password is missing", async () => {
    const url = named("postgres://secret@GOOD/postgres");
    const env = { ...programEnvironment(), HOME: folder };
    const { code, stderr } = await runTool(SCRIPTS.checkoutctl, ["--db", url, "merchant", "list"], {
      env,
    });
    assert.equal(code, 1);
    const reason = "it asks for a password: set PGPASSWORD, or add ?passfile";
    assert.equal(
      stderr,
      `error: Cannot open the database (${reason}): ${url} (error.unavailable)\n`,
    );
  });

  for (const [what, url, message] of REFUSED) {
    Deno.test(`openPostgresStore() refuses ${what}`, async () => {
      await assert.rejects(openPostgresStore(read(url)), (error) => {
        assert.ok(error instanceof DatabaseOpenError, String(error));
        const text = error.message.replaceAll(folder, "FOLDER");
        assert.match(text, message);
        assert.doesNotMatch(text, /hunter2|\n/);
        assert.ok(error.message.endsWith(`: ${read(url).shown}`), text);
        return true;
      });
    });
  }
}
