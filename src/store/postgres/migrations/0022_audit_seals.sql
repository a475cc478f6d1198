-- The audit trail is sealed by a chain of hashes.

-- The chain: a row seals the entries of about a minute.
CREATE TABLE audit_seals (
  -- Its number; 0 for the beginning of the chain, which seals no entry.
  seal bigint NOT NULL PRIMARY KEY,
  -- When it was made.
  at bigint NOT NULL,
  -- Number of its entries.
  entries bigint NOT NULL,
  -- SHA-256 of the hash before it and of its entries; random for the beginning.
  hash text COLLATE "C" NOT NULL
);

-- The entries under a seal. What can name a person is in it by salted digests, which stay when the
-- name and the salt are erased.
CREATE TABLE audit_sealed (
  -- The entry. No reference, so that one that was removed is found.
  entry_id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The seal.
  seal bigint NOT NULL,
  -- Place among the entries of the seal, from 0.
  nth bigint NOT NULL,
  -- SHA-256 of the columns of the entry that never change, and of the digests below.
  digest text COLLATE "C" NOT NULL,
  -- Salt of the digest of subject_label; null once that was erased.
  subject_salt text COLLATE "C",
  -- SHA-256 of the salt and subject_label.
  subject_digest text COLLATE "C" NOT NULL,
  -- Salt of the digest of object_label, before and after; null once they were erased.
  object_salt text COLLATE "C",
  -- SHA-256 of the salt, object_label, before and after.
  object_digest text COLLATE "C" NOT NULL
);

-- Finds the entries of a seal, in their order.
CREATE UNIQUE INDEX audit_sealed_by_seal ON audit_sealed (seal, nth);

-- Entries that wait for a seal.
CREATE TABLE audit_unsealed (
  -- The entry.
  entry_id text COLLATE "C" NOT NULL PRIMARY KEY
);

CREATE FUNCTION checkoutd_audit_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed VALUES (NEW.id);
  RETURN NULL;
END $$;

-- An entry of a commit that is slow waits from when others can see it, however late that is.
CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION checkoutd_audit_waits();

INSERT INTO audit_unsealed SELECT id FROM audit_entries;

CREATE FUNCTION checkoutd_audit_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM audit_unsealed WHERE entry_id = NEW.entry_id;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_sealed_insert AFTER INSERT ON audit_sealed
  FOR EACH ROW EXECUTE FUNCTION checkoutd_audit_sealed();

DROP TRIGGER audit_entries_keep ON audit_entries;

-- Entries are only added; names in them can be erased, and those past their retention go, whole seals
-- with the chain before them.
CREATE FUNCTION checkoutd_guard_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM audit_sealed WHERE entry_id = OLD.id
      AND seal <= (SELECT min(seal) FROM audit_seals)) THEN
      RETURN OLD;
    END IF;
  ELSIF (NEW.id, NEW.at, NEW.subject_kind, NEW.subject_id, NEW.merchant_id, NEW.action,
      NEW.object_kind, NEW.object_id)
      IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.subject_kind, OLD.subject_id, OLD.merchant_id,
      OLD.action, OLD.object_kind, OLD.object_id)
    AND (NEW.subject_label = OLD.subject_label OR NEW.subject_label = '(erased)')
    AND (NEW.object_label IS NOT DISTINCT FROM OLD.object_label OR NEW.object_label = '(erased)')
    AND (NEW.before IS NOT DISTINCT FROM OLD.before OR NEW.before IS NULL)
    AND (NEW.after IS NOT DISTINCT FROM OLD.after OR NEW.after IS NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit entries are never changed or deleted';
END $$;

CREATE TRIGGER audit_entries_guard BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION checkoutd_guard_audit();

CREATE TRIGGER audit_entries_keep BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION checkoutd_keep_audit();
