/** Secrets of a database in a file: sealed by a key, and gone from all bytes as plain text. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { endpointPlace, secretOf } from "../../src/domain/shop/webhook.ts";
import { sealedBy, type SecretKeys } from "../../src/domain/secret.ts";
import { SecretsKeyFile } from "../../src/process/secrets/key_file.ts";
import { smsRequestFromText } from "../../src/schema/stored/endpoint.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { CommitRefused, type Store } from "../../src/store/store.ts";
import { anEmailChannel, anSmsChannel } from "../support/channels.ts";
import { aMerchant, NOW } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";
import { found, plain, withKeys } from "../support/secrets.ts";
import { check, maintenance } from "./maintenance/support.ts";
import { anEndpoint, M1, withPath } from "./support.ts";
import { withVersion } from "./upgrade/versions.ts";

/** Secrets of the builders, and those of endpoints that were changed or removed. */
const PLAIN = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "orders:s3cret@", "Bearer s3cret"];

async function withStore<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(path);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Opened secrets by kind. */
async function opened(path: string, keys: SecretKeys): Promise<string[]> {
  const { secrets } = await maintenance.secrets(path);
  return secrets.map(({ secret, place }) => `${place.kind}: ${keys.open(secret, place)}`);
}

Deno.test("seal() leaves no secret of an earlier version in any byte of the files", () =>
  withVersion(24, (path) =>
    withKeys(path, async (keys) => {
      const [recovery] = await withStore(path, async (store) => {
        const one = await store.secrets.find("recovery");
        return [one?.value.stored ?? ""];
      });
      // Two that are not stored any more, but were: one in a row, one in pages that became free.
      const db = new DatabaseSync(path);
      db.exec("PRAGMA journal_mode = WAL");
      const [{ id, secret }] = db.prepare(
        "SELECT id, secret FROM webhook_endpoints WHERE kind = 'webhook'",
      ).all() as [{ id: string; secret: string }];
      const update = db.prepare("UPDATE webhook_endpoints SET secret = ? WHERE id = ?");
      update.run("whsec_earlierSecretOfTheEndpoint", id);
      update.run(`${secret}`, id);
      db.exec(
        "CREATE TABLE t (x); INSERT INTO t VALUES ('whsec_inAFreePage' || hex(zeroblob(9000)))",
      );
      db.exec("DROP TABLE t");
      db.close();
      const texts = [secret, "orders:s3cret@", "Bearer s3cret", "whsec_inAFreePage"];
      assert.deepEqual(await found(path, texts), texts);
      assert.match(recovery!, /^[\w-]{43}$/);

      const before = await maintenance.secrets(path);
      const { signal: cleaning } = new AbortController();
      const report = await maintenance.seal(path, { keys, now: NOW, cleaning });
      assert.deepEqual(report, { sealed: before.secrets.length, locked: 0, problem: null });
      assert.deepEqual(await found(path, [...texts, "whsec_earlierSecret", recovery!]), []);
      assert.deepEqual((await check(path)).findings, []);
      const after = await maintenance.secrets(path);
      assert.deepEqual(
        after.keys,
        [{ fingerprint: keys.fingerprints()[0], cleanedAt: NOW }],
      );
      assert.deepEqual(
        await opened(path, keys),
        before.secrets.map(({ secret, place }) => `${place.kind}: ${secret.stored}`),
      );
      // A second time it has nothing to do, and keeps the same key.
      assert.deepEqual(await maintenance.seal(path, { keys, now: NOW + 1 }), {
        sealed: 0,
        locked: 0,
        problem: null,
      });
      // The database goes on: endpoints are listed in the order in which they were added.
      const order = (rows: typeof before) => rows.secrets.map(({ label }) => label);
      assert.deepEqual(order(after), order(before));
    })));

Deno.test("a database with a key takes no plain secret, and none of another key", () =>
  withPath((path) =>
    withKeys(path, async (keys) => {
      await withStore(
        path,
        (store) => store.commit([{ kind: "merchant.put", merchant: aMerchant() }]),
      );
      await maintenance.seal(path, { keys, now: NOW, isNeeded: true });
      await withStore(path, async (store) => {
        const endpoint = anEndpoint({ merchantId: M1 });
        const isUnsealed = (error: unknown) =>
          error instanceof CommitRefused &&
          error.message === "The secret is not sealed by a key of the database";
        const strange = { stored: `sealed:${"0".repeat(16)}:AAAA` };
        const own = keys.seal(PLAIN[0]!, endpointPlace(endpoint), keys.fingerprints()[0]!);
        for (const secret of [plain(PLAIN[0]!), strange]) {
          const changed = { ...endpoint, secret };
          await assert.rejects(
            store.commit([{ kind: "webhook.add", endpoint: changed }]),
            isUnsealed,
          );
          await assert.rejects(
            store.commit([{ kind: "webhook.put", endpoint: changed }]),
            isUnsealed,
          );
        }
        await store.commit([{ kind: "webhook.add", endpoint: { ...endpoint, secret: own } }]);
        const stale = { ...endpoint, secret: plain(PLAIN[0]!) };
        await assert.rejects(store.commit([{ kind: "webhook.put", endpoint: stale }]), isUnsealed);
        const value = plain("A".repeat(43));
        await assert.rejects(
          store.commit([{
            kind: "secret.add",
            secret: { name: "recovery", value, createdAt: NOW },
          }]),
          isUnsealed,
        );
      });
      assert.deepEqual(await found(path, PLAIN), []);
    })
  ));

