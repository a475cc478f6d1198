-- E-mail addresses of people with access to the dashboard, and the mails that wait for them.

CREATE TABLE person_emails (
  -- The person.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- The address, which the person has verified.
  address TEXT NOT NULL,
  -- When they opened the link.
  verified_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE email_links (
  -- The person; the next link replaces the one before.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- The address that the link verifies.
  address TEXT NOT NULL,
  -- SHA-256 of the link's token, in hexadecimal.
  token_hash TEXT NOT NULL UNIQUE,
  -- When the link was made; it works for a day.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE person_mails (
  -- UUID of what the mail is about; the same for each of several people.
  id TEXT NOT NULL,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The address of that time: an earlier one is told of the next.
  address TEXT NOT NULL,
  -- What it is about: verify, or the news.
  kind TEXT NOT NULL,
  -- What its text names, as a JSON object of strings. No token: the link is made when it is sent.
  facts TEXT NOT NULL,
  -- When that happened.
  created_at INTEGER NOT NULL,
  -- Attempts so far, the one under way included.
  tries INTEGER NOT NULL,
  -- When the next attempt is due.
  due_at INTEGER NOT NULL,
  PRIMARY KEY (id, person_id)
) STRICT, WITHOUT ROWID;

-- Finds those that are due.
CREATE INDEX person_mails_due ON person_mails (due_at);
-- Finds those of a person who is removed.
CREATE INDEX person_mails_by_person ON person_mails (person_id);
