/** Secrets on PostgreSQL: sealed once no earlier program runs, which can start no more. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { postgresMaintenance } from "../../../src/store/postgres/maintenance/maintenance.ts";
import { POSTGRES_SCHEMA_VERSION } from "../../../src/store/postgres/schema/migrations.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import { NOW } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { plain, withKeys } from "../../support/secrets.ts";
import { runTool } from "../../support/tools.ts";
import { Checkout } from "../../web/api/checkout.ts";
import { KNOWN_PHONE, withShop } from "../../web/api/shop.ts";
import { PARTS } from "../maintenance/support.ts";
import { anEndpoint } from "../support.ts";
import { checkPostgres, startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const VERSION = 2;
const DUMP = fileURLToPath(new URL(`../upgrade/postgres_v${VERSION}.sql`, import.meta.url));

/** Which texts the files of all tables contain; the server's log of writes keeps earlier ones. */
async function found(texts: readonly string[]): Promise<string[]> {
  await server!.sql("postgres", "CHECKPOINT");
  const base = join(server!.folder, "data", "base");
  const { stdout } = await runTool("grep", [
    "-roha",
    ...texts.flatMap((text) => ["-e", text]),
    base,
  ]);
  const lines = new Set(stdout.split("\n"));
  return texts.filter((text) => lines.has(text));
}

Deno.test({
  name: "postgres: seal() waits for the end of earlier programs, and cuts them off",
  ignore: isMissing,
  fn: async () => {
    const name = await server!.freshDatabase();
    const url = server!.url(name);
    const args = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", DUMP];
    assert.equal((await runTool(`${server!.bin}/psql`, args)).code, 0);
    const { seal, secrets } = postgresMaintenance(readDatabaseUrl(url, () => undefined), {
      isView: PARTS.isView,
      now: () => NOW,
    });
    await (await server!.open(name)).close();
    const texts = ["orders:s3cret@", "Bearer s3cret"];
    assert.deepEqual(await found(texts), texts);
    await withKeys(url, async (keys) => {
      const lease = `program:${VERSION}:checkoutd_write_0000000000000000:an-earlier-server`;
      await server!.sql(
        name,
        `INSERT INTO leases (name, holder, until) VALUES ('${lease}', 'x', now() + interval '1 h')`,
      );
      const told: string[] = [];
      const options = {
        keys,
        now: NOW,
        cleaning: new AbortController().signal,
        onProgress: (text: string) => void told.push(text),
      };
      assert.deepEqual(await seal(url, options), {
        sealed: 0,
        locked: 0,
        problem: "1 program of an earlier version runs; secrets are sealed afterwards",
      });
      const before = await secrets(url);
      assert.deepEqual([before.keys, keys.fingerprints(), told], [[], [], []]);

      await server!.sql(name, `DELETE FROM leases WHERE name = '${lease}'`);
      const count = before.secrets.length;
      assert.deepEqual(await seal(url, options), { sealed: count, locked: 0, problem: null });
      assert.match(
        told.join("\n"),
        /^Secrets are sealed; VACUUM FULL locks webhook_endpoints, /,
      );
      assert.deepEqual(await found(texts), []);
      const after = await secrets(url);
      assert.deepEqual(
        after.secrets.map(({ secret, place }) => keys.open(secret, place)),
        before.secrets.map(({ secret }) => secret.stored),
      );
      assert.deepEqual(after.keys, [{ fingerprint: keys.fingerprints()[0], cleanedAt: NOW }]);
      assert.deepEqual((await checkPostgres(url)).findings, []);
      const oldest = "SELECT max(oldest) FROM schema_migrations";
      assert.equal(await server!.sql(name, oldest), "14", "an earlier program refuses it");
      const store = await server!.open(name);
      const [shop] = await store.merchants.all();
      const endpoint = anEndpoint({ merchantId: shop!.id, secret: plain("whsec_plain") });
      await assert.rejects(
        store.commit([{ kind: "webhook.put", endpoint }]),
        (error) =>
          error instanceof CommitRefused &&
          error.message === "The secret is not sealed by a key of the database",
      );
      await store.close();
    });
  },
});

Deno.test({
  name: "postgres: codes have no key while an earlier program runs, and the key cuts it off",
  ignore: isMissing,
  fn: async () => {
    const name = await server!.freshDatabase();
    await withShop(async (world) => {
      const lease = `program:${POSTGRES_SCHEMA_VERSION - 1}:checkoutd_write_0000000000000000:x`;
      const leased = (until: string) =>
        server!.sql(
          name,
          `INSERT INTO leases (name, holder, until) VALUES ('${lease}', 'x', now() + '${until}')
             ON CONFLICT (name) DO UPDATE SET until = excluded.until`,
        );
      const send = async () => {
        const checkout = await Checkout.open(world);
        world.clock.advance(60_000);
        await checkout.step("POST /otp", { phone: KNOWN_PHONE });
        return checkout;
      };
      const hashOf = async (checkout: Checkout) =>
        (await checkout.stored()).otp.challenge?.hash ?? "";
      const oldest = () => server!.sql(name, "SELECT max(oldest) FROM schema_migrations");
      await leased("1 h");
      const before = await send();
      assert.match(await hashOf(before), /^[0-9a-f]{64}$/);
      const sent = before.lastCode();
      assert.equal(await oldest(), "2");
      await leased("-1 s");
      assert.match(await hashOf(await send()), /^hmac:[0-9a-f]{64}$/);
      assert.equal(await oldest(), "17");
      await before.step("POST /otp/verify", { phone: KNOWN_PHONE, otp: sent });
    }, { open: () => server!.open(name) });
  },
});
