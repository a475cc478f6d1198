-- Refunds and disputes of payments without an order are found by the reference of the payment.
CREATE INDEX unexpected_payments_of_provider ON unexpected_payments
  (merchant_id, livemode, reference) WHERE key_id IS NULL;
