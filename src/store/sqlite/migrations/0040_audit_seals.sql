-- The audit trail is sealed by a chain of hashes.

-- The chain: a row seals the entries of about a minute.
CREATE TABLE audit_seals (
  -- Its number; 0 for the beginning of the chain, which seals no entry.
  seal INTEGER NOT NULL PRIMARY KEY,
  -- When it was made.
  at INTEGER NOT NULL,
  -- Number of its entries.
  entries INTEGER NOT NULL,
  -- SHA-256 of the hash before it and of its entries; random for the beginning.
  hash TEXT NOT NULL
) STRICT;

-- The entries under a seal. What can name a person is in it by salted digests, which stay when the
-- name and the salt are erased.
CREATE TABLE audit_sealed (
  -- The entry. No reference, so that one that was removed is found.
  entry_id TEXT NOT NULL PRIMARY KEY,
  -- The seal.
  seal INTEGER NOT NULL,
  -- Place among the entries of the seal, from 0.
  nth INTEGER NOT NULL,
  -- SHA-256 of the columns of the entry that never change, and of the digests below.
  digest TEXT NOT NULL,
  -- Salt of the digest of subject_label; null once that was erased.
  subject_salt TEXT,
  -- SHA-256 of the salt and subject_label.
  subject_digest TEXT NOT NULL,
  -- Salt of the digest of object_label, before and after; null once they were erased.
  object_salt TEXT,
  -- SHA-256 of the salt, object_label, before and after.
  object_digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds the entries of a seal, in their order.
CREATE UNIQUE INDEX audit_sealed_by_seal ON audit_sealed (seal, nth);

-- Entries that wait for a seal.
CREATE TABLE audit_unsealed (
  -- The entry.
  entry_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO audit_unsealed SELECT id FROM audit_entries;

CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries BEGIN
  INSERT INTO audit_unsealed VALUES (NEW.id);
END;

CREATE TRIGGER audit_sealed_insert AFTER INSERT ON audit_sealed BEGIN
  DELETE FROM audit_unsealed WHERE entry_id = NEW.entry_id;
END;

DROP TRIGGER audit_entries_update;

-- Entries are only added; names in them can be erased.
CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries
WHEN NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.subject_kind IS NOT OLD.subject_kind
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.merchant_id IS NOT OLD.merchant_id
  OR NEW.action IS NOT OLD.action OR NEW.object_kind IS NOT OLD.object_kind
  OR NEW.object_id IS NOT OLD.object_id
  OR (NEW.subject_label IS NOT OLD.subject_label AND NEW.subject_label IS NOT '(erased)')
  OR (NEW.object_label IS NOT OLD.object_label AND NEW.object_label IS NOT '(erased)')
  OR (NEW.before IS NOT OLD.before AND NEW.before IS NOT NULL)
  OR (NEW.after IS NOT OLD.after AND NEW.after IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never changed');
END;

DROP TRIGGER audit_entries_delete;

-- Only those past their retention go, whole seals with the chain before them.
CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (SELECT 1 FROM audit_sealed WHERE entry_id = OLD.id
  AND seal <= (SELECT min(seal) FROM audit_seals))
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
