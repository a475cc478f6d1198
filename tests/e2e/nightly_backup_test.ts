/** `checkoutd --backup-to`, which backs up the database that it has open itself. */
import assert from "node:assert/strict";
import { aCart } from "../support/app.ts";
import { aShop } from "../support/ctl_shop.ts";
import { findingsOf } from "../support/doctor.ts";
import { runTool } from "../support/tools.ts";
import { ctlJson, runCtl, runServerToEnd, startServer, withFolder } from "../support/process.ts";

async function names(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
}

Deno.test("checkoutd --backup-to makes a whole backup, one for a night, and the server keeps its locks", () =>
  withFolder(async (folder) => {
    const { secret } = await aShop(folder);
    const backups = `${folder}/backups`;
    await Deno.mkdir(backups);
    const flags = ["--backup-to", backups];
    const server = await startServer(folder, flags);
    const open = async () => {
      const response = await fetch(`${server.url}/session`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify(aCart()),
      });
      assert.equal(response.status, 201);
      return (await response.json()).data.session_id;
    };
    const before = await open();
    const [, file = ""] = await server.printed(/"msg":"Backed up","file":"([^"]+)"/);
    assert.deepEqual(await names(backups), [file.slice(backups.length + 1)]);
    assert.match(file, /\/nightly-checkout-\d{8}T\d{6}Z\.db$/);
    assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
    // A descriptor that was closed would have released the server's locks, and a command that is the
    // last to close the database, as it then believes, removes the log.
    const { ino } = await Deno.stat(`${folder}/checkout.db`);
    const { stdout: locks } = await runTool("cat", ["/proc/locks"]);
    assert.match(locks, new RegExp(`POSIX .* ${server.pid} \\S+:${ino} `));
    const after = await open();
    assert.equal((await server.end("SIGKILL")).code, 137);
    await ctlJson(folder, "session", "show", after);
    assert.equal((await runCtl(folder, "--db", file, "db", "check")).code, 0);
    await ctlJson(folder, "--db", file, "session", "show", before);

    const again = await startServer(folder, flags);
    const judged = findingsOf(await runCtl(folder, "doctor", "--json", "--backups", backups));
    assert.equal(judged.find(({ topic }) => topic === "backups")?.level, "ok");
    assert.equal((await again.end("SIGTERM")).code, 0);
    const all = await names(backups);
    assert.equal(all.filter((name) => name.endsWith(".db")).length, 1, all.join());
  }));

Deno.test("a backup that fails is an alarm of doctor with its reason, and sales go on", () =>
  withFolder(async (folder) => {
    const { secret } = await aShop(folder);
    const server = await startServer(folder, ["--backup-to", `${folder}/none`]);
    await server.printed(/"level":"error","msg":"The nightly backup to \S+ failed/);
    const found = findingsOf(await runCtl(folder, "doctor", "--json"))
      .find(({ topic }) => topic === "alarm of the backup");
    assert.equal(found?.level, "action");
    assert.match(found?.found ?? "", /failed: Cannot read the folder: \S+\/none \(since /);
    const response = await fetch(`${server.url}/session`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(aCart()),
    });
    assert.equal(response.status, 201);
    await response.body?.cancel();
    assert.equal((await server.end("SIGTERM")).code, 0);
  }));

Deno.test("--backup-to is refused for PostgreSQL, whose backups pg_dump makes", () =>
  withFolder(async (folder) => {
    const flags = ["--db", "postgres://u@127.0.0.1:1/shop", "--backup-to", folder];
    const { code, stderr } = await runServerToEnd(folder, flags);
    assert.equal(code, 2);
    assert.match(stderr, /--backup-to is for a SQLite file; back up PostgreSQL with pg_dump: /);
  }));
