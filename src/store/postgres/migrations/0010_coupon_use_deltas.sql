-- Uses of coupons without a limit are counted by rows of their own: the row of a coupon that every
-- order of a shop updates would let one order commit at a time. Earlier programs count all uses in
-- coupons.used. For a coupon with a limit it is never too low: only what is given back waits here.

CREATE TABLE coupon_use_deltas (
  -- The coupon; no reference, which would lock its row.
  coupon_id text COLLATE "C" NOT NULL,
  -- 1 for a use, or -1 for one that was given back; sums of both that are folded later.
  delta bigint NOT NULL
);

-- Adds up what coupons.used lacks.
CREATE INDEX coupon_use_deltas_by_coupon ON coupon_use_deltas (coupon_id);