Deno.test("a sealed secret opens in its own row alone, and with its own key", () =>
  withPath((path) =>
    withKeys(path, (keys, folder) => {
      keys.make();
      const [fingerprint] = keys.fingerprints();
      const endpoint = anEndpoint();
      const place = endpointPlace(endpoint);
      const secret = keys.seal("whsec_ü", place, fingerprint!);
      assert.equal(sealedBy(secret), fingerprint);
      assert.equal(keys.open(secret, place), "whsec_ü");
      assert.notDeepEqual(keys.seal("whsec_ü", place, fingerprint!), secret);
      for (
        const other of [
          { ...place, merchantId: null },
          { ...place, kind: "email" as const },
          { ...place, row: "other" },
        ]
      ) assert.equal(keys.open(secret, other), null);
      const [head, body] = [secret.stored.slice(0, 24), secret.stored.slice(24)];
      const damaged = head + (body.startsWith("A") ? "B" : "A") + body.slice(1);
      assert.equal(keys.open({ stored: damaged }, place), null);
      // Plain text from before passes.
      assert.equal(keys.open(plain("whsec_x"), place), "whsec_x");
      const others = new SecretsKeyFile({ database: path, file: `${folder}/others.key` });
      others.make();
      assert.equal(others.open(secret, place), null);
      return Promise.resolve();
    })
  ));

Deno.test("seal() rotates: the newest key seals all, what no key opens stays as it is", () =>
  withPath((path) =>
    withKeys(path, async (keys, folder) => {
      const [sms, email] = [anSmsChannel(), anEmailChannel()];
      await withStore(path, (store) =>
        store.commit([
          { kind: "merchant.put", merchant: aMerchant() },
          { kind: "webhook.put", endpoint: sms },
          { kind: "webhook.put", endpoint: email },
        ]));
      const { signal: cleaning } = new AbortController();
      await maintenance.seal(path, { keys, now: NOW, cleaning });
      const [first] = keys.fingerprints();
      keys.add();
      const [second, ...rest] = keys.fingerprints();
      assert.deepEqual(rest, [first]);
      const rotated = await maintenance.seal(path, { keys, now: NOW + 1, rotatedBy: OPERATOR });
      assert.deepEqual(rotated, { sealed: 2, locked: 0, problem: null });
      assert.deepEqual((await maintenance.secrets(path)).keys, [
        { fingerprint: second, cleanedAt: NOW + 1 },
      ]);
      const { secrets } = await maintenance.secrets(path);
      assert.deepEqual(secrets.map(({ secret }) => sealedBy(secret)), [second, second]);
      await withStore(path, async (store) => {
        const stored = await store.webhooks.find(sms.id);
        assert.ok(stored?.kind === "sms");
        const text = keys.open(secretOf(stored), endpointPlace(stored));
        assert.deepEqual(smsRequestFromText(text!, sms.id), JSON.parse(sms.request.stored));
        const mail = await store.webhooks.find(email.id);
        assert.ok(mail?.kind === "email");
        assert.equal(mail.from, email.from, "the sender is no secret");
      });
      // A program with another key changes nothing, and says so.
      const strangers = new SecretsKeyFile({ database: path, file: `${folder}/strangers.key` });
      strangers.make();
      const refused = await maintenance.seal(path, {
        keys: strangers,
        now: NOW,
        rotatedBy: OPERATOR,
      });
      assert.deepEqual(refused, {
        sealed: 0,
        locked: 0,
        problem: "the key of this program is another one than the database's; still sealed by a " +
          `key that is not here (fingerprint ${second}): 2 channels; put that key into the file, or ` +
          "remove those endpoints, channels, providers and apps (dashboard factor reset) if it is lost, and rotate again",
      });
      assert.deepEqual((await maintenance.secrets(path)).secrets, secrets);
    })
  ));
