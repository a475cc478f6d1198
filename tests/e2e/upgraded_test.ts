/** Programs of an earlier version on a database that a newer one upgrades, and who may upgrade it. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { lockServer } from "../../src/process/database/lock.ts";
import { SCHEMA_VERSIONS } from "../../src/store/open.ts";
import { loadDump } from "../store/upgrade/dump.ts";
import { VERSIONS } from "../store/upgrade/versions.ts";
import { aShop } from "../support/ctl_shop.ts";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { testOnEngines } from "../support/engines.ts";
import { ctlCommand, runCtl, startServer, withFolder } from "../support/process.ts";
import { failureIn } from "../support/refused.ts";
import { readRoot } from "../support/root.ts";

const UPGRADED = "The database was upgraded by a newer program";
const { sqlite, postgres } = SCHEMA_VERSIONS;
const NEWER = {
  sqlite: `PRAGMA user_version = ${sqlite + 1}`,
  postgres: `INSERT INTO schema_migrations (version, oldest) VALUES (${postgres + 1}, ${
    postgres + 1
  })`,
};

const SHOP = {
  name: "Shop",
  domains: ["shop.example"],
  country_code: "IN",
  currency_code: "INR",
};

/** The lines of a log that tell of a failure, those of requests apart. */
function errors(log: string): unknown[] {
  return log.trim().split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === "error" && msg !== "request").map(({ msg }) => msg);
}

testOnEngines(
  "an old server, dashboard and webhook listen end with one line and 1 after an upgrade",
  (engine) =>
    engine.withFolder(async (folder) => {
      await aShop(folder);
      const token = await linkFor(folder, "anna");
      const [server, dashboard] = [await startServer(folder), await startDashboard(folder)];
      assert.equal((await followLink(dashboard.url, token)).status, 303);
      const listening = ctlCommand(folder, "webhook", "listen").spawn();
      const said = listening.stderr.pipeThrough(new TextDecoderStream()).getReader();
      const { value: first } = await said.read();
      assert.equal(first, "Waiting for events; Ctrl-C ends\n");
      await engine.sql(folder, NEWER[engine.name]);
      for (const ended of [dashboard.ended(), server.ended()]) {
        const { code, ...printed } = await ended;
        const log = "log" in printed ? printed.log : printed.output;
        assert.equal(code, 1, log);
        assert.deepEqual(errors(log), [`${UPGRADED}: stopping; install that program`]);
      }
      assert.deepEqual(
        (await said.read()).value,
        `error: ${UPGRADED}; install that program (error.unavailable)\n`,
      );
      assert.equal((await said.read()).done, true);
      await listening.stdout.cancel();
      assert.equal((await listening.status).code, 1);
    }),
);

testOnEngines(
  "a command refuses an older database, and leaves it so",
  (engine) =>
    engine.withFolder(async (folder) => {
      await aShop(folder);
      const older = { sqlite: sqlite - 1, postgres: postgres - 1 }[engine.name];
      await engine.sql(
        folder,
        engine.name === "sqlite"
          ? `PRAGMA user_version = ${older}`
          : `DELETE FROM schema_migrations WHERE version > ${older}`,
      );
      const seed = `${folder}/shop.json`;
      await Deno.writeTextFile(seed, JSON.stringify({ merchants: [SHOP] }));
      const shop = "--name Shop --domain shop.example --country IN --cart-format plain --no-cod";
      for (
        const words of [
          "merchant list",
          "session list --csv",
          "db check",
          "dashboard --port 0",
          "webhook listen",
          "demo",
          `init ${shop} --no-webhook`,
          `seed ${seed}`,
        ]
      ) {
        const { code, stdout, stderr } = await runCtl(folder, ...words.split(" "));
        assert.deepEqual([code, stdout], [1, ""], words);
        // Commands that write name the database first.
        const failure = failureIn(stderr.replace(/^Database: .*\n/, ""));
        assert.equal(failure.code, "error.conflict", words);
        const versions = `has schema version ${older} and must be at ${older + 1}, to which`;
        assert.ok(failure.message.includes(versions), `${words}: ${stderr}`);
      }
    }),
);

Deno.test("an older database is migrated by db migrate, unless a server has it, and by a server", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const older = VERSIONS.at(-1)!;
    loadDump(path, await readRoot(`tests/store/upgrade/v${older}.sql`));
    const old = lockServer(path, 4_194_304);
    const refused = await runCtl(folder, "db", "migrate");
    assert.deepEqual(failureIn(refused.stderr), {
      message: `Stop the server before an upgrade (pid 4194304): ${path}`,
      code: "error.conflict",
      exitCode: 1,
    });
    assert.equal(versionOf(path), older);
    old.release();
    assert.equal((await runCtl(folder, "db", "migrate")).code, 0);
    assert.equal(versionOf(path), sqlite);
    const server = await startServer(folder);
    assert.equal((await runCtl(folder, "db", "migrate")).code, 0, "there is nothing to do");
    assert.equal((await server.end("SIGTERM")).code, 0);

    await Deno.remove(path);
    loadDump(path, await readRoot(`tests/store/upgrade/v${older}.sql`));
    assert.equal((await (await startServer(folder)).end("SIGTERM")).code, 0);
    assert.equal(versionOf(path), sqlite);
  }));

function versionOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare("PRAGMA user_version").get()?.["user_version"];
  } finally {
    db.close();
  }
}
