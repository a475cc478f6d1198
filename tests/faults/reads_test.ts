/** Files that cannot be read, are cut short or are overwritten while a server has them open. */
import assert from "node:assert/strict";
import { aShop } from "../support/ctl_shop.ts";
import {
  ctlCommand,
  ctlJson,
  runCtl,
  type RunningServer,
  startServer,
  withFolder,
} from "../support/process.ts";
import { report } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";
import { lacksStrace, Strace } from "./strace.ts";

const FLAGS = ["--rate-limit", "1000000"];
const NOISE_BYTES = 64 * 1024;
/** More sessions than pages in SQLite's memory. */
const SESSIONS = 2000;

const lines = (output: string, pattern: RegExp) =>
  output.trim().split("\n").filter((line) => pattern.test(JSON.parse(line).msg));

Deno.test({
  name: "failed reads: 503 and one line, no 500, and reads succeed again by themselves",
  ignore: await lacksStrace(),
  fn: () =>
    withFolder(async (folder) => {
      const load = new Load(await busyShop(folder));
      const first = await startServer(folder, FLAGS);
      await load.run(first, () => load.acknowledged >= SESSIONS);
      assert.equal((await first.end("SIGTERM")).code, 0);
      const server = await startServer(folder, FLAGS);
      const ids = load.ids();
      const paths = ["", "-wal"].map((end) => `${folder}/checkout.db${end}`);
      const read = (id: string | undefined) => load.call(server.url, { path: `/session/${id}` });
      const strace = await Strace.attach(server.pid, {
        calls: "pread64,read",
        error: "EIO",
        paths,
        isMainOnly: true,
      });
      const failed = [];
      for (const id of ids) {
        const answer = await read(id);
        if (answer.status !== 200) failed.push(answer);
      }
      assert.ok(failed.length > 50, `${failed.length} reads failed`);
      for (const { status, body, retryAfter } of failed) {
        assert.deepEqual([status, body.error.code, retryAfter], [503, "error.unavailable", "10"]);
      }
      const ready = await load.call(server.url, { path: "/ready" });
      assert.equal(ready.status, 503);
      assert.match(ready.body.error.message, /^Reads are failing since .*: EIO: .*/);
      await strace.detach();
      assert.equal((await read(ids[0])).status, 200);
      while ((await load.call(server.url, { path: "/ready" })).status !== 200) await read(ids[0]);
      const { lost } = await load.check(server);
      assert.deepEqual(lost, []);
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0, output);
      assert.equal(lines(output, /^Reads are failing/).length, 1, output);
      assert.equal(lines(output, /^Reads succeed again/).length, 1, output);
      assert.equal(lines(output, /job failed/).length, 0);
      report("failed reads", { refused: failed.length, lost: lost.length });
    }),
});

/** What is done to the file of a running server. */
type Damage = readonly [what: string, damage: (path: string) => Promise<unknown>];

const CUTS: readonly Damage[] = [
  ["cut to nothing", (path) => Deno.truncate(path, 0)],
  ["cut in the middle", async (path) => Deno.truncate(path, (await Deno.stat(path)).size >> 1)],
];
const NOISE: Damage = ["overwritten with noise", noiseOver];
/** Under load the next copy of the log may begin while the file is being overwritten. */
const COPY: Damage = [
  "overwritten by a backup",
  (path) => copyOver(`${path}.backup`, path),
];

for (const isBusy of [false, true]) {
  for (const [what, damage] of isBusy ? [...CUTS, NOISE] : [...CUTS, NOISE, COPY]) {
    Deno.test(
      `a database that is ${what} while it is open, ${
        isBusy ? "under load" : "idle"
      }: exit 1, no 500`,
      () =>
        withFolder(async (folder) => {
          const path = `${folder}/checkout.db`;
          const load = new Load(await busyShop(folder));
          const server = await startServer(folder, FLAGS);
          await load.run(server, () => load.acknowledged >= 300);
          assert.equal((await runCtl(folder, "db", "backup", `${path}.backup`)).code, 0);
          const enough = load.acknowledged + 300;
          let damaged: Promise<unknown> | undefined;
          await load.run(server, () => {
            if (load.acknowledged < enough) return false;
            damaged ??= damage(path);
            return !isBusy;
          });
          await damaged;
          await endsDamaged(server);
        }),
    );
  }
}

Deno.test("a command whose database is overwritten ends with 1, and does not repair its head at the end", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const { merchantId } = await aShop(folder);
    const child = ctlCommand(folder, "webhook", "listen", "--merchant", merchantId).spawn();
    const [begun, all] = child.stderr.tee();
    const errors = new Response(all).text();
    const reader = begun.getReader();
    await reader.read();
    // Something in the log, which the last connection to close would copy.
    await ctlJson(folder, "key", "create", "--merchant", merchantId, "--name", "later");
    const noise = await noiseOver(path);
    const { code } = await child.status;
    await Promise.all([reader.cancel(), child.stdout.cancel()]);
    assert.equal(code, 1);
    assert.match(await errors, /^error: The database is damaged: .*; restore a backup \(/m);
    assert.deepEqual((await Deno.readFile(path)).subarray(0, NOISE_BYTES), noise);
    const next = await runCtl(folder, "order", "list");
    assert.equal(next.code, 1);
    assert.match(next.stderr, /Not a SQLite database/);
  }));

async function endsDamaged(server: RunningServer): Promise<void> {
  const { code, output } = await server.ended();
  assert.equal(code, 1, output);
  assert.equal(lines(output, /^The database is damaged: stopping/).length, 1, output);
  assert.doesNotMatch(output, /"status":500/);
}

async function noiseOver(path: string): Promise<Uint8Array> {
  const noise = crypto.getRandomValues(new Uint8Array(NOISE_BYTES));
  using file = await Deno.open(path, { write: true });
  await file.write(noise);
  return noise;
}

/** As `cp` does: the same file, with other content. */
async function copyOver(from: string, to: string): Promise<void> {
  await Deno.writeFile(to, await Deno.readFile(from));
}
