/** Jobs of three servers. With `-- --whole`, the server that runs them is killed too. */
import assert from "node:assert/strict";
import { report, rounds } from "../faults/figures.ts";
import { addSession, aSession } from "../store/support.ts";
import { aMerchant } from "../support/builders.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { IS_WHOLE } from "../support/few.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { anEndpoint } from "../support/webhooks.ts";
import { shopOf } from "./endpoints.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

/** Of each kind: sessions to report as idle, and to end. */
const SESSIONS = rounds({ short: 250, whole: 1000 });
const MINUTE_MS = 60_000;
/** Length of the lease of a job that runs every ten seconds, and the time until the next try. */
const TAKEN_UP_MS = 40_000;
/** Time for all sessions, on any machine. */
const SWEEP_MS = 30_000;
const SHOP = shopOf(1);

/** Keeps each change of the holder of a job: the end of the lease before it, and its time. */
const KEEP = `
  CREATE TABLE taken (name text, before text, until timestamptz, holder text, at timestamptz);
  CREATE FUNCTION keep_taken() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.name ~ '^job:' AND (TG_OP = 'INSERT' OR OLD.holder <> NEW.holder) THEN
      INSERT INTO taken VALUES (NEW.name, CASE TG_OP WHEN 'UPDATE' THEN OLD.holder END,
        CASE TG_OP WHEN 'UPDATE' THEN OLD.until END, NEW.holder, clock_timestamp());
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_taken AFTER INSERT OR UPDATE ON leases
    FOR EACH ROW EXECUTE FUNCTION keep_taken()`;

/** Adds sessions that were left alone for 40 minutes, and as many for two hours. */
async function addSessions({ store, database }: Cluster, from: number): Promise<void> {
  const known = { merchantId: SHOP, buyer: { name: null, email: "asha@example.com" } };
  const numbers = Array.from({ length: 2 * SESSIONS }, (_, i) => from + i);
  await Promise.all(numbers.map((n) => store.commit([addSession(aSession(n, known))])));
  const now = Date.now();
  await postgres!.sql(
    database,
    `UPDATE sessions SET last_active_at = ${now} - ${MINUTE_MS} *
       CASE WHEN id IN (SELECT id FROM sessions WHERE session_state = 'INITIATED'
         AND idle_at IS NULL ORDER BY id LIMIT ${SESSIONS}) THEN 40 ELSE 120 END
     WHERE session_state = 'INITIATED' AND idle_at IS NULL`,
  );
}

/** Waits for the events of all sessions, and asserts that each was written once. */
async function assertOnce({ database }: Cluster, ofEach: number): Promise<void> {
  const events = `SELECT type || ' ' || count(*) || ' ' || count(DISTINCT session_id) FROM events
    WHERE type IN ('session.idle', 'session.abandoned') GROUP BY type ORDER BY type`;
  const wanted = ["abandoned", "idle"].map((type) => `session.${type} ${ofEach} ${ofEach}`);
  const lines = async () => (await postgres!.sql(database, events)).split("\n");
  const count = `SELECT count(*) FROM events WHERE type IN ('session.idle', 'session.abandoned')`;
  while (Number(await postgres!.sql(database, count)) < 2 * ofEach);
  assert.deepEqual(await lines(), wanted);
}

Deno.test({
  name: "servers: each job runs on one of three at a time; sessions end and are reported once",
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, {}, async (cluster) => {
      const sql = (text: string) => postgres!.sql(cluster.database, text);
      const endpoint = anEndpoint(1, { merchantId: SHOP });
      await cluster.store.commit([
        { kind: "merchant.put", merchant: aMerchant({ id: SHOP, domains: ["jobs.example"] }) },
        { kind: "webhook.put", endpoint },
      ]);
      await sql(KEEP);
      await addSessions(cluster, 0);
      await assertOnce(cluster, SESSIONS);
      if (IS_WHOLE) await killEach(cluster);
      const early = "SELECT count(*) FROM taken WHERE before IS NOT NULL AND until > at";
      assert.equal(await sql(early), "0", "taken before it was over");
      const jobs = (await sql("SELECT DISTINCT name FROM taken ORDER BY 1")).split("\n");
      const expected = ["job:idle", "job:providers", "job:refunds", "job:release", "job:sweep"];
      assert.deepEqual(jobs.slice(-expected.length), expected);
      if (!IS_WHOLE) assert.equal(await sql("SELECT count(*) FROM taken"), String(jobs.length));
    }),
});

/** Kills each server while there are sessions to end: one of them has the jobs. */
async function killEach(cluster: Cluster): Promise<void> {
  for (const i of [0, 1, 2]) {
    await addSessions(cluster, 2 * SESSIONS * (i + 1));
    const beganMs = performance.now();
    await cluster.kill(i);
    await assertOnce(cluster, SESSIONS * (i + 2));
    const ms = Math.round(performance.now() - beganMs);
    report("jobs after kill -9", { sessions: 2 * SESSIONS, ms });
    assert.ok(ms < TAKEN_UP_MS + SWEEP_MS, `${ms} ms`);
    await cluster.restart(i);
  }
  const again = "SELECT count(*) FROM taken WHERE before IS NOT NULL";
  assert.notEqual(await postgres!.sql(cluster.database, again), "0");
}
