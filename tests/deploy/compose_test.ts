/** The compose file is not run here; what it says about the programs is held to what they are. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { z } from "zod";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { lacksPostgres } from "../support/postgres.ts";
import { findPrograms } from "../support/postgres_programs.ts";
import { readRoot } from "../support/root.ts";
import { runTool } from "../support/tools.ts";

const texts = z.record(z.string(), z.string());
const healthcheck = z.strictObject({
  test: z.tuple([z.literal("CMD")], z.string()),
  interval: z.string(),
});

const composeSchema = z.strictObject({
  services: z.strictObject({
    database: z.strictObject({
      restart: z.literal("unless-stopped"),
      image: z.string().regex(/^docker\.io\/library\/postgres:(?:1[5-7])$/),
      environment: texts,
      secrets: z.array(z.string()),
      volumes: z.array(z.string()),
      healthcheck,
      networks: z.array(z.string()),
    }),
    checkoutd: z.strictObject({
      restart: z.literal("unless-stopped"),
      image: z.literal("checkoutd"),
      read_only: z.literal(true),
      environment: texts,
      volumes: z.array(z.string()),
      depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })),
      ports: z.array(z.string()),
      networks: z.array(z.string()),
    }),
  }),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  volumes: z.record(z.string(), z.null().or(z.strictObject({}))),
});

const FILE = "deploy/container/compose.yaml";
const compose = composeSchema.parse(parse(await readRoot(FILE)));
const { database, checkoutd } = compose.services;
const containerfile = await readRoot("deploy/container/Containerfile");

Deno.test("compose.yaml: the server's variables are its own, with values that it takes", () => {
  const help = parseServerArgs(["--help"]);
  assert.ok("text" in help);
  for (const [name, value] of Object.entries(checkoutd.environment)) {
    assert.ok(help.text.includes(name), name);
    const flag = `--${name.slice("CHECKOUT_".length).toLowerCase().replaceAll("_", "-")}`;
    assert.ok("config" in parseServerArgs([flag, value]), name);
  }
});

Deno.test("compose.yaml: the URL names the service, user, database and password file of the others", () => {
  const url = readDatabaseUrl(checkoutd.environment["CHECKOUT_DB"] ?? "", () => undefined);
  assert.deepEqual([url.host, url.user, url.database, url.password], [
    "database",
    database.environment["POSTGRES_USER"],
    database.environment["POSTGRES_DB"],
    undefined,
  ]);
  assert.deepEqual(checkoutd.volumes, [
    `./pgpass:${url.passFile}:ro`,
    // The image names it.
    "./secrets.key:/run/secrets.key:ro",
  ]);
  // Plain only where nothing but the two services is connected.
  assert.equal(url.sslMode, "disable");
  assert.deepEqual(Object.keys(checkoutd.depends_on), ["database"]);
  const shared = checkoutd.networks.filter((name) => database.networks.includes(name));
  assert.deepEqual(shared.map((name) => compose.networks[name]?.internal), [true]);
  assert.deepEqual(database.networks, shared);
});

Deno.test("compose.yaml: image and ports are those of the Containerfile, shown to this machine alone", () => {
  assert.match(containerfile, new RegExp(`--tag ${checkoutd.image} `));
  const [, ports = ""] = /^EXPOSE ([\d ]+)$/m.exec(containerfile) ?? [];
  assert.deepEqual(
    checkoutd.ports,
    ports.split(" ").map((port) => `127.0.0.1:${port}:${port}`),
  );
  // The server's check is the image's.
  assert.match(containerfile, /^HEALTHCHECK /m);
  assert.match(containerfile, /^USER 65532:65532$/m);
});

Deno.test("compose.yaml: the database has its secret, its volume, and the settings of the image", () => {
  const [secret = ""] = database.secrets;
  assert.equal(database.environment["POSTGRES_PASSWORD_FILE"], `/run/secrets/${secret}`);
  assert.deepEqual(Object.keys(compose.secrets), database.secrets);
  assert.deepEqual(database.volumes, ["database:/var/lib/postgresql/data"]);
  assert.deepEqual(Object.keys(compose.volumes), ["database"]);
  assert.match(database.environment["POSTGRES_INITDB_ARGS"] ?? "", /--encoding=UTF8/);
});

Deno.test({
  name: "compose.yaml: the check of the database is a command of PostgreSQL",
  ignore: await lacksPostgres(),
  fn: async () => {
    const [, program, ...args] = database.healthcheck.test;
    const bin = await findPrograms();
    const { code } = await runTool(`${bin}/${program}`, [...args, "--host=127.0.0.1", "--port=1"]);
    assert.equal(code, 2, "no server listens there; 3 is for unknown flags");
    const initdb = database.environment["POSTGRES_INITDB_ARGS"]?.split(" ") ?? [];
    const { stdout } = await runTool(`${bin}/initdb`, ["--help"]);
    for (const flag of initdb) assert.ok(stdout.includes(flag.split("=")[0] ?? ""), flag);
  },
});
