import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { PersonId } from "../../../src/domain/ids.ts";
import type { Person } from "../../../src/domain/people/person.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { aPerson, aPersonSession, aSignInLink } from "../../support/people.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";

const BEN = aPerson({ id: uuid<PersonId>(91), login: "ben", passwordHash: null });
const add = (person: Person): Change => ({ kind: "person.add", person });

/** Contract of the port: people with access to the dashboard. */
export function personContract(promised: Promised): void {
  promised("person.add keeps a person with roles, and refuses a login twice", async (store) => {
    const anna = aPerson({
      everywhere: "viewer",
      shops: [{ merchantId: M1, role: "owner" }, { merchantId: M2, role: "staff" }],
    });
    await store.commit([putMerchant, putOther, add(BEN), add(anna)]);
    assert.deepEqual(await store.persons.find(anna.id), anna);
    assert.deepEqual(await store.persons.byLogin("ben"), BEN);
    assert.deepEqual(await store.persons.all(), [anna, BEN]);
    const twice = add({ ...BEN, id: uuid<PersonId>(92) });
    await assertRefused(store.commit([twice]), twice, /^Login is taken: ben$/);
  });

  promised("person.grant sets and takes roles, one by one", async (store) => {
    const { id: personId } = BEN;
    await store.commit([putMerchant, putOther, add(BEN)]);
    const roles = async () => {
      const person = await store.persons.find(personId);
      return [person?.everywhere, ...person?.shops.map(({ role }) => role) ?? []];
    };
    const grant = (
      merchantId: typeof M1 | null,
      role: "viewer" | "owner" | null,
    ): Change => ({ kind: "person.grant", personId, merchantId, role });
    await store.commit([grant(M1, "viewer"), grant(M2, "viewer"), grant(null, "viewer")]);
    assert.deepEqual(await roles(), ["viewer", "viewer", "viewer"]);
    await store.commit([grant(M1, "owner"), grant(M2, null), grant(null, null)]);
    assert.deepEqual(await roles(), [null, "owner"]);
    await store.commit([grant(M2, null)]);
    const unknown: Change = {
      kind: "person.grant",
      personId: uuid<PersonId>(99),
      merchantId: M1,
      role: "owner",
    };
    await assertRefused(store.commit([unknown]), unknown, /^Person or merchant of the role is not/);
  });

  promised(
    "person.grant ends the person's link and sign-ins by link, of nobody else",
    async (store) => {
      const { persons } = store;
      const anna = aPerson();
      const sessions = [
        aPersonSession({ method: "link" }),
        aPersonSession({ tokenHash: "c".repeat(64) }),
        aPersonSession({ tokenHash: "d".repeat(64), method: "link", personId: BEN.id }),
      ];
      const link = aSignInLink();
      const other = aSignInLink({ personId: BEN.id, tokenHash: "e".repeat(64) });
      const left = async () =>
        [
          ...await Promise.all([link, other].map(({ tokenHash }) => persons.signInLink(tokenHash))),
          ...await Promise.all(sessions.map(({ tokenHash }) => persons.signIn(tokenHash))),
        ].map((found) => found !== null);
      for (
        const [merchantId, role] of [[M1, "viewer"], [null, "owner"], [M1, null]] as const
      ) {
        await store.commit([
          putMerchant,
          ...merchantId === M1 && role !== null ? [add(anna), add(BEN)] : [],
          { kind: "signIn.removeAll", personId: anna.id },
          { kind: "signIn.removeAll", personId: BEN.id },
          ...sessions.map((session): Change => ({ kind: "signIn.add", session })),
          { kind: "signInLink.put", link },
          { kind: "signInLink.put", link: other },
        ]);
        assert.deepEqual(await left(), [true, true, true, true, true]);
        await store.commit([{ kind: "person.grant", personId: anna.id, merchantId, role }]);
        assert.deepEqual(await left(), [false, true, false, true, true]);
      }
    },
  );

  promised("merchant.remove takes the roles in the shop, and no person", async (store) => {
    const anna = aPerson({ shops: [{ merchantId: M1, role: "owner" }] });
    await store.commit([putMerchant, putOther, add(anna)]);
    await store.commit([{ kind: "merchant.remove", merchantId: M1 }]);
    assert.deepEqual(await store.persons.find(anna.id), { ...anna, shops: [] });
  });

  promised("person.remove ends roles, links and sign-ins, once", async (store) => {
    const anna = aPerson({ shops: [{ merchantId: M1, role: "owner" }] });
    const [link, session] = [aSignInLink(), aPersonSession()];
    await store.commit([
      putMerchant,
      add(anna),
      { kind: "signInLink.put", link },
      { kind: "signIn.add", session },
    ]);
    assert.deepEqual(await store.persons.signIn(session.tokenHash), session);
    const remove: Change = { kind: "person.remove", personId: anna.id, onlyIn: M1 };
    const elsewhere: Change = { ...remove, onlyIn: M2 };
    await assertRefused(store.commit([elsewhere]), elsewhere, /or is of other shops too: /);
    await store.commit([remove]);
    assert.equal(await store.persons.find(anna.id), null);
    assert.equal(await store.persons.signIn(session.tokenHash), null);
    assert.equal(await store.persons.signInLink(link.tokenHash), null);
    await assertRefused(store.commit([remove]), remove, /^Person is not known, or is of/);
    const late: Change = { kind: "signIn.add", session };
    await assertRefused(store.commit([late]), late, /^Person of the sign-in is not known: /);
  });

  promised("a link is replaced by the next, and taken once with its password", async (store) => {
    const { persons } = store;
    const [first, second] = [aSignInLink(), aSignInLink({ tokenHash: "c".repeat(64) })];
    await store.commit([add(aPerson())]);
    await store.commit([{ kind: "signInLink.put", link: first }]);
    await store.commit([{ kind: "signInLink.put", link: second }]);
    assert.equal(await persons.signInLink(first.tokenHash), null);
    assert.deepEqual(await persons.signInLink(second.tokenHash), second);
    const { passwordHash } = aPerson();
    const password: Change = {
      kind: "person.password",
      personId: first.personId,
      hash: "new",
      expect: passwordHash,
    };
    const take = ({ tokenHash }: typeof first): Change => ({ kind: "signInLink.take", tokenHash });
    const used = take(first);
    await assertRefused(store.commit([used, password]), used, /^The link was used or replaced$/);
    await store.commit([take(second), password]);
    assert.equal((await persons.find(first.personId))?.passwordHash, "new");
    assert.equal(await persons.signInLink(second.tokenHash), null);
    const late: Change = { ...password, hash: "newer" };
    await assertRefused(store.commit([late]), late, /^Person is not known, or has another pass/);
    const none: Change = { ...password, expect: null };
    await assertRefused(store.commit([none]), none, /^Person is not known, or has another pass/);
    assert.equal((await persons.find(first.personId))?.passwordHash, "new");
  });

  promised("a sign-in is seen forward only, ended alone, and purged by age", async (store) => {
    const { persons } = store;
    const old = aPersonSession();
    const young = aPersonSession({
      tokenHash: "d".repeat(64),
      createdAt: NOW + 5,
      lastSeenAt: NOW + 5,
    });
    const see = (at: number): Change => ({ kind: "signIn.seen", tokenHash: old.tokenHash, at });
    await store.commit([
      add(aPerson()),
      { kind: "signIn.add", session: old },
      { kind: "signIn.add", session: young },
      { kind: "signInLink.put", link: aSignInLink() },
    ]);
    await store.commit([see(NOW + 9), see(NOW + 2)]);
    assert.equal((await persons.signIn(old.tokenHash))?.lastSeenAt, NOW + 9);
    const confirm = (at: number): Change => ({
      kind: "signIn.confirm",
      tokenHash: old.tokenHash,
      at,
    });
    await store.commit([confirm(NOW + 7), confirm(NOW + 3)]);
    const seen = { ...old, lastSeenAt: NOW + 9, confirmedAt: NOW + 7 };
    assert.deepEqual(await persons.signIns(old.personId), [seen, young]);
    assert.deepEqual(await persons.signIns(BEN.id), []);
    await store.commit([{ kind: "signInLink.remove", personId: BEN.id }]);
    const purge = {
      kind: "signIn.purge",
      createdBefore: 0,
      seenBefore: 0,
      waitsBefore: 0,
      emailsBefore: 0,
    } as const;
    await store.commit([{ ...purge, linksBefore: NOW }]);
    assert.ok(await persons.signInLink(aSignInLink().tokenHash) !== null);
    await store.commit([{ ...purge, createdBefore: NOW + 1, linksBefore: NOW + 1 }]);
    assert.equal(await persons.signIn(old.tokenHash), null);
    assert.equal(await persons.signInLink(aSignInLink().tokenHash), null);
    await store.commit([{ ...purge, seenBefore: NOW + 6, linksBefore: 0 }]);
    assert.equal(await persons.signIn(young.tokenHash), null);
    await store.commit([{ kind: "signIn.add", session: old }, {
      kind: "signIn.add",
      session: young,
    }]);
    await store.commit([{ kind: "signIn.remove", tokenHash: old.tokenHash }]);
    assert.ok(await persons.signIn(young.tokenHash) !== null);
    await store.commit([{ kind: "signIn.removeAll", personId: old.personId }]);
    assert.equal(await persons.signIn(young.tokenHash), null);
  });
}
