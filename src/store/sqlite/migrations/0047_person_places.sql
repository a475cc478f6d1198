-- Networks from which people sign in to the dashboard: a sign-in from another one is news.

CREATE TABLE person_places (
  -- A person with an e-mail address.
  person_id TEXT NOT NULL REFERENCES person_emails (person_id) ON DELETE CASCADE,
  -- Network of the browser's address.
  network TEXT NOT NULL,
  -- When the person last signed in from there.
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (person_id, network)
) STRICT, WITHOUT ROWID;
