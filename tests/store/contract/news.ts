import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { MerchantId, PersonId } from "../../../src/domain/ids.ts";
import type { Access } from "../../../src/domain/people/role.ts";
import type { PersonMail } from "../../../src/domain/people/mail.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { aPerson, aPersonMail, aSignInLink } from "../../support/people.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";
import { putEmail } from "./emails.ts";
import { addPerson } from "./factors.ts";

const { id: personId } = aPerson();
const DAY_MS = 24 * 60 * 60_000;

const matter = (n: number, kind: PersonMail["kind"], at = NOW) => {
  const { facts } = aPersonMail();
  return { id: uuid(200 + n), kind, facts, at };
};
const signIn = (n: number, place: string, at = NOW): Change[] => [
  { kind: "mail.news", matter: matter(n, "sign-in", at), personId, unlessPlace: place },
  { kind: "place.put", personId, place, at },
];

/** Contract of the port: news to people. */
export function newsContract(promised: Promised): void {
  promised("a sign-in is news from a network that is not known for 90 days", async (store) => {
    const { persons } = store;
    const told = async () =>
      (await persons.dueMails(NOW + 400 * DAY_MS, { limit: 99 })).map(({ at }) => at);
    // Without an address no network is noted.
    await store.commit([addPerson, ...signIn(1, "192.0.2.0/24")]);
    await store.commit([putEmail("anna@hill.example")]);
    assert.deepEqual(await told(), []);
    await store.commit(signIn(2, "192.0.2.0/24"));
    await store.commit(signIn(3, "192.0.2.0/24", NOW + 90 * DAY_MS));
    await store.commit(signIn(4, "198.51.100.0/24", NOW + 90 * DAY_MS + 1));
    assert.deepEqual(await told(), [NOW, NOW + 90 * DAY_MS + 1]);
    // The next sign-in ends what is older.
    await store.commit(signIn(5, "198.51.100.0/24", NOW + 180 * DAY_MS + 1));
    await store.commit(signIn(6, "192.0.2.0/24", NOW + 180 * DAY_MS + 2));
    assert.deepEqual((await told()).length, 3);
    await store.commit([{ kind: "email.remove", personId }, putEmail("anna@hill.example")]);
    await store.commit(signIn(7, "192.0.2.0/24", NOW + 180 * DAY_MS + 3));
    assert.deepEqual((await told()).length, 4);
  });

  promised("one link is on its way at a time, and none beside a link of a time", async (store) => {
    const { persons } = store;
    const mail = aPersonMail({ kind: "link" });
    const add = (n: number, createdAfter = NOW): Change => ({
      kind: "mail.link",
      mail: { ...mail, id: uuid(400 + n) },
      createdAfter,
    });
    const refused = /^A link is on its way already$/;
    const unknown = add(0);
    await assertRefused(store.commit([unknown]), unknown, /^Person of the mail is not known: /);
    await store.commit([addPerson, { kind: "signInLink.put", link: aSignInLink() }]);
    const early = add(1, NOW - 1);
    await assertRefused(store.commit([early]), early, refused);
    await store.commit([add(2)]);
    const second = add(3);
    await assertRefused(store.commit([second]), second, refused);
    assert.deepEqual(await persons.dueMails(NOW, { limit: 9 }), [{ ...mail, id: uuid(402) }]);
    // Other mails do not count.
    await store.commit([{ kind: "mail.remove", mail: { ...mail, id: uuid(402) } }, {
      kind: "mail.add",
      mail: aPersonMail(),
    }, add(4)]);
    assert.equal((await persons.dueMails(NOW, { limit: 9 })).length, 2);
  });

  promised("owners of a shop are told, and owners of all shops, not the new one", async (store) => {
    const at = (merchantId: MerchantId, role: "owner" | "staff"): Partial<Access> => ({
      shops: [{ merchantId, role }],
    });
    const access: readonly (readonly [string, Partial<Access>])[] = [
      ["first", at(M1, "owner")],
      ["other", at(M2, "owner")],
      ["staff", at(M1, "staff")],
      ["all", { everywhere: "owner" }],
      ["viewer", { everywhere: "viewer" }],
      ["silent", at(M1, "owner")],
    ];
    const people = access.map(([login, rights], n) =>
      aPerson({ id: uuid<PersonId>(300 + n), login, ...rights })
    );
    await store.commit([
      putMerchant,
      putOther,
      ...people.map((person): Change => ({ kind: "person.add", person })),
      ...people.filter(({ login }) => login !== "silent")
        .map(({ id, login }) => putEmail(`${login}@hill.example`, id)),
    ]);
    let n = 0;
    const toldBy = async (merchantId: MerchantId | null, unlessPerson: PersonId | null) => {
      const one = matter(++n, "owner");
      await store.commit([{ kind: "mail.owners", matter: one, merchantId, unlessPerson }]);
      return (await store.persons.dueMails(NOW, { limit: 99 })).filter(({ id }) => id === one.id)
        .map(({ address }) => address.split("@")[0]).sort();
    };
    const [first] = people;
    assert.deepEqual(await toldBy(M1, null), ["all", "first"]);
    assert.deepEqual(await toldBy(M1, first?.id ?? null), ["all"]);
    assert.deepEqual(await toldBy(M2, null), ["all", "other"]);
    assert.deepEqual(await toldBy(null, null), ["all", "first", "other"]);
  });
}
