import assert from "node:assert/strict";
import { lockServer } from "../../../src/process/database/lock.ts";
import { otherServer, ownServer } from "../../../src/process/database/running_server.ts";
import { withFolder } from "../../support/process.ts";

Deno.test("ownServer() finds the server that has the database, as this machine reaches it", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await Deno.writeTextFile(path, "");
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr;
    const free = ownServer(path, "0").isRunning;
    assert.equal(free, false, "no server was started yet");
    const lock = lockServer(path, 1);
    assert.equal(ownServer(path, undefined).isRunning, false, "it does not listen yet");
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      lock.noteUrl(`http://${host}:${port}`);
      const url = `http://127.0.0.1:${port}`;
      const running = { url, isRunning: true, isUncertain: false, port: null };
      assert.deepEqual(ownServer(path, undefined), running);
    }
    assert.throws(() => lockServer(path, 2), /\(pid 1\)/);
    lock.noteUrl("unix:/run/checkoutd.sock");
    assert.equal(ownServer(path, undefined).isRunning, false);
    lock.noteUrl(`http://127.0.0.1:${port}`);
    lock.release();
    assert.equal(ownServer(path, undefined).isRunning, false, "another program has its port now");
    const other = ownServer(path, String(port));
    assert.ok(other.port !== null && other.port !== port);
    assert.equal(other.url, `http://127.0.0.1:${other.port}`);
  }));

Deno.test("ownServer() does not take any program for the server of a PostgreSQL database", () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const found = ownServer("postgres://db.example/shop", String(port));
  assert.deepEqual(
    [found.url, found.isRunning, found.isUncertain],
    [`http://127.0.0.1:${port}`, false, true],
  );
  assert.ok(found.port !== null && found.port !== port);
});

Deno.test("otherServer() finds a checkoutd on the usual port, unless it is the file's own", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await Deno.writeTextFile(path, "");
    let body = '{"status":"SUCCESS","data":{"alive":true}}';
    await using serving = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(body),
    );
    const { port } = serving.addr;
    const url = `http://127.0.0.1:${port}`;
    assert.equal(await otherServer(path, String(port)), url);
    assert.equal(await otherServer("postgres://u@db.example/shop", String(port)), null);
    assert.equal(await otherServer(`${folder}/new/checkout.db`, String(port)), url);
    await assert.rejects(Deno.stat(`${folder}/new`), Deno.errors.NotFound, "nothing is made");
    const lock = lockServer(path, 1);
    lock.noteUrl(url);
    assert.equal(await otherServer(path, String(port)), null);
    lock.release();
    body = "<html>";
    assert.equal(await otherServer(path, String(port)), null);
    await serving.shutdown();
    assert.equal(await otherServer(path, String(port)), null);
  }));
