import assert from "node:assert/strict";
import { lockDatabase } from "../../src/process/database/lock.ts";
import { diagnose, findingsOf } from "../support/doctor.ts";
import {
  ctlJson,
  runCtl,
  runServerToEnd,
  runTask,
  startServer,
  withFolder,
} from "../support/process.ts";
import { aShop, type CtlShop } from "../support/ctl_shop.ts";
import { aCart } from "../support/app.ts";

/** Opens sessions one after another until told to end; those that were acknowledged. */
async function keepWriting(url: string, shop: CtlShop, end: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!end.aborted) {
    const response = await fetch(`${url}/session`, {
      method: "POST",
      headers: { "authorization": `Bearer ${shop.secret}`, "content-type": "application/json" },
      body: JSON.stringify(aCart()),
    });
    assert.equal(response.status, 201, await response.clone().text());
    acknowledged.push((await response.json()).data.session_id);
  }
  return acknowledged;
}

Deno.test("db backup while the server writes is restored whole, and the server goes on from there", () =>
  withFolder(async (folder) => {
    const shop = await aShop(folder);
    const backup = `${folder}/backup.db`;
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    const end = new AbortController();
    const writers = Array.from({ length: 4 }, () => keepWriting(server.url, shop, end.signal));
    const early = await fetchSession(server.url, shop, await firstSession(server.url, shop));
    const made = await ctlJson(folder, "db", "backup", backup);
    const checked = await runCtl(folder, "db", "check");
    end.abort();
    const acknowledged = (await Promise.all(writers)).flat();
    assert.ok(acknowledged.length > 20, "the server wrote meanwhile");
    assert.equal(checked.code, 0, `while the server writes: ${checked.stdout}${checked.stderr}`);
    assert.equal(Number(made["bytes"]), (await Deno.stat(backup)).size);

    const refused = await runCtl(folder, "db", "restore", backup, "--yes");
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /The database is in use; stop the server .* \(error\.conflict\)\n$/,
    );
    assert.equal((await server.end("SIGTERM")).code, 0);

    const restored = await runCtl(folder, "db", "restore", backup, "--yes");
    assert.equal(restored.code, 0, restored.stderr);
    assert.equal((await runCtl(folder, "db", "check")).code, 0);
    const again = await startServer(folder, ["--rate-limit", "1000000"]);
    const same = await fetchSession(again.url, shop, early.id);
    assert.deepEqual(same.pricing, early.pricing);
    await firstSession(again.url, shop);
    await again.end("SIGTERM");
  }));

Deno.test("while a backup is being restored neither the server nor checkoutctl opens the database", () =>
  withFolder(async (folder) => {
    await aShop(folder);
    const lock = lockDatabase(`${folder}/checkout.db`, "exclusive");
    const started = await runServerToEnd(folder, ["--db", `${folder}/checkout.db`, "--port", "0"]);
    const said =
      `A restore of this database is running; try again when it is done: ${folder}/checkout.db`;
    const refusal = `error: ${said} (error.conflict)\n`;
    assert.deepEqual(started, { code: 1, stdout: "", stderr: refusal });
    const listed = await runCtl(folder, "merchant", "list");
    assert.deepEqual([listed.code, listed.stdout], [1, ""]);
    assert.equal(listed.stderr, refusal);
    lock.release();
    assert.equal((await runCtl(folder, "merchant", "list")).code, 0);
  }));

Deno.test("db backup goes into any folder by bin/checkoutctl, and the task says that it does not", () =>
  withFolder((folder) =>
    withFolder(async (other) => {
      await aShop(folder);
      const copy = `${other}/copy.db`;
      const place = ["--db", `${folder}/checkout.db`];
      const { code, stderr } = await runTask("ctl", folder, ...place, "db", "backup", copy);
      assert.equal(code, 1);
      assert.match(stderr, /^error: Cannot make the backup .*, because the sandbox of the task/);
      assert.equal((await runCtl(folder, "db", "backup", copy)).code, 0);
    })
  ));

Deno.test("doctor looks at a running installation under the permissions of the task", () =>
  withFolder(async (folder) => {
    await aShop(folder);
    const server = await startServer(folder);
    const doctor = await diagnose(folder);
    assert.equal(doctor.code, 0, doctor.stdout);
    const unknown = findingsOf(doctor).filter(({ level }) => level === "not_known");
    assert.deepEqual(unknown.map(({ topic }) => topic), ["backups"]);
    await server.end("SIGTERM");
  }));

async function firstSession(url: string, shop: CtlShop): Promise<string> {
  const end = new AbortController();
  const work = keepWriting(url, shop, end.signal);
  end.abort();
  return (await work)[0] ?? assert.fail("no session was opened");
}

async function fetchSession(url: string, shop: CtlShop, id: string) {
  const headers = { authorization: `Bearer ${shop.secret}` };
  const response = await fetch(`${url}/session/${id}`, { headers });
  assert.equal(response.status, 200);
  return (await response.json()).data;
}
