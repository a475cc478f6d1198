import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { Authenticator, SignInWait } from "../../../src/domain/people/factor.ts";
import { NOW } from "../../support/builders.ts";
import { aPerson, aPersonSession } from "../../support/people.ts";
import { plain } from "../../support/secrets.ts";
import type { Promised } from "../contract.ts";
import { assertRefused } from "../support.ts";

const { id: personId } = aPerson();
const APP: Authenticator = {
  personId,
  secret: plain("A".repeat(32)),
  lastStep: 10,
  createdAt: NOW,
};
/** Puts an authenticator app in place of the expected one. */
export const putAuthenticator = (
  over: Partial<Authenticator> = {},
  replaces: number | null = null,
  hasFactor = replaces !== null,
): Change => ({
  kind: "authenticator.put",
  authenticator: { ...APP, ...over },
  replaces,
  hasFactor,
});
/** Adds the person of the app. */
export const addPerson: Change = { kind: "person.add", person: aPerson() };
const hashOf = (n: number) => String(n).repeat(64);
const setCodes = (...hashes: string[]): Change => ({ kind: "recoveryCodes.set", personId, hashes });
const takeCode = (hash: string): Change => ({ kind: "recoveryCode.take", personId, hash });
const remove: Change = { kind: "factor.remove", personId };
const signIn: Change = { kind: "signIn.add", session: aPersonSession() };

/** Contract of the port: second factors of people. */
export function factorContract(promised: Promised): void {
  promised("an app is put in place of the expected one, and makes a factor", async (store) => {
    const { persons } = store;
    const first = putAuthenticator();
    await assertRefused(store.commit([first]), first, /^Person of the app is not known: /);
    await store.commit([addPerson, first]);
    assert.deepEqual(await persons.authenticator(personId), APP);
    assert.deepEqual((await persons.find(personId))?.hasFactor, true);
    assert.deepEqual((await persons.byLogin("anna"))?.hasFactor, true);
    const later = { createdAt: NOW + 1, secret: plain("B".repeat(32)) };
    for (const replaces of [null, NOW + 1]) {
      const late = putAuthenticator(later, replaces);
      await assertRefused(store.commit([late]), late, /^Another app was set up or removed meanwh/);
    }
    await store.commit([putAuthenticator(later, NOW)]);
    assert.deepEqual(await persons.authenticator(personId), { ...APP, ...later });
  });

  promised("a code of an app is used once, and none before it afterwards", async (store) => {
    const use = (step: number, createdAt = NOW): Change => ({
      kind: "authenticator.use",
      personId,
      createdAt,
      step,
    });
    await store.commit([addPerson, putAuthenticator()]);
    await store.commit([use(12)]);
    for (const late of [use(12), use(11), use(10), use(20, NOW + 1)]) {
      await assertRefused(store.commit([late]), late, /^The code was used, or the app was repl/);
    }
    const twice = use(13);
    await assertRefused(store.commit([twice, twice]), twice, /^The code was used/);
    await store.commit([use(13)]);
    assert.equal((await store.persons.authenticator(personId))?.lastStep, 13);
  });

  promised("recovery codes are replaced together, and taken once each", async (store) => {
    const { persons } = store;
    await store.commit([addPerson, putAuthenticator(), setCodes(hashOf(1), hashOf(2))]);
    await store.commit([takeCode(hashOf(1))]);
    const again = takeCode(hashOf(1));
    await assertRefused(store.commit([again]), again, /^The recovery code was used$/);
    assert.deepEqual(await persons.recoveryCodes(personId), [hashOf(2)]);
    await store.commit([setCodes(hashOf(3), hashOf(4))]);
    assert.deepEqual(await persons.recoveryCodes(personId), [hashOf(3), hashOf(4)]);
    await store.commit([remove]);
    assert.deepEqual(await persons.recoveryCodes(personId), []);
    assert.equal(await persons.authenticator(personId), null);
    assert.equal((await persons.find(personId))?.hasFactor, false);
    await assertRefused(store.commit([remove]), remove, /^Person has no second factor: /);
  });

  promised("a person with a factor is signed in with it alone", async (store) => {
    await store.commit([addPerson, putAuthenticator()]);
    await assertRefused(store.commit([signIn]), signIn, /^The person has a second factor$/);
    const session = aPersonSession();
    await store.commit([{ kind: "signIn.add", session, withFactor: true }]);
    assert.deepEqual(await store.persons.signIn(session.tokenHash), session);
    await store.commit([{ kind: "signIn.removeAll", personId }, remove, signIn]);
  });

  promised("a wait is taken once, and ends with a password, a role and its age", async (store) => {
    const { persons } = store;
    const wait: SignInWait = { tokenHash: hashOf(7), personId, method: "link", createdAt: NOW };
    const other: SignInWait = { ...wait, tokenHash: hashOf(8), method: "password" };
    const begin = [wait, other].map((one): Change => ({ kind: "signInWait.add", wait: one }));
    const left = async () => [
      await persons.signInWait(wait.tokenHash) !== null,
      await persons.signInWait(other.tokenHash) !== null,
    ];
    const [first] = begin as [Change];
    await assertRefused(store.commit([first]), first, /^Person of the sign-in is not known: /);
    await store.commit([addPerson, ...begin]);
    assert.deepEqual(await persons.signInWait(wait.tokenHash), wait);
    const take: Change = { kind: "signInWait.take", tokenHash: wait.tokenHash };
    await store.commit([take]);
    await assertRefused(store.commit([take]), take, /^The sign-in has ended$/);
    await store.commit([first]);
    await store.commit([{ kind: "person.grant", personId, merchantId: null, role: "viewer" }]);
    assert.deepEqual(await left(), [false, true]);
    await store.commit([{ kind: "signIn.removeAll", personId }]);
    assert.deepEqual(await left(), [false, false]);
    await store.commit(begin);
    const purge = {
      kind: "signIn.purge",
      createdBefore: 0,
      seenBefore: 0,
      linksBefore: 0,
      emailsBefore: 0,
    } as const;
    await store.commit([{ ...purge, waitsBefore: NOW }]);
    assert.deepEqual(await left(), [true, true]);
    await store.commit([{ ...purge, waitsBefore: NOW + 1 }]);
    assert.deepEqual(await left(), [false, false]);
    await store.commit([...begin, { kind: "person.remove", personId, onlyIn: null }]);
    assert.deepEqual(await left(), [false, false]);
  });
}
