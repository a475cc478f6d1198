import assert from "node:assert/strict";
import { startServer, withFolder } from "../support/process.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";
import { lacksStrace, Strace } from "./strace.ts";
import { Trial } from "./trial.ts";

// Injecting failures needs Linux and strace; .ci/run installs it.
const ignore = await lacksStrace();
/**
 * Failures of the disk: calls, the files they are about, what the server logs, and whether it is a
 * request's own write that fails. If the copy of the log fails, its writes are acknowledged already.
 */
const FAILURES = [
  ["a failed fsync", "fsync,fdatasync", undefined, /The disk did not confirm a write/, true],
  ["an I/O error of a write to the log", "pwrite64", ["-wal"], /./, true],
  ["an I/O error of a copy of the log", "pwrite64", [""], /./, false],
] as const;

for (const [what, calls, ends, logged, isOfRequest] of FAILURES) {
  Deno.test({
    name: `${what} under load: nothing more is acknowledged, exit 1, nothing is lost`,
    ignore,
    fn: () =>
      withFolder(async (folder) => {
        const trial = await Trial.open(folder);
        const { load } = trial;
        const server = await trial.start();
        const paths = ends?.map((end) => `${folder}/checkout.db${end}`);
        let strace: Promise<Strace> | undefined;
        // Attached in the middle of the load, which then goes on until the server is gone.
        await load.run(server, () => {
          if (load.acknowledged >= 200) {
            strace ??= Strace.attach(server.pid, { calls, error: "EIO", ...(paths && { paths }) });
          }
          return false;
        });
        const { code, output } = await server.ended();
        assert.equal(code, 1, output);
        assert.match(output, logged);
        await (await strace)?.detach();
        if (isOfRequest) assert.ok(load.unavailable > 0, "the unconfirmed write is answered 503");
        await trial.finish(what, {});
      }),
  });
}

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
      const trial = await Trial.open(folder);
      const { load } = trial;
      const server = await trial.start();
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
      await trial.finish("failed fsync of the database", {});
    }),
});
