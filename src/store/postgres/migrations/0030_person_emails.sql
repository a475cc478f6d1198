-- E-mail addresses of people with access to the dashboard, and the mails that wait for them.

CREATE TABLE person_emails (
  -- The person.
  person_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- The address, which the person has verified.
  address text COLLATE "C" NOT NULL,
  -- When they opened the link.
  verified_at bigint NOT NULL
);

CREATE TABLE email_links (
  -- The person; the next link replaces the one before.
  person_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- The address that the link verifies.
  address text COLLATE "C" NOT NULL,
  -- SHA-256 of the link's token, in hexadecimal.
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  -- When the link was made; it works for a day.
  created_at bigint NOT NULL
);

CREATE TABLE person_mails (
  -- UUID of what the mail is about; the same for each of several people.
  id text COLLATE "C" NOT NULL,
  -- The person.
  person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The address of that time: an earlier one is told of the next.
  address text COLLATE "C" NOT NULL,
  -- What it is about: verify, or the news.
  kind text COLLATE "C" NOT NULL,
  -- What its text names, as a JSON object of strings. No token: the link is made when it is sent.
  facts text COLLATE "C" NOT NULL,
  -- When that happened.
  created_at bigint NOT NULL,
  -- Attempts so far, the one under way included.
  tries bigint NOT NULL,
  -- When the next attempt is due.
  due_at bigint NOT NULL,
  PRIMARY KEY (id, person_id)
);

-- Finds those that are due.
CREATE INDEX person_mails_due ON person_mails (due_at);
-- Finds those of a person who is removed.
CREATE INDEX person_mails_by_person ON person_mails (person_id);
