/** Secrets of authenticator apps: sealed and rotated as all others, and with their person gone. */
import assert from "node:assert/strict";
import { authenticatorPlace } from "../../src/domain/people/factor.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { NOW } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";
import { aPerson } from "../support/people.ts";
import { found, withKeys } from "../support/secrets.ts";
import { addPerson, putAuthenticator } from "./contract/factors.ts";
import { check, maintenance } from "./maintenance/support.ts";
import { assertRefused, withPath } from "./support.ts";

const { id: personId } = aPerson();
const SECRET = "A".repeat(32);

async function withStore(path: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore(path);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

Deno.test("the secret of an app is sealed, rotated, and leaves with its person", () =>
  withPath((path) =>
    withKeys(path, async (keys) => {
      await withStore(path, (store) => store.commit([addPerson, putAuthenticator()]));
      assert.deepEqual(await found(path, [SECRET]), [SECRET]);
      const { signal: cleaning } = new AbortController();
      const sealed = { sealed: 1, locked: 0, problem: null };
      assert.deepEqual(await maintenance.seal(path, { keys, now: NOW, cleaning }), sealed);
      assert.deepEqual(await found(path, [SECRET]), []);
      keys.add();
      const rotated = await maintenance.seal(path, { keys, now: NOW, rotatedBy: OPERATOR });
      assert.deepEqual(rotated, sealed);
      const { secrets } = await maintenance.secrets(path);
      assert.deepEqual(
        secrets.map(({ label, place, secret }) => [label, place, keys.open(secret, place)]),
        [["anna", authenticatorPlace(personId), SECRET]],
      );
      assert.deepEqual((await check(path)).findings, []);
      await withStore(path, async (store) => {
        const plain = putAuthenticator({ createdAt: NOW + 1 }, NOW);
        await assertRefused(store.commit([plain]), plain, /^The secret is not sealed by a key of/);
        await store.commit([{ kind: "person.remove", personId, onlyIn: null }]);
        assert.equal(await store.persons.authenticator(personId), null);
      });
    })
  ));
