-- Finds refunds that are on their way: those that no provider can be asked for are seen to.
CREATE INDEX refunds_pending ON refunds (merchant_id, at) WHERE state = 'PENDING';
