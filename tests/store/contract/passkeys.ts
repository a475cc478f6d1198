import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { MAX_PASSKEYS } from "../../../src/domain/people/factor.ts";
import { type Passkey } from "../../../src/domain/people/passkey.ts";
import { NOW } from "../../support/builders.ts";
import { aPasskey } from "../../support/passkeys.ts";
import { aPerson, aPersonSession } from "../../support/people.ts";
import type { Promised } from "../contract.ts";
import { assertRefused } from "../support.ts";
import { addPerson, putAuthenticator } from "./factors.ts";

const { id: personId } = aPerson();
const add = (over: Partial<Passkey> = {}, hasFactor = false): Change => ({
  kind: "passkey.add",
  passkey: aPasskey(over),
  hasFactor,
});
const remove = (id: string): Change => ({ kind: "passkey.remove", personId, id });
const use = (counter: number, at: number): Change => ({
  kind: "passkey.use",
  id: "AQEB",
  counter,
  at,
});
const removeFactor: Change = { kind: "factor.remove", personId };

/** Contract of the port: passkeys of people. */
export function passkeyContract(promised: Promised): void {
  promised("a passkey makes a factor, is of one person, and leaves with them", async (store) => {
    const { persons } = store;
    const first = add();
    await assertRefused(store.commit([first]), first, /^Person of the passkey is not known: /);
    await store.commit([addPerson, add()]);
    assert.deepEqual(await persons.passkey("AQEB"), aPasskey());
    assert.deepEqual(await persons.passkeys(personId), [aPasskey()]);
    assert.equal((await persons.find(personId))?.hasFactor, true);
    const signIn: Change = { kind: "signIn.add", session: aPersonSession() };
    await assertRefused(store.commit([signIn]), signIn, /^The person has a second factor$/);
    const again = add({}, true);
    await assertRefused(store.commit([again]), again, /^This passkey is known already$/);
    await store.commit([{ kind: "person.remove", personId, onlyIn: null }]);
    assert.equal(await persons.passkey("AQEB"), null);
  });

  promised(
    "factors are added to what the person saw, and passkeys up to the limit",
    async (store) => {
      await store.commit([addPerson]);
      const late = add({}, true);
      const changed = /your factors have changed meanwhile$/;
      await assertRefused(store.commit([late]), late, changed);
      await store.commit([add()]);
      const other = add({ id: "AgIC" });
      await assertRefused(store.commit([other]), other, changed);
      const app = putAuthenticator();
      await assertRefused(store.commit([app]), app, /^Another app was set up or removed meanwhile/);
      await store.commit([putAuthenticator({}, null, true)]);
      for (let n = 1; n < MAX_PASSKEYS; n++) await store.commit([add({ id: `key${n}` }, true)]);
      const over = add({ id: "more" }, true);
      await assertRefused(store.commit([over]), over, /^You have 10 passkeys/);
    },
  );

  promised("an answer of a passkey is used once, and its counter only counts on", async (store) => {
    await store.commit([addPerson, add({ counter: 5 })]);
    const refused = /^The answer was used, the passkey was removed, or its counter does not count/;
    const wrong = [use(6, NOW), use(5, NOW + 1), use(4, NOW + 1), use(0, NOW + 1)];
    for (const one of wrong) await assertRefused(store.commit([one]), one, refused);
    await store.commit([use(9, NOW + 1)]);
    assert.deepEqual(await store.persons.passkey("AQEB"), {
      ...aPasskey({ counter: 9, lastUsedAt: NOW + 1 }),
    });
    const twice = use(10, NOW + 2);
    await assertRefused(store.commit([twice, twice]), twice, refused);
    // One that does not count.
    await store.commit([removeFactor]);
    await store.commit([add()]);
    await store.commit([use(0, NOW + 1)]);
    await store.commit([use(1, NOW + 2)]);
    const back = use(0, NOW + 3);
    await assertRefused(store.commit([back]), back, refused);
  });

  promised(
    "the last factor stays until all are removed, with the recovery codes",
    async (store) => {
      const { persons } = store;
      const hashes = ["1".repeat(64)];
      await store.commit([addPerson, add(), { kind: "recoveryCodes.set", personId, hashes }]);
      const last = remove("AQEB");
      const refused = /^This passkey is removed, or is your only factor$/;
      await assertRefused(store.commit([last]), last, refused);
      await store.commit([add({ id: "AgIC" }, true)]);
      const unknown = remove("BwcH");
      await assertRefused(store.commit([unknown]), unknown, refused);
      await store.commit([last]);
      const other = remove("AgIC");
      await assertRefused(store.commit([other]), other, refused);
      await store.commit([putAuthenticator({}, null, true), other]);
      assert.deepEqual(await persons.passkeys(personId), []);
      await store.commit([add({}, true), removeFactor]);
      assert.deepEqual([await persons.passkeys(personId), await persons.recoveryCodes(personId)], [
        [],
        [],
      ]);
      assert.equal((await persons.find(personId))?.hasFactor, false);
      await assertRefused(store.commit([removeFactor]), removeFactor, /^Person has no second fact/);
    },
  );
}
