import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_SESSION_FILTER } from "../../../src/domain/filters.ts";
import type { SecretName } from "../../../src/domain/secret.ts";
import { POSTGRES_SCHEMA_VERSION } from "../../../src/store/postgres/schema/migrations.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { plain } from "../../support/secrets.ts";
import { runTool } from "../../support/tools.ts";
import { addPerson, putAuthenticator } from "../contract/factors.ts";
import { addRefund, putDispute } from "../contract/refunds.ts";
import { anEndpoint, anEvent, putMerchant } from "../support.ts";
import { checkPostgres, startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const FOLDER = new URL("../upgrade/", import.meta.url);

/** Versions whose databases are kept as their programs left them: `make_postgres.ts`. */
const EARLIER = Array.from(
  Deno.readDirSync(FOLDER),
  ({ name }) => /^postgres_v(\d+)\.sql$/.exec(name)?.[1],
).filter((version) => version !== undefined).map(Number).sort((a, b) => a - b);

/** Of the versions after it none was in use before the current one. */
const NEWEST_KEPT = 16;

Deno.test("postgres: databases of the first version and of the last one in use are kept", () => {
  assert.deepEqual([EARLIER.at(0), EARLIER.at(-1)], [1, NEWEST_KEPT]);
});

Deno.test({
  name: "postgres: programs before 28 refuse the database after the first offer of a passkey",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const oldest = () => database.sql("SELECT max(oldest) FROM schema_migrations");
    const secretOf = (name: SecretName): Change => ({
      kind: "secret.add",
      secret: { name, value: plain("A".repeat(43)), createdAt: NOW },
    });
    await database.store.commit([secretOf("recovery")]);
    assert.equal(await oldest(), "2");
    await database.store.commit([secretOf("passkey")]);
    assert.equal(await oldest(), "28");
  },
});

for (
  const [version, change, ...before] of [
    [16, addRefund()],
    [16, putDispute()],
    [19, putAuthenticator(), addPerson],
  ] as const
) {
  Deno.test({
    name: `postgres: programs before ${version} refuse the database after the first ${change.kind}`,
    ignore: isMissing,
    fn: async () => {
      await using database = await server!.database();
      const oldest = () => database.sql("SELECT max(oldest) FROM schema_migrations");
      await database.store.commit([putMerchant, ...before]);
      assert.equal(await oldest(), "2");
      const functions = () =>
        database.sql("SELECT proname FROM pg_proc WHERE proname ~ '^checkoutd_write_' ORDER BY 1");
      const own = await functions();
      // One of an earlier program, which would write before it looks at the version again.
      await database.sql(`CREATE FUNCTION checkoutd_write_0123456789abcdef(uuid, jsonb, jsonb)
        RETURNS text LANGUAGE sql AS 'SELECT NULL'`);
      assert.notEqual(await functions(), own);
      await database.store.commit([change]);
      assert.deepEqual([await oldest(), await functions()], [`${version}`, own]);
      // The program that wrote it goes on.
      await database.store.commit([putMerchant]);
    },
  });
}

Deno.test({
  name: "postgres: programs before 23 refuse the database after the first key with addresses",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const oldest = () => database.sql("SELECT max(oldest) FROM schema_migrations");
    await database.store.commit([putMerchant, { kind: "key.add", key: aKey() }]);
    assert.equal(await oldest(), "2");
    const held = aKey({ id: uuid(98), hash: "b".repeat(64), allowedFrom: ["203.0.113.0/24"] });
    await database.store.commit([{ kind: "key.add", key: held }]);
    assert.equal(await oldest(), "23");
  },
});

Deno.test({
  name: "postgres: programs before 24 refuse the database once two secrets sign",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const oldest = () => database.sql("SELECT max(oldest) FROM schema_migrations");
    const { secret: was, ...endpoint } = anEndpoint();
    const rotated = { ...endpoint, secret: { stored: "whsec_new" }, previous: null };
    const rotate = { kind: "webhook.rotate", endpoint: rotated, was } as const;
    await database.store.commit([putMerchant, { kind: "webhook.add", endpoint: anEndpoint() }]);
    await database.store.commit([rotate]);
    assert.equal(await oldest(), "2");
    const previous = { secret: was, endsAt: NOW };
    await database.store.commit([{
      ...rotate,
      endpoint: { ...rotated, previous },
      was: rotated.secret,
    }]);
    assert.equal(await oldest(), "24");
  },
});

Deno.test({
  name: "postgres: programs before 26 refuse the database once a shop has a limit of a day",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const oldest = () => database.sql("SELECT max(oldest) FROM schema_migrations");
    const put = (over: Partial<Merchant>): Change => ({
      kind: "merchant.put",
      merchant: { ...aMerchant(), ...over },
    });
    await database.store.commit([put({ name: '"refundsDaily":5', staffRefundsDaily: 5 })]);
    assert.equal(await oldest(), "2");
    await database.store.commit([put({ coinsDaily: 5 })]);
    assert.equal(await oldest(), "26");
  },
});

Deno.test({
  name: "postgres: programs before 29 refuse the database once there is an event of a limit",
  ignore: isMissing,
  fn: async () => {
    const cases: readonly Change[] = [
      { kind: "event.add", event: { ...anEvent(1), sessionId: null, type: "limit.crossed" } },
      { kind: "webhook.add", endpoint: anEndpoint({ events: ["limit.crossed"] }) },
    ];
    for (const change of cases) {
      await using database = await server!.database();
      const oldest = () => database.sql("SELECT max(oldest) FROM schema_migrations");
      const shopEvent = { ...anEvent(2), sessionId: null, type: "payment.many-unknown" } as const;
      await database.store.commit([
        putMerchant,
        { kind: "event.add", event: shopEvent },
      ]);
      assert.equal(await oldest(), "2");
      await database.store.commit([change]);
      assert.equal(await oldest(), "29");
    }
  },
});

for (const version of EARLIER) {
  Deno.test({
    name: `postgres: a database of schema version ${version} is brought up to date and is sound`,
    ignore: isMissing,
    fn: async () => {
      const name = await server!.freshDatabase();
      const url = server!.url(name);
      const file = fileURLToPath(new URL(`postgres_v${version}.sql`, FOLDER));
      const args = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", file];
      const { code, stderr } = await runTool(`${server!.bin}/psql`, args);
      assert.equal(code, 0, stderr);
      const store = await server!.open(name);
      const all = (await store.sessions.list(NO_SESSION_FILTER, { limit: 1000 })).rows;
      assert.ok(all.length >= 3);
      for (const stored of all) assert.deepEqual(stored.load().state, stored.state);
      const [{ id, merchantId }] = all as [typeof all[number]];
      await store.commit([{ kind: "event.add", event: anEvent(1, { sessionId: id, merchantId }) }]);
      await store.close();
      const { findings, checked, schemaVersion } = await checkPostgres(url);
      assert.deepEqual([findings, schemaVersion], [[], POSTGRES_SCHEMA_VERSION]);
      assert.ok((checked["sessions"] ?? 0) >= 3, "there was something to bring along");
    },
  });
}
