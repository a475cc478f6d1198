-- Finds the uses of a coupon or a customer, so that deleting one does not walk those of others.

DROP INDEX coupon_uses_by_customer;
-- Counts a customer's uses of a coupon.
CREATE INDEX coupon_uses_by_customer ON coupon_uses (customer_id, coupon_id)
  WHERE customer_id IS NOT NULL;

-- Finds the uses of a coupon.
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);
