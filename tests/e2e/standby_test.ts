/** Both programs on a real streaming standby, and a primary that becomes one and is one no longer. */
import assert from "node:assert/strict";
import { startDashboard } from "../support/dashboard_process.ts";
import { lacksPostgres, type PostgresServer, postgresServer } from "../support/postgres.ts";
import {
  ctlJson,
  type Finished,
  runCtl,
  type RunningServer,
  runServerToEnd,
  startServer,
  withFolder,
} from "../support/process.ts";

const SHOP = [
  ...["--name", "Demo", "--domain", "demo.example", "--country", "IN", "--currency", "INR"],
  "--no-shipping",
];
const CART = {
  shop_domain: "demo.example",
  items: [{ product_id: 1, variant_id: 2, title: "Mug", price: 10, quantity: 2 }],
};

const isMissing = await lacksPostgres();
const [primary, standby, own] = isMissing ? [] : await servers();

async function servers(): Promise<[PostgresServer, PostgresServer, PostgresServer]> {
  const settings = { wal_level: "replica", max_wal_senders: "4" };
  const first = await postgresServer(settings);
  return [first, await first.standby(), await postgresServer(settings)];
}

function tested(name: string, fn: (folder: string) => Promise<void>): void {
  Deno.test({ name: `postgres: ${name}`, ignore: isMissing, fn: () => withFolder(fn) });
}

/** Makes a shop, and waits until the standby has it. */
async function shopOnBoth(folder: string): Promise<string> {
  const name = await primary!.freshDatabase();
  const url = primary!.url(name);
  await ctlJson(folder, "--db", url, "db", "migrate");
  await ctlJson(folder, "--db", url, "merchant", "create", ...SHOP);
  const before = await primary!.sql(name, "SELECT pg_current_wal_lsn()");
  const isThere = `SELECT pg_last_wal_replay_lsn() >= '${before}'`;
  while (await standby!.sql("postgres", isThere) !== "t");
  return standby!.url(name);
}

/** Requires a refusal in one line that says what to do. */
function assertRefused({ code, stdout, stderr }: Finished): void {
  assert.deepEqual([code, stdout], [1, ""], stderr);
  assert.match(
    stderr,
    /^error: The server is a standby, which takes no writes; name the primary: postgres:\S+( \(error\.unavailable\))?\n$/,
  );
}

tested(
  "a server, a dashboard and writing commands refuse a standby in one line",
  async (folder) => {
    const url = await shopOnBoth(folder);
    const other = primary!.url(await primary!.freshDatabase());
    await ctlJson(folder, "--db", other, "db", "migrate");
    assertRefused(await runServerToEnd(folder, ["--db", url, "--port", "0"]));
    const commands = [
      ["dashboard", "--port", "0"],
      ["merchant", "create", ...SHOP],
      ["key", "create", "--name", "k"],
      ["db", "migrate"],
      ["dashboard", "user", "add", "anna", "--role", "owner", "--all-merchants"],
    ];
    for (const args of commands) assertRefused(await runCtl(folder, "--db", url, ...args));
    const copied = await runCtl(folder, "db", "copy", other, url);
    assert.notEqual(copied.code, 0);
    assertRefused({ ...copied, stdout: "" });
  },
);

/** Sends a request; its status, and the message of a refusal. */
async function create({ url }: RunningServer, key: string): Promise<[number, string]> {
  const answer = await fetch(`${url}/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ data: CART }),
  });
  const { error } = await answer.json();
  return [answer.status, error?.message ?? ""];
}

/** Ends a server, and starts it as a standby. */
async function demote({ folder, control }: PostgresServer): Promise<void> {
  await control("-m", "fast", "stop");
  const { uid, gid } = await Deno.stat(`${folder}/data`);
  await Deno.writeTextFile(`${folder}/data/standby.signal`, "");
  if (uid !== null && gid !== null) await Deno.chown(`${folder}/data/standby.signal`, uid, gid);
  await control("-w", "start");
}

tested(
  "a primary that becomes a standby is 503 with the reason until it is one again",
  async (folder) => {
    const name = await own!.freshDatabase();
    const db = ["--db", own!.url(name)];
    await ctlJson(folder, ...db, "db", "migrate");
    await ctlJson(folder, ...db, "merchant", "create", ...SHOP);
    const { secret = "" } = await ctlJson(folder, ...db, "key", "create", "--name", "k");
    const server = await startServer(folder, db);
    const dashboard = await startDashboard(folder, ...db);
    assert.equal((await create(server, secret))[0], 201);
    await demote(own!);
    let [status, message] = await create(server, secret);
    // Connections to the one that was stopped are found broken first.
    while (/does not answer|server fails/.test(message)) {
      [status, message] = await create(
        server,
        secret,
      );
    }
    assert.equal(status, 503, message);
    assert.match(
      message,
      /^The database is unavailable: its server takes no writes, as it is a standby or default_/,
    );
    // So are those of other writes, whose reason is the last.
    let reason: string;
    do {
      const ready = await fetch(`${server.url}/ready`);
      assert.equal(ready.status, 503);
      reason = await ready.text();
    } while (/does not answer|server fails/.test(reason));
    assert.match(reason, /its server takes no writes/);
    await own!.control("-w", "promote");
    while ((await create(server, secret))[0] === 503);
    assert.equal((await create(server, secret))[0], 201);
    assert.equal((await fetch(`${server.url}/ready`)).status, 200);
    assert.equal((await dashboard.end("SIGTERM")).code, 0);
    const { code, output } = await server.end("SIGTERM");
    assert.equal(code, 0, output);
    assert.match(output, /its server takes no writes/);
    assert.doesNotMatch(output, /"status":500|file system is read-only/);
  },
);
