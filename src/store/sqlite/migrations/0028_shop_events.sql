-- Events of a shop, without a session: a key reports many payments that the shop never had.

ALTER TABLE events ALTER COLUMN session_id DROP NOT NULL;
