-- The audit trail: one row for each change by the command line, the dashboard or a shop's backend,
-- written in the commit of the change. Rows outlive their shop.

CREATE TABLE audit_entries (
  -- UUID of the entry.
  id TEXT NOT NULL PRIMARY KEY,
  -- When it was changed.
  at INTEGER NOT NULL,
  -- Kind of who changed it: operator, person or key.
  subject_kind TEXT NOT NULL,
  -- Id of the person or the key; null for the operator. No reference, because entries outlive them.
  subject_id TEXT,
  -- Name of who changed it: cli:asha, a login, or the visible prefix of the key.
  subject_label TEXT NOT NULL,
  -- The shop; null if it is not of one shop. No reference, because entries outlive it.
  merchant_id TEXT,
  -- Noun and verb: coupon.update.
  action TEXT NOT NULL,
  -- Kind of the thing that was changed: coupon.
  object_kind TEXT NOT NULL,
  -- Its id; null for several things.
  object_id TEXT,
  -- Its name for people: SAVE10; null without one.
  object_label TEXT,
  -- JSON object of the fields that differ, as they were; null where nothing was. No data of
  -- customers and no secrets.
  before TEXT,
  -- The same fields as they are; null where nothing is.
  after TEXT
) STRICT, WITHOUT ROWID;

-- Lists entries by time, of all shops and of one.
CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE INDEX audit_entries_by_merchant ON audit_entries (merchant_id, at);

-- Entries are only added.
CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'audit entries are never changed');
END;

CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;

-- INSERT OR REPLACE would delete a row without the trigger above.
CREATE TRIGGER audit_entries_insert BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'audit entries are never replaced');
END;
