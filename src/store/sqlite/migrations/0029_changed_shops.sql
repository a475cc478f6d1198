-- A change of one shop makes servers forget that shop, and not all of them.

ALTER TABLE epoch ADD COLUMN
  -- How many of the changes that value counts concern one shop.
  of_shops INTEGER NOT NULL DEFAULT 0 CHECK (of_shops >= 0);

ALTER TABLE merchants ADD COLUMN
  -- epoch.of_shops after the shop's last change.
  changed_epoch INTEGER NOT NULL DEFAULT 0 CHECK (changed_epoch >= 0);

-- Finds the shops that have changed.
CREATE INDEX merchants_by_change ON merchants (changed_epoch);
