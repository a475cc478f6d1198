import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runCtl, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { pathWithDeno, scriptEnvironment, SCRIPTS } from "../support/tasks.ts";
import { look, namesIn, tamper } from "../store/maintenance/support.ts";

const SCRIPT = fileURLToPath(new URL("../../contrib/checkoutd-backup", import.meta.url));
const DAY_MS = 86_400_000;

/** Runs the script as cron does: by sh, with little in its environment, and checkoutctl a file. */
async function night(folder: string, ...args: string[]) {
  const ctl = `${folder}/checkoutctl`;
  const run = `PATH='${pathWithDeno()}' exec '${SCRIPTS.checkoutctl}' "$@"`;
  await Deno.writeTextFile(ctl, `#!/bin/sh\n${run}\n`);
  await Deno.chmod(ctl, 0o755);
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: [SCRIPT, ...args],
    clearEnv: true,
    env: { ...scriptEnvironment(), PATH: "/usr/bin:/bin", CHECKOUTCTL: ctl, NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Runs with a shop's database, and a folder for its backups that is not there yet. */
function withShop(test: (path: string, backups: string, folder: string) => Promise<void>) {
  return withFolder(async (folder) => {
    await aShop(folder);
    await test(`${folder}/checkout.db`, `${folder}/backups`, folder);
  });
}

Deno.test("checkoutd-backup makes a sound copy for its owner only, and says nothing", () =>
  withShop(async (path, backups, folder) => {
    assert.deepEqual(await night(folder, path, backups), { code: 0, out: "", err: "" });
    const [name = "", ...others] = namesIn(backups);
    assert.deepEqual(others, []);
    assert.match(name, /^checkout-\d{8}T\d{6}Z\.db$/);
    assert.equal(((await Deno.stat(backups)).mode ?? 0) & 0o777, 0o700);
    assert.equal(((await Deno.stat(`${backups}/${name}`)).mode ?? 0) & 0o777, 0o600);
    const doctor = await runCtl(folder, "doctor", "--backups", backups, "--json");
    const found = JSON.parse(doctor.stdout).findings
      .find(({ topic }: { topic: string }) => topic === "backups");
    assert.equal(found.level, "ok", "the doctor finds it");
    const restored = await runCtl(folder, "db", "restore", `${backups}/${name}`, "--yes");
    assert.equal(restored.code, 0, restored.stderr);
    assert.equal(look(path, "SELECT count(*) AS n FROM merchants")?.["n"], 1);
  }));

Deno.test("checkoutd-backup keeps so many days and touches nothing else", () =>
  withShop(async (path, backups, folder) => {
    await Deno.mkdir(`${backups}/older`, { recursive: true });
    const ages: Record<string, number> = {
      "checkout-a.db": 6,
      "checkout-b.db": 7.5,
      "checkout-c.db.part-1": 9,
      "checkout-e.db.unsound": 9,
      "accounts.db": 90,
      "older/checkout-d.db": 90,
    };
    for (const [name, days] of Object.entries(ages)) {
      await Deno.writeTextFile(`${backups}/${name}`, "");
      const at = new Date(Date.now() - days * DAY_MS);
      await Deno.utime(`${backups}/${name}`, at, at);
    }
    assert.equal((await night(folder, path, backups, "7")).code, 0);
    const kept = namesIn(backups).map((name) => name.replace(/\d{8}T\d{6}Z/, "NOW"));
    assert.deepEqual(kept, ["accounts.db", "checkout-NOW.db", "checkout-a.db", "older"]);
    assert.deepEqual(namesIn(`${backups}/older`), ["checkout-d.db"]);
  }));

Deno.test("checkoutd-backup fails loudly, and a backup that failed costs no earlier one", () =>
  withShop(async (path, backups, folder) => {
    await Deno.mkdir(backups);
    await Deno.writeTextFile(`${backups}/checkout-old.db`, "");
    await Deno.utime(`${backups}/checkout-old.db`, new Date(0), new Date(0));
    const none = await night(folder, `${folder}/none.db`, backups);
    assert.equal(none.code, 1);
    assert.match(none.err, /^checkoutd-backup: BACKUP FAILED: error: No database at /);
    assert.deepEqual(namesIn(backups), ["checkout-old.db"]);

    tamper(path, "UPDATE merchants SET rules = '{\"tax\":1}'");
    const unsound = await night(folder, path, backups);
    assert.equal(unsound.code, 1);
    assert.match(
      unsound.err,
      /BACKUP FAILED: the copy fails its check and is kept .*\n[\s\S]*merchants/,
    );
    const [copy = "", ...others] = namesIn(backups);
    assert.match(copy, /^checkout-\d{8}T\d{6}Z\.db\.unsound$/, "nobody takes it for a backup");
    assert.deepEqual(others, ["checkout-old.db"]);
    assert.ok(unsound.err.includes(copy));
  }));

Deno.test("checkoutd-backup finds checkoutctl beside itself, where cron's PATH does not lead", () =>
  withShop(async (path, backups, folder) => {
    await night(folder, path, backups);
    await Deno.copyFile(SCRIPT, `${folder}/checkoutd-backup`);
    await Deno.remove(backups, { recursive: true });
    const { code, stderr } = await new Deno.Command("sh", {
      args: [`${folder}/checkoutd-backup`, path, backups],
      clearEnv: true,
      env: { ...scriptEnvironment(), PATH: "/usr/bin:/bin" },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.equal(namesIn(backups).length, 1);
  }));

for (
  const args of [[], ["a"], ["a", "b", "x"], ["a", "b", "0"], ["a", "b", ""], ["a", "b", "1", "2"]]
) {
  Deno.test(`checkoutd-backup ${JSON.stringify(args)} is wrong usage`, () =>
    withFolder(async (folder) => {
      const { code, err } = await night(folder, ...args);
      assert.equal(code, 2);
      assert.match(err, /^usage: checkoutd-backup DATABASE FOLDER \[DAYS\]\n/);
    }));
}
