import assert from "node:assert/strict";
import { Children } from "../bench/measure/children.ts";
import { addSessions, copyDatabase, databaseIn } from "../bench/measure/database.ts";
import { startFloor, startSubject } from "../bench/measure/servers.ts";
import { withFolder } from "./support/process.ts";
import { serverVariables, taskFlags } from "./support/tasks.ts";

Deno.test("startSubject() starts the server with the permissions, flags and variables of `deno task start`", async () => {
  await withChildren(async (children, folder) => {
    const database = await databaseIn(`${folder}/data`);
    const { child, port } = await startSubject(children, database);
    const commandLine = await children.run("cat", [`/proc/${child.pid}/cmdline`]);
    const [, ...args] = commandLine.split("\0").slice(0, -1);
    const expected = await taskFlags("start", database.folder);
    assert.deepEqual(args.slice(0, expected.length), expected);
    const told = (await children.run("cat", [`/proc/${child.pid}/environ`])).split("\0");
    const wanted = Object.entries(await serverVariables());
    assert.ok(wanted.length > 0);
    for (const [name, value] of wanted) assert.ok(told.includes(`${name}=${value}`), name);
    // Nothing that is on by default is switched off; only the limit is out of the way.
    assert.deepEqual(args.slice(expected.length), [
      "--db",
      database.database,
      "--port",
      String(port),
      "--log-level",
      "info",
      "--rate-limit",
      "1000000000",
    ]);
  });
});

Deno.test("startFloor() of both answers GET and POST with as many bytes as the server", async () => {
  await withChildren(async (children) => {
    const { port } = await startFloor(children, "both", { get: 11, create: 7 });
    const url = `http://127.0.0.1:${port}/session`;
    const bytes = async (init: RequestInit) => (await (await fetch(url, init)).text()).length;
    assert.equal(await bytes({}), 11);
    assert.equal(await bytes({ method: "POST", body: "{}" }), 7);
    // It reads what it is sent, as the server has to.
    const broken = await fetch(url, { method: "POST", body: "{" });
    await broken.body?.cancel();
    assert.equal(broken.status, 500);
  });
});

Deno.test("startFloor() of head sends the fields that the server sends", async () => {
  await withChildren(async (children, folder) => {
    const database = await databaseIn(`${folder}/data`);
    const { secret } = await addSessions(children, database, { sessions: 1, seconds: 60 });
    const [id] = (await Deno.readTextFile(database.allIds)).split("\n");
    const fields = async (port: number) => {
      const response = await fetch(`http://127.0.0.1:${port}/session/${id}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      await response.body?.cancel();
      assert.equal(response.status, 200);
      return [...response.headers.keys()].filter((name) => name !== "date").sort();
    };
    const floor = await startFloor(children, "head", { get: 11, create: 7 });
    const subject = await startSubject(children, database);
    assert.deepEqual(await fields(floor.port), await fields(subject.port));
  });
});

Deno.test("addSessions() grows a database, every session is served, and a copy has them too", async () => {
  await withChildren(async (children, folder) => {
    const database = await databaseIn(`${folder}/grown`);
    await addSessions(children, database, { sessions: 5, seconds: 60 });
    const { secret, added } = await addSessions(children, database, { sessions: 3, seconds: 60 });
    assert.equal(added, 3);
    const ids = (await Deno.readTextFile(database.allIds)).trimEnd().split("\n");
    assert.equal(new Set(ids).size, 8);
    const copy = await copyDatabase(database, `${folder}/copy`);
    for (const list of ["allIds", "hotIds"] as const) {
      assert.equal(await Deno.readTextFile(copy[list]), await Deno.readTextFile(database[list]));
    }
    for (const place of [database, copy]) {
      const { child, port } = await startSubject(children, place);
      for (const id of ids) {
        const response = await fetch(`http://127.0.0.1:${port}/session/${id}`, {
          headers: { authorization: `Bearer ${secret}` },
        });
        const { data } = await response.json();
        assert.equal(response.status, 200);
        assert.equal(data.id, id);
        assert.equal(data.items.length, 5);
        assert.equal(data.coupons.length, 1);
      }
      await children.stop(child);
    }
  });
});

async function withChildren(
  test: (children: Children, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const children = new Children();
    try {
      await test(children, folder);
    } finally {
      await children.stopAll();
    }
  });
}
