-- State that several servers of one database share.

ALTER TABLE schema_migrations
  -- Schema version of the oldest programs that work on the result; null for those of this migration.
  ADD COLUMN oldest bigint;

-- Which server does a thing that one does at a time: a job, the deliveries to an endpoint. A row
-- whose time is over counts as none.
CREATE TABLE leases (
  -- The thing: job:NAME, endpoint:UUID; or a program that runs: program:VERSION:FUNCTION:HOLDER.
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Id of the server that holds it, made at its start.
  holder text COLLATE "C" NOT NULL,
  -- End of the lease, by the clock of the database.
  until timestamptz NOT NULL
);

-- Tokens of the rate limits that servers have on lease, and had within the window. A crash empties
-- the table, which is then no worse than a restart of a single server.
CREATE UNLOGGED TABLE rate_grants (
  -- Hash of what is limited: a key, a client's address.
  subject text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Ends of leases in milliseconds, rounded up: a token counts for the window after them.
  ends bigint[] NOT NULL,
  -- Tokens by end.
  tokens integer[] NOT NULL,
  -- When the latest request for tokens was made, by the clock of the database; in milliseconds.
  asked_at bigint NOT NULL,
  -- Tokens that were left before it.
  free integer NOT NULL,
  -- Tokens that it got.
  granted integer NOT NULL,
  -- Until when tokens may be given back.
  returns_until bigint NOT NULL,
  -- Until when the row counts.
  counts_until bigint NOT NULL
) WITH (fillfactor = 50);
