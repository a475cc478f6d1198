import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { PersonId } from "../../../src/domain/ids.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { anEmailLink, aPerson, aPersonMail } from "../../support/people.ts";
import type { Promised } from "../contract.ts";
import { assertRefused } from "../support.ts";
import { addPerson } from "./factors.ts";

const { id: personId } = aPerson();
const BEN = aPerson({ id: uuid<PersonId>(91), login: "ben" });
const FIRST = "anna@hill.example";

/** Gives a person a verified address. */
export function putEmail(address: string, of: PersonId = personId): Change {
  return { kind: "email.put", email: { personId: of, address, verifiedAt: NOW } };
}

/** Contract of the port: e-mail addresses of people, and mails to them. */
export function emailContract(promised: Promised): void {
  promised("a person has one address, which leaves with them", async (store) => {
    const { persons } = store;
    const first = putEmail(FIRST);
    await assertRefused(store.commit([first]), first, /^Person of the e-mail is not known: /);
    await store.commit([addPerson, first]);
    assert.equal((await persons.find(personId))?.email, FIRST);
    await store.commit([putEmail("a@b.example")]);
    assert.equal((await persons.byLogin("anna"))?.email, "a@b.example");
    await store.commit([{ kind: "emailLink.put", link: anEmailLink() }]);
    await store.commit([{ kind: "email.remove", personId }]);
    assert.equal((await persons.find(personId))?.email, null);
    assert.equal(await persons.emailLinkOf(personId), null);
    await store.commit([{ kind: "email.remove", personId }]);
    await store.commit([
      first,
      { kind: "emailLink.put", link: anEmailLink() },
      { kind: "mail.add", mail: aPersonMail() },
      { kind: "person.remove", personId, onlyIn: null },
      addPerson,
    ]);
    assert.equal((await persons.find(personId))?.email, null);
    assert.equal(await persons.emailLinkOf(personId), null);
    assert.deepEqual(await persons.dueMails(NOW, { limit: 9 }), []);
  });

  promised(
    "a link is replaced by the next, renewed for its address, and taken once",
    async (store) => {
      const { persons } = store;
      const put = (over = {}): Change => ({ kind: "emailLink.put", link: anEmailLink(over) });
      const renew = (over = {}): Change => ({ kind: "emailLink.renew", link: anEmailLink(over) });
      const take = (tokenHash: string): Change => ({ kind: "emailLink.take", tokenHash });
      const first = put();
      await assertRefused(store.commit([first]), first, /^Person of the link is not known: /);
      await store.commit([addPerson, put()]);
      const next = { tokenHash: "1".repeat(64), createdAt: NOW + 1 };
      await store.commit([renew(next)]);
      assert.equal(await persons.emailLink(anEmailLink().tokenHash), null);
      assert.deepEqual(await persons.emailLink(next.tokenHash), anEmailLink(next));
      const other = { address: "a@b.example", tokenHash: "2".repeat(64) };
      await store.commit([put(other)]);
      const late = renew(next);
      await assertRefused(store.commit([late]), late, /^The person has verified or given up this/);
      const replaced = take(next.tokenHash);
      await assertRefused(store.commit([replaced]), replaced, /^The link was used or replaced$/);
      await store.commit([take(other.tokenHash)]);
      assert.equal(await persons.emailLinkOf(personId), null);
      const purge = (emailsBefore: number): Change => ({
        kind: "signIn.purge",
        createdBefore: 0,
        seenBefore: 0,
        linksBefore: 0,
        waitsBefore: 0,
        emailsBefore,
      });
      await store.commit([put(), purge(NOW)]);
      assert.deepEqual(await persons.emailLinkOf(personId), anEmailLink());
      await store.commit([purge(NOW + 1)]);
      assert.equal(await persons.emailLinkOf(personId), null);
    },
  );

  promised("news go to the address of the commit, and to nobody without one", async (store) => {
    const { persons } = store;
    const { id, kind, facts, at } = aPersonMail({ facts: { to: "a…@h…" } });
    const news = (of: PersonId): Change => ({
      kind: "mail.news",
      matter: { id, kind, facts, at },
      personId: of,
    });
    await store.commit([addPerson, { kind: "person.add", person: BEN }, putEmail(FIRST)]);
    await store.commit([news(personId), news(BEN.id), putEmail("later@b.example")]);
    assert.deepEqual(await persons.dueMails(NOW, { limit: 9 }), [aPersonMail({ facts })]);
    assert.deepEqual(await persons.dueMails(NOW - 1, { limit: 9 }), []);
  });

  promised("one process sends a mail at a time, the longest due first", async (store) => {
    const { persons } = store;
    const [mail, later] = [aPersonMail(), aPersonMail({ id: uuid(96), dueAt: NOW + 1 })];
    const add: Change = { kind: "mail.add", mail };
    await assertRefused(store.commit([add]), add, /^Person of the mail is not known: /);
    await store.commit([addPerson, { kind: "mail.add", mail: later }, add]);
    assert.deepEqual(await persons.dueMails(NOW + 1, { limit: 9 }), [mail, later]);
    assert.deepEqual(await persons.dueMails(NOW + 1, { limit: 1 }), [mail]);
    assert.deepEqual(await persons.dueMails(NOW + 1, { limit: 9, after: mail }), [later]);
    assert.deepEqual(await persons.dueMails(NOW + 1, { limit: 9, after: later }), []);
    const take: Change = { kind: "mail.take", mail, dueAt: NOW + 60 };
    await store.commit([take]);
    await assertRefused(store.commit([take]), take, /^Another process sends this mail$/);
    assert.deepEqual(await persons.dueMails(NOW + 59, { limit: 9 }), [later]);
    const taken = { ...mail, tries: 1, dueAt: NOW + 60 };
    assert.deepEqual(await persons.dueMails(NOW + 60, { limit: 9 }), [later, taken]);
    await store.commit([{ kind: "mail.remove", mail: later }]);
    assert.deepEqual(await persons.dueMails(NOW + 60, { limit: 9 }), [taken]);
  });
}
