/** Storage that fails for a while: writes wait for it, and `/ready` says so. */
import assert from "node:assert/strict";
import { runCtl, type RunningServer, startServer, withFolder } from "../support/process.ts";
import { freePort } from "../support/raw_socket.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";
import { lacksStrace, Strace } from "./strace.ts";

const ignore = await lacksStrace();
const ROUNDS = rounds({ short: 1, whole: 5 });
const CART = {
  shop_domain: "demo-store.example",
  items: [{ product_id: 1, variant_id: 11, quantity: 1, price: 10 }],
};
const POST = { path: "/session", method: "POST", data: CART };

/** The messages of a log's lines that tell of writes. */
function tellingOfWrites(output: string): string[] {
  return output.trim().split("\n").map((line) => JSON.parse(line).msg)
    .filter((msg) => /^Writes|chore/.test(msg));
}

async function gauge(port: number): Promise<string | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^checkoutd_writes_failing (\d)$/m.exec(text)?.[1];
}

/** Asks for `/ready` until it answers with a status: the server tries a write every second. */
async function untilReady(server: RunningServer, load: Load, status: number) {
  for (;;) {
    const ready = await load.call(server.url, { path: "/ready" });
    if (ready.status === status) return ready;
  }
}

for (
  const [name, error, reason] of [
    ["a full disk", "ENOSPC", "the disk is full"],
    ["a full quota", "EDQUOT", "the disk is full"],
    ["a read-only file system", "EROFS", "the file system is read-only"],
  ] as const
) {
  Deno.test({
    name: `${name}: writes are refused and /ready says so, reads go on, and it recovers by itself`,
    ignore,
    fn: () =>
      withFolder(async (folder) => {
        const load = new Load(await busyShop(folder));
        const port = freePort();
        const flags = ["--rate-limit", "1000000", "--metrics-port", String(port)];
        const server = await startServer(folder, flags);
        const paths = ["", "-wal"].map((end) => `${folder}/checkout.db${end}`);
        const { body } = await load.call(server.url, POST);
        const path = `/session/${body.data.session_id}`;
        for (let round = 0; round < ROUNDS; round++) {
          const before = load.acknowledged;
          await load.run(server, () => load.acknowledged >= before + 50);
          assert.equal((await untilReady(server, load, 200)).status, 200);
          assert.equal(await gauge(port), "0");

          const strace = await Strace.attach(server.pid, { calls: "pwrite64", error, paths });
          const stood = load.acknowledged;
          const refused = load.unavailable;
          for (let n = 0; n < 10; n++) {
            const answer = await load.call(server.url, POST);
            assert.equal(answer.status, 503, JSON.stringify(answer.body));
            assert.equal(answer.body.error.code, "error.unavailable");
            assert.match(answer.body.error.message, new RegExp(`: ${reason}$`));
            assert.equal(answer.retryAfter, "10");
            assert.equal((await load.call(server.url, { path })).status, 200);
          }
          const ready = await load.call(server.url, { path: "/ready" });
          assert.equal(ready.status, 503);
          assert.match(
            ready.body.error.message,
            new RegExp(`^Writes are failing since \\d{4}-.*Z: ${reason}$`),
          );
          assert.equal(ready.retryAfter, "10");
          assert.equal(await gauge(port), "1");
          await load.run(server, () => load.unavailable >= refused + 100);
          assert.equal(load.acknowledged, stood, "Nothing is acknowledged that was not written");
          await strace.detach();
          // Without writes the server finds out by itself.
          await untilReady(server, load, 200);
          assert.equal((await load.call(server.url, POST)).status, 201);
        }
        const { sessions, lost } = await load.check(server);
        const { acknowledged, unavailable } = load;
        report(name, { acknowledged, refused: unavailable, sessions, lost: lost.length });
        assert.deepEqual(lost, []);
        const { code, output } = await server.end("SIGTERM");
        assert.equal(code, 0, output);
        const told = [
          "Writes are failing and are retried until they succeed",
          "Writes succeed again",
        ];
        assert.deepEqual(
          tellingOfWrites(output),
          Array.from({ length: ROUNDS }, () => told).flat(),
        );
      }),
  });
}

Deno.test("a damaged database: writes are refused for good, reads go on, nothing readable is lost", () =>
  withFolder(async (folder) => {
    const load = new Load(await busyShop(folder));
    const first = await startServer(folder, ["--rate-limit", "1000000"]);
    await load.run(first, () => load.acknowledged >= 100);
    assert.equal((await first.end("SIGTERM")).code, 0);
    await damageCounts(`${folder}/checkout.db`);

    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    for (let n = 0; n < 5; n++) {
      const refused = await load.call(server.url, POST);
      assert.equal(refused.status, 503, JSON.stringify(refused.body));
      assert.match(refused.body.error.message, /: the database is damaged$/);
      assert.equal(refused.retryAfter, "300");
    }
    const ready = await load.call(server.url, { path: "/ready" });
    assert.equal(ready.status, 503);
    assert.match(
      ready.body.error.message,
      /^Writes are failing since .*: the database is damaged$/,
    );
    const { acknowledged, unavailable } = load;
    const { sessions, lost } = await load.check(server);
    report("damaged database", {
      acknowledged,
      refused: 5 + unavailable,
      sessions,
      lost: lost.length,
    });
    assert.deepEqual(lost, []);
    const { code, output } = await server.end("SIGTERM");
    assert.equal(code, 0, output);
    assert.deepEqual(tellingOfWrites(output), [
      "Writes are refused from now on, reads continue: restore a backup",
    ]);
    assert.equal((await runCtl(folder, "db", "check")).code, 1);
  }));

/** Overwrites the first page of the table that every new session is counted in. */
async function damageCounts(path: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(path);
  const { rootpage } =
    db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'session_counts'").get() ??
      {};
  const { page_size } = db.prepare("PRAGMA page_size").get() ?? {};
  db.close();
  using file = await Deno.open(path, { write: true });
  await file.seek((Number(rootpage) - 1) * Number(page_size), Deno.SeekMode.Start);
  await file.write(new Uint8Array(Number(page_size)).fill(0xff));
}
