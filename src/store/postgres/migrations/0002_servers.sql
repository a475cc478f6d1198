-- State that several servers of one database share.

-- Which server does a thing that one does at a time: a job, the deliveries to an endpoint. A row
-- whose time is over counts as none.
CREATE TABLE leases (
  -- The thing: job:NAME or endpoint:UUID.
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Id of the server that holds it, made at its start.
  holder text COLLATE "C" NOT NULL,
  -- End of the lease, by the clock of the database.
  until timestamptz NOT NULL
);
