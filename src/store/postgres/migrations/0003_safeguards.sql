-- What shops are guarded against: loss, leaks, and what strangers may cost them.

ALTER TABLE sign_ins
  -- How the person signed in: with a password, or by a link, which a new role ends. Sign-ins from
  -- before did not note it.
  ADD COLUMN method text COLLATE "C" NOT NULL DEFAULT 'link' CHECK (method IN ('password', 'link'));

ALTER TABLE checkout_links
  -- What it does not show, as its holder may not be who entered it: the address, or also the
  -- customer, whose phone is verified again; null for nothing.
  ADD COLUMN hides text COLLATE "C" CHECK (hides IN ('address', 'person'));
