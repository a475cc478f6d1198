/** The database's files moved, deleted or replaced under a server that runs. */
import assert from "node:assert/strict";
import { Load } from "../faults/load.ts";
import { busyShop } from "../faults/shop.ts";
import {
  runCtl,
  type RunningServer,
  runServerToEnd,
  startServer,
  withFolder,
} from "../support/process.ts";

const CART = {
  shop_domain: "demo-store.example",
  items: [{ product_id: 1, variant_id: 11, quantity: 1, price: 10 }],
};
const POST = { path: "/session", method: "POST", data: CART };

/** Runs a test with a server on which one session was made, and the path of its database. */
function withSession(
  test: (world: {
    readonly folder: string;
    readonly path: string;
    readonly load: Load;
    readonly server: RunningServer;
    readonly session: string;
  }) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const load = new Load(await busyShop(folder));
    const server = await startServer(folder);
    const { status, body } = await load.call(server.url, POST);
    assert.equal(status, 201);
    const session = `/session/${body.data.session_id}`;
    await test({ folder, path: `${folder}/checkout.db`, load, server, session });
  });
}

/** The lines of a log that tell of a failure, those of requests apart. */
function errors(output: string): Record<string, unknown>[] {
  return output.trim().split("\n").map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === "error" && msg !== "request");
}

const LINE =
  "The database was moved, deleted or replaced while it was in use: stopping; put it back";

Deno.test("a write into a database that was moved away is not acknowledged: 503, one line, exit 1", () =>
  withSession(async ({ folder, path, load, server, session }) => {
    await Deno.rename(path, `${folder}/elsewhere.db`);
    const refused = await load.call(server.url, POST);
    // It may have been found out before that.
    assert.ok(refused.status === 503 || refused.status === 0, String(refused.status));
    const { code, output } = await server.ended();
    assert.equal(code, 1, output);
    assert.deepEqual(errors(output).map(({ msg, path }) => [msg, path]), [[LINE, path]]);

    // The next start makes no new database beside the log, and neither does the command line.
    const log = await Deno.stat(`${path}-wal`);
    assert.ok(log.size > 0);
    const again = await runServerToEnd(folder, ["--db", path, "--port", "0"]);
    assert.equal(again.code, 1);
    assert.match(
      again.stderr,
      /^error: The database is missing or empty, but its log exists: .*checkout\.db-wal; put the database back beside it, or restore a backup with `db restore`/,
    );
    assert.equal((await runCtl(folder, "merchant", "list")).code, 1);
    await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    assert.equal((await Deno.stat(`${path}-wal`)).size, log.size);

    await Deno.rename(`${folder}/elsewhere.db`, path);
    const back = await startServer(folder);
    assert.equal((await load.call(back.url, { path: session })).status, 200);
    assert.equal((await back.end("SIGTERM")).code, 0);
  }));

Deno.test("an idle server finds out within a second that its database was deleted", () =>
  withSession(async ({ path, server }) => {
    await Deno.remove(path);
    const { code, output } = await server.ended();
    assert.equal(code, 1, output);
    assert.deepEqual(errors(output).map(({ msg }) => msg), [LINE]);
  }));

Deno.test("a database that took the place of another is not broken by that one's log", () =>
  withSession(async ({ folder, path, load, server, session }) => {
    const backup = `${folder}/backup.db`;
    assert.equal((await runCtl(folder, "db", "backup", backup)).code, 0);
    const { body } = await load.call(server.url, POST);
    const later = `/session/${body.data.session_id}`;
    await Deno.rename(path, `${folder}/old.db`);
    await Deno.rename(backup, path);
    const { code, output } = await server.ended();
    assert.equal(code, 1, output);
    const check = await runCtl(folder, "db", "check");
    assert.equal(check.code, 0, check.stdout + check.stderr);
    const next = await startServer(folder);
    assert.equal((await load.call(next.url, { path: session })).status, 200);
    assert.equal((await load.call(next.url, { path: later })).status, 404, "it is the backup");
    assert.equal((await next.end("SIGTERM")).code, 0);
    // It has everything the other server acknowledged, with or without a log.
    await Deno.rename(`${folder}/old.db`, path);
    const old = await startServer(folder);
    assert.equal((await load.call(old.url, { path: later })).status, 200);
    assert.equal((await old.end("SIGTERM")).code, 0);
  }));

for (const suffix of ["-wal", "-shm"]) {
  Deno.test(`a server whose ${suffix} was deleted ends with 1, and what it acknowledged is there`, () =>
    withSession(async ({ folder, path, load, server, session }) => {
      await Deno.remove(path + suffix);
      const { code, output } = await server.ended();
      assert.equal(code, 1, output);
      assert.deepEqual(errors(output).map(({ path }) => path), [path + suffix]);
      const next = await startServer(folder);
      assert.equal((await load.call(next.url, { path: session })).status, 200);
      assert.equal((await next.end("SIGTERM")).code, 0);
      assert.equal((await runCtl(folder, "db", "check")).code, 0);
    }));
}
