/** Changes behind the program's back that the chain over the audit trail finds, on both engines. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../src/domain/filters.ts";
import type { AuditEntry } from "../../src/domain/trail/entry.ts";
import type { SealHead } from "../../src/domain/trail/seal.ts";
import { AuditSeals } from "../../src/service/audit_seals.ts";
import type { Store } from "../../src/store/store.ts";
import { NOW, uuid } from "../support/builders.ts";

export const DAY_MS = 86_400_000;

/** The chain over a store, at a time. */
export function sealsOf(store: Store, at = NOW, auditRetentionMs = Infinity): AuditSeals {
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const newId = () => crypto.randomUUID();
  return new AuditSeals({ store, now: () => at, newId, randomBytes, auditRetentionMs });
}

/** Adds an entry of a person on a person. */
export async function addEntry(store: Store, n: number, at: number): Promise<void> {
  const entry: AuditEntry = {
    id: uuid(n),
    at,
    subject: { kind: "person", id: uuid(800), label: n % 2 === 0 ? "asha" : "bo" },
    merchantId: null,
    action: "user.add",
    object: { kind: "user", id: uuid(801), label: n < 3 ? "carl" : "asha" },
    before: null,
    after: { login: "carl", 7: [1, { b: null }] },
  };
  await store.commit([{ kind: "audit.add", entry }]);
}

/** Five entries in three seals, a day after each other. */
export async function fill(store: Store): Promise<void> {
  for (const [day, entries] of [[1, 2], [3, 4], [5]].entries()) {
    const at = NOW + day * DAY_MS;
    for (const n of entries) await addEntry(store, n, at + n);
    assert.equal(await sealsOf(store, at + 60_000).sealAll(), entries.length);
  }
}

const id = (n: number) => `'${uuid(n)}'`;
/** An entry, as an other one of another time. */
const copied = (from: number, to: number, at: number) =>
  `INSERT INTO audit_entries SELECT ${id(to)}, ${at}, subject_kind, subject_id, subject_label,
     merchant_id, action, object_kind, object_id, object_label, before, after
   FROM audit_entries WHERE id = ${id(from)}`;

/** SQL, what is found, and if the head must be known for that. */
export const TAMPERED: readonly (readonly [string, readonly string[], RegExp, "head"?])[] = [
  [
    "a changed action",
    [`UPDATE audit_entries SET action = 'user.remove' WHERE id = ${id(3)}`],
    new RegExp(`^Entry ${uuid(3)} was changed$`),
  ],
  [
    "a changed name",
    [`UPDATE audit_entries SET subject_label = 'mallory' WHERE id = ${id(1)}`],
    new RegExp(`^Entry ${uuid(1)} was changed$`),
  ],
  [
    "a name that looks erased",
    [`UPDATE audit_entries SET subject_label = '(erased)' WHERE id = ${id(1)}`],
    new RegExp(`^Entry ${uuid(1)} was changed$`),
  ],
  [
    "a changed field, with its digests made anew but for the chain",
    [
      `UPDATE audit_entries SET after = '{}' WHERE id = ${id(2)}`,
      `UPDATE audit_sealed SET digest = object_digest WHERE entry_id = ${id(2)}`,
    ],
    /^Seal 1 does not follow from the one before it and its entries$/,
  ],
  [
    "a name that was erased without an entry that says so",
    [
      `UPDATE audit_entries SET subject_label = '(erased)' WHERE id = ${id(3)}`,
      `UPDATE audit_sealed SET subject_salt = NULL WHERE entry_id = ${id(3)}`,
    ],
    /^More names were erased than entries of audit erase say: 1$/,
  ],
  [
    "a removed entry",
    [`DELETE FROM audit_entries WHERE id = ${id(4)}`],
    new RegExp(`^Entry ${uuid(4)} was removed$`),
  ],
  [
    "a removed entry, with its place in the chain",
    [
      `DELETE FROM audit_entries WHERE id = ${id(4)}`,
      `DELETE FROM audit_sealed WHERE entry_id = ${id(4)}`,
    ],
    /^Seal 2 has other entries than it sealed$/,
  ],
  [
    "a removed seal with its entries",
    [
      `DELETE FROM audit_entries WHERE id IN (${id(3)}, ${id(4)})`,
      "DELETE FROM audit_sealed WHERE seal = 2",
      "DELETE FROM audit_seals WHERE seal = 2",
    ],
    /^Seals after 1 are missing$/,
  ],
  [
    "a removed end",
    [
      `DELETE FROM audit_entries WHERE id = ${id(5)}`,
      "DELETE FROM audit_sealed WHERE seal = 3",
      "DELETE FROM audit_seals WHERE seal = 3",
    ],
    /^The end of the chain was removed: it has no seal 3$/,
    "head",
  ],
  [
    "a chain that was made anew",
    [
      "DELETE FROM audit_sealed",
      "DELETE FROM audit_entries",
      "DELETE FROM audit_seals WHERE seal < 3",
      "UPDATE audit_seals SET seal = 9 WHERE seal = 3",
    ],
    /^Seal 3 was deleted: by --audit-retention, or the chain was made anew$/,
    "head",
  ],
  [
    "another chain",
    ["UPDATE audit_seals SET hash = (SELECT hash FROM audit_seals WHERE seal = 2) WHERE seal = 3"],
    /^Seal 3 is another one than was kept elsewhere$/,
    "head",
  ],
  [
    "an inserted entry",
    [copied(3, 9, NOW), `DELETE FROM audit_unsealed WHERE entry_id = ${id(9)}`],
    new RegExp(`^Entry ${uuid(9)} was added past the chain$`),
  ],
  [
    "an inserted entry that waits for its seal",
    [copied(3, 9, NOW)],
    new RegExp(`^Entry ${uuid(9)} was added later than it says$`),
  ],
  [
    "two entries in each other's place",
    [
      "UPDATE audit_sealed SET nth = nth + 5 WHERE seal = 1",
      "UPDATE audit_sealed SET nth = 6 - nth WHERE seal = 1",
    ],
    /^Seal 1 does not follow from the one before it and its entries$/,
  ],
  [
    "entries that change their times",
    [
      `UPDATE audit_entries SET at = ${NOW + 2} WHERE id = ${id(1)}`,
      `UPDATE audit_entries SET at = ${NOW + 1} WHERE id = ${id(2)}`,
    ],
    new RegExp(`^Entry ${uuid(1)} was changed$`),
  ],
];

