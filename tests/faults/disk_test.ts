import assert from "node:assert/strict";
import { startServer, withFolder } from "../support/process.ts";
import { report } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";
import { lacksStrace, Strace } from "./strace.ts";

// Injecting failures needs Linux and strace; .ci/run installs it.
const ignore = await lacksStrace();
Deno.test({
  name: "a failed fsync under load: nothing more is acknowledged, exit 1, nothing is lost",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const load = new Load(await busyShop(folder));
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      let strace: Promise<Strace> | undefined;
      // Attached in the middle of the load, which then goes on until nobody answers.
      // Early: the log is then too short to be copied, and the flush that fails is a commit's.
      await load.run(server, () => {
        if (load.acknowledged >= 20) {
          strace ??= Strace.attach(server.pid, { calls: "fsync,fdatasync", error: "EIO" });
        }
        return false;
      });
      const { code, output } = await server.ended();
      assert.equal(code, 1, output);
      assert.match(output, /The disk did not confirm a write/);
      await (await strace)?.detach();
      const refused = load.unavailable;
      assert.ok(refused > 0, "The write that was not confirmed is answered, with 503");

      const again = await startServer(folder, ["--rate-limit", "1000000"]);
      const { sessions, lost } = await load.check(again);
      report("failed fsync", {
        acknowledged: load.acknowledged,
        refused,
        sessions,
        lost: lost.length,
      });
      assert.deepEqual(lost, []);
      assert.equal((await again.end("SIGTERM")).code, 0);
    }),
});

Deno.test({
  name: "an I/O error of a write under load: nothing more is acknowledged, exit 1, nothing is lost",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const load = new Load(await busyShop(folder));
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      let strace: Promise<Strace> | undefined;
      const paths = ["", "-wal"].map((end) => `${folder}/checkout.db${end}`);
      await load.run(server, () => {
        if (load.acknowledged >= 200) {
          strace ??= Strace.attach(server.pid, { calls: "pwrite64", error: "EIO", paths });
        }
        return false;
      });
      const { code, output } = await server.ended();
      assert.equal(code, 1, output);
      await (await strace)?.detach();
      const { acknowledged, unavailable } = load;
      const again = await startServer(folder, ["--rate-limit", "1000000"]);
      const { sessions, lost } = await load.check(again);
      report("I/O error", { acknowledged, refused: unavailable, sessions, lost: lost.length });
      assert.deepEqual(lost, []);
      assert.ok(unavailable > 0);
      assert.equal((await again.end("SIGTERM")).code, 0);
    }),
});

Deno.test({
  name: "a failed fsync of the last thing that is written: exit 1 as well",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const load = new Load(await busyShop(folder));
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      const strace = await Strace.attach(server.pid, { calls: "fsync,fdatasync", error: "EIO" });
      // Nothing but the use of the key is left to write.
      assert.equal((await load.call(server.url, { path: "/session/none" })).status, 404);
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 1, output);
      await strace.detach();
    }),
});

Deno.test({
  name: "a failed fsync of the database alone, behind the log: exit 1, nothing is lost",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const load = new Load(await busyShop(folder));
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      const paths = [`${folder}/checkout.db`];
      const strace = await Strace.attach(server.pid, {
        calls: "fsync,fdatasync",
        error: "EIO",
        paths,
      });
      await load.run(server, () => load.acknowledged >= 3000);
      const { code, output } = await server.end("SIGTERM").catch(() => server.ended());
      assert.equal(code, 1, output);
      await strace.detach();
      const again = await startServer(folder, ["--rate-limit", "1000000"]);
      const { sessions, lost } = await load.check(again);
      report("failed fsync of the database", { sessions, lost: lost.length });
      assert.deepEqual(lost, []);
      assert.equal((await again.end("SIGTERM")).code, 0);
    }),
});
