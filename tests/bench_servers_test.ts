import assert from "node:assert/strict";
import { Children } from "../bench/measure/children.ts";
import { openDashboard } from "../bench/measure/dashboard.ts";
import { addSessions, copyDatabase, databaseIn } from "../bench/measure/database.ts";
import {
  type Checkout,
  checkoutAt,
  ROOT,
  startFloor,
  startNaive,
  startSubject,
} from "../bench/measure/servers.ts";
import { cartBody } from "../bench/subject/shop.ts";
import { withFolder } from "./support/process.ts";
import { serverVariables, taskFlags } from "./support/tasks.ts";

Deno.test("startSubject() starts the server with the permissions, flags and variables of `deno task start`", async () => {
  await withChildren(async (children, here, folder) => {
    const database = await databaseIn(`${folder}/data`);
    const { child, port, pagePort } = await startSubject(children, here, database);
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
      "--checkout-port",
      String(pagePort),
      "--log-level",
      "info",
      "--rate-limit",
      "1000000000",
    ]);
  });
});

Deno.test("startFloor() of write answers GET and POST with as many bytes as the server", async () => {
  await withChildren(async (children) => {
    const { port } = await startFloor(children, "write", { get: 11, create: 7 });
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

Deno.test("startNaive() serves what it is seeded with and what it creates, to its key alone", async () => {
  await withChildren(async (children, _here, folder) => {
    const database = await databaseIn(folder);
    await Deno.writeTextFile(database.allIds, "one\ntwo\n");
    const { port } = await startNaive(children, database, "secret");
    const ask = async (path: string, key: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
      return { status: response.status, text: await response.text() };
    };
    assert.equal(JSON.parse((await ask("/session/two", "secret")).text).data.id, "two");
    assert.equal((await ask("/session/two", "another")).status, 401);
    assert.equal((await ask("/session/three", "secret")).status, 404);
    const created = await ask("/session", "secret", { method: "POST", body: cartBody() });
    assert.equal(created.status, 201);
    const { session_id } = JSON.parse(created.text).data;
    const { data } = JSON.parse((await ask(`/session/${session_id}`, "secret")).text);
    assert.equal(data.items.length, 5);
    const body = JSON.stringify({ data: { name: "Asha" } });
    const buyer = await ask(`/session/${session_id}/buyer`, "secret", { method: "PUT", body });
    assert.deepEqual(JSON.parse(buyer.text).data, { ...data, buyer: { name: "Asha" } });
    assert.match((await ask(`/page/${session_id}`, "")).text, /<li>Product 17 x 1: 216.29<\/li>/);
    // 1 x 216.29, 2 x 320.77, 3 x 263.68, 4 x 387.56 and 1 x 202.11, less a tenth.
    assert.deepEqual(data.pricing, {
      sub_total: 3401.22,
      discount: 340.12,
      tax: 466.95,
      total: 3061.1,
    });
  });
});

Deno.test("addSessions() grows a database, every session is served, and a copy has them too", async () => {
  await withChildren(async (children, here, folder) => {
    const database = await databaseIn(`${folder}/grown`);
    await addSessions(children, here.root, database, { sessions: 5, seconds: 60 });
    const { secret, added } = await addSessions(children, here.root, database, {
      sessions: 3,
      seconds: 60,
    });
    assert.equal(added, 3);
    const ids = (await Deno.readTextFile(database.allIds)).trimEnd().split("\n");
    assert.equal(new Set(ids).size, 8);
    const copy = await copyDatabase(database, `${folder}/copy`);
    for (const list of ["allIds", "hotIds", "steps"] as const) {
      assert.equal(await Deno.readTextFile(copy[list]), await Deno.readTextFile(database[list]));
    }
    for (const place of [database, copy]) {
      const { child, port } = await startSubject(children, here, place);
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
      for (const line of (await Deno.readTextFile(place.steps)).trimEnd().split("\n")) {
        const [path, body = ""] = line.split(/ (.*)/);
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: "PUT",
          headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
          body,
        });
        await response.body?.cancel();
        assert.equal(response.status, 200, line);
      }
      await children.stop(child);
    }
  });
});

Deno.test("openDashboard() loads the overview of the shop from a process of its own", async () => {
  await withChildren(async (children, here, folder) => {
    const database = await databaseIn(`${folder}/data`);
    await addSessions(children, here.root, database, { sessions: 2, seconds: 60 });
    const { server, load } = await openDashboard(children, here, database);
    await load();
    await children.stop(server.child);
    await assert.rejects(load());
  });
});

async function withChildren(
  test: (children: Children, here: Checkout, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const children = new Children();
    try {
      await test(children, await checkoutAt(children, ROOT), folder);
    } finally {
      await children.stopAll();
    }
  });
}
