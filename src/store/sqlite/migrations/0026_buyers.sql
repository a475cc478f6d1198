-- Who holds unpaid units and causes messages, as digests, so that both are limited.

ALTER TABLE stock_holds ADD COLUMN
  -- Digest of the buyer's phone number; null for a hold that is not limited, and without a number.
  phone TEXT;

ALTER TABLE stock_holds ADD COLUMN
  -- Digest of the delivery address; null for a hold that is not limited, and without an address.
  address TEXT;

ALTER TABLE stock_holds ADD COLUMN
  -- Digest of the client's address; null for a hold that is not limited.
  client TEXT;

-- Sum what a phone number, a delivery address and a client hold of a variant.
CREATE INDEX stock_holds_by_phone ON stock_holds (merchant_id, variant_id, phone, units)
  WHERE phone IS NOT NULL;
CREATE INDEX stock_holds_by_address ON stock_holds (merchant_id, variant_id, address, units)
  WHERE address IS NOT NULL;
CREATE INDEX stock_holds_by_client ON stock_holds (merchant_id, variant_id, client, units)
  WHERE client IS NOT NULL;

ALTER TABLE message_sends ADD COLUMN
  -- Digest of the address of the client that caused it on the checkout page; null for none.
  client TEXT;

-- Counts messages that a client caused.
CREATE INDEX message_sends_by_client ON message_sends (merchant_id, client, sent_at)
  WHERE client IS NOT NULL;
