/** Cleaning a database in a file of what was plain text, while a server serves. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { anSmsChannel } from "../support/channels.ts";
import { aMerchant, NOW } from "../support/builders.ts";
import { OPTIONS } from "./maintenance/restore_support.ts";
import { found, withKeys } from "../support/secrets.ts";
import { check, maintenance } from "./maintenance/support.ts";
import { withPath } from "./support.ts";

/** Makes free pages, with a secret in one. */
function freePages(path: string): void {
  using db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x)");
  const insert = db.prepare("INSERT INTO t VALUES ('whsec_inAFreePage' || hex(zeroblob(500000)))");
  for (let i = 0; i < 20; i++) insert.run();
  db.exec("DROP TABLE t");
}

Deno.test("seal() cleans in slices that leave the thread free, and ends when it is told to", () =>
  withPath((path) =>
    withKeys(path, async (keys) => {
      const store = await openSqliteStore(path);
      await store.commit([
        { kind: "merchant.put", merchant: aMerchant() },
        { kind: "webhook.put", endpoint: anSmsChannel() },
      ]);
      await store.close();
      freePages(path);
      const cleanedAt = async () => (await maintenance.secrets(path)).keys[0]?.cleanedAt;
      // Rows alone: what a start waits for.
      const rows = await maintenance.seal(path, { keys, now: NOW });
      assert.deepEqual(rows, { sealed: 1, locked: 0, problem: null });
      assert.equal(await cleanedAt(), null);
      assert.deepEqual(await found(path, ["whsec_inAFreePage"]), ["whsec_inAFreePage"]);

      // The end of the server, after some slices.
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), 50);
      await maintenance.seal(path, { keys, now: NOW, cleaning: ending.signal });
      clearTimeout(timer);
      assert.ok(ending.signal.aborted, "it was not done before");
      assert.equal(await cleanedAt(), null);
      await maintenance.backup(path, `${path}.backup`, { force: false, onProgress: () => {} });
      await maintenance.restore(`${path}.restored`, `${path}.backup`, OPTIONS);
      assert.deepEqual((await check(`${path}.restored`)).findings, []);

      // The next one begins again, beside a reader that needs the log.
      using reader = new DatabaseSync(path, { readOnly: true });
      reader.exec("BEGIN");
      reader.prepare("SELECT count(*) FROM webhook_endpoints").get();
      let longest = 0;
      let last = performance.now();
      const ticking = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 1);
      const { signal: cleaning } = new AbortController();
      const done = maintenance.seal(path, { keys, now: NOW + 1, cleaning });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assert.equal(await cleanedAt(), null, "the log has plain text yet");
      reader.exec("COMMIT");
      await done;
      clearInterval(ticking);
      assert.ok(longest < 1000, `blocked the thread for ${longest} ms`);
      assert.equal(await cleanedAt(), NOW + 1);
      assert.deepEqual(await found(path, ["whsec_inAFreePage", "Bearer s3cret"]), []);
      assert.deepEqual((await check(path)).findings, []);
    })
  ));
