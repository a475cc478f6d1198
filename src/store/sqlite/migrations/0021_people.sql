-- People with access to the dashboard.
CREATE TABLE people (
  -- UUID version 7.
  id TEXT NOT NULL PRIMARY KEY,
  -- Name to sign in with: lower case, ASCII.
  login TEXT NOT NULL UNIQUE,
  -- Name for display.
  name TEXT NOT NULL,
  -- Role in every shop: viewer, staff or owner; null for none.
  role TEXT CHECK (role IN ('viewer', 'staff', 'owner')),
  -- The password's scrypt hash with its parameters and salt; null until one is chosen.
  password_hash TEXT,
  -- When the person was added.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Roles in single shops, besides those in every shop.
CREATE TABLE person_roles (
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- viewer, staff or owner.
  role TEXT NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  PRIMARY KEY (person_id, merchant_id)
) STRICT, WITHOUT ROWID;

-- Finds the roles that go with a deleted shop.
CREATE INDEX person_roles_by_merchant ON person_roles (merchant_id);

-- Links to choose a password with. Each works once.
CREATE TABLE sign_in_links (
  -- The person; a new link replaces the one before it.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash TEXT NOT NULL UNIQUE,
  -- When it was made; it works for 15 minutes.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers in which a person is signed in to the dashboard.
CREATE TABLE sign_ins (
  -- SHA-256 of the cookie's value, lower-case hexadecimal. The value itself is not stored.
  token_hash TEXT NOT NULL PRIMARY KEY,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- When the person signed in; it ends after 7 days.
  created_at INTEGER NOT NULL,
  -- The last request, to the minute; it ends 12 hours later.
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds the sign-ins of a person.
CREATE INDEX sign_ins_by_person ON sign_ins (person_id);