/** Requires that one problem is found, and only since the seal before it. */
export async function requireFound(
  store: Store,
  problem: RegExp,
  heads: readonly SealHead[],
): Promise<void> {
  const { problems, brokenAfter } = await sealsOf(store).verify(heads);
  assert.ok(problems.some((text) => problem.test(text)), problems.join("; "));
  assert.notEqual(brokenAfter, null);
}

/** Requires that the chain holds, with so many entries. */
export async function requireHolds(store: Store, entries: number): Promise<SealHead> {
  const verdict = await sealsOf(store).verify([]);
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.entries, verdict.waiting, verdict.brokenAfter], [entries, 0, null]);
  assert.ok(verdict.head);
  return verdict.head;
}

/** What holds on both engines without any SQL. */
export async function requireOwnChanges(store: Store): Promise<void> {
  assert.deepEqual((await sealsOf(store).verify([])).head, null);
  await fill(store);
  const head = await requireHolds(store, 5);
  const by = { kind: "operator", label: "cli:root" } as const;
  await sealsOf(store, NOW + 3 * DAY_MS).erase("asha", by);
  assert.equal(await sealsOf(store, NOW + 3 * DAY_MS).sealAll(), 1);
  await requireHolds(store, 6);
  const { erased } = await sealsOf(store).verify([head]);
  assert.equal(erased, 4, "by asha: 2 and 4, on asha: 3, 4 and 5");
  const [{ after: said } = { after: null }] = (await store.audit.list(
    { ...NO_AUDIT_FILTER, action: "audit.erase" },
    { limit: 1 },
  )).rows;
  assert.deepEqual(said, { entries_by: 2, entries_on: 3 });
  const labels = async (n: number) => {
    const found = await store.audit.find(uuid(n));
    return [found?.subject.label, found?.object.label, found?.after === null];
  };
  assert.deepEqual(await labels(2), ["(erased)", "carl", false]);
  assert.deepEqual(await labels(3), ["bo", "(erased)", true]);
  assert.deepEqual(await labels(4), ["(erased)", "(erased)", true]);
  // The first two seals go; the end of the second is the beginning of what is left.
  const late = sealsOf(store, NOW + 4 * DAY_MS, 2.5 * DAY_MS);
  assert.equal(await late.pruneAll(), 2);
  assert.equal(await late.pruneAll(), 0);
  await requireHolds(store, 2);
  assert.equal((await sealsOf(store).verify([head])).from, NOW + DAY_MS + 60_000);
  assert.equal(await store.audit.find(uuid(4)), null);
  assert.notEqual(await store.audit.find(uuid(5)), null);
}
