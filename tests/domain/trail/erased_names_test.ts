/** Names that were erased from the audit trail, and entries that say so. */
import assert from "node:assert/strict";
import type { AuditEntry } from "../../../src/domain/trail/entry.ts";
import { NO_EXCESS, notSaid, type SealedEntry } from "../../../src/domain/trail/seal.ts";
import { NOW, uuid } from "../../support/builders.ts";

/** A sealed entry that has lost its names. */
const ERASED: SealedEntry = {
  entryId: uuid(1),
  seal: 1,
  place: 0,
  digest: "",
  subjectSalt: null,
  subjectDigest: "",
  objectSalt: null,
  objectDigest: "",
};

/** The entry of an erasure. */
function erasure(after: AuditEntry["after"]): AuditEntry {
  return {
    id: uuid(2),
    at: NOW,
    subject: { kind: "operator", id: null, label: "cli:root" },
    merchantId: null,
    action: "audit.erase",
    object: { kind: "audit", id: null, label: null },
    before: null,
    after,
  };
}

Deno.test("notSaid() counts erased names less those that an erasure says", () => {
  const two = notSaid(notSaid(NO_EXCESS, ERASED, null), ERASED, null);
  assert.deepEqual(two, { by: 2, on: 2 });
  assert.deepEqual(notSaid(two, null, erasure({ entries_by: 2, entries_on: 1 })), { by: 0, on: 1 });
});

Deno.test("notSaid() counts no name that was erased before an erasure without a number", () => {
  const one = notSaid(NO_EXCESS, ERASED, null);
  const earlier = notSaid(one, null, erasure(null));
  assert.deepEqual(earlier, NO_EXCESS);
  assert.deepEqual(notSaid(earlier, ERASED, null), { by: 1, on: 1 });
});
