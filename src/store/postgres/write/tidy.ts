import { MEASURES, SUM_COLUMNS, SUM_KEY, SUMMED } from "../../sql/session_sums.ts";

/** One transaction at a time tidies; others leave it. */
const LOCK = "7161399312459";

/** Most changes of counts that are folded at once: each is a row to read and to delete. */
export const FOLDED_AT_ONCE = 10_000;

/**
 * Folds the changes of counts and sums into them, some at a time: of sessions, and of uses of
 * coupons. Deletes old records of batches: those of written batches after the time in which a writer
 * can ask for them, others after the time in which a delayed connection can bring them. Deletes
 * leases of things that are gone.
 */
export const TIDY = `DO $tidy$
DECLARE
  folded record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(${LOCK}) THEN RETURN; END IF;
  FOR folded IN
    WITH taken AS (DELETE FROM session_count_deltas WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM session_count_deltas LIMIT ${FOLDED_AT_ONCE})) RETURNING *)
    SELECT merchant_id, session_state, payment_state, sum(delta) AS delta FROM taken
      WHERE EXISTS (SELECT 1 FROM merchants WHERE id = merchant_id)
      GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
  LOOP
    -- Sessions may leave a state in this slice that they entered in a later one.
    IF folded.delta < 0 AND NOT EXISTS (SELECT 1 FROM session_counts
      WHERE merchant_id = folded.merchant_id AND session_state = folded.session_state
        AND payment_state = folded.payment_state AND count + folded.delta >= 0)
    THEN
      INSERT INTO session_count_deltas
        VALUES (folded.merchant_id, folded.session_state, folded.payment_state, folded.delta);
      CONTINUE;
    END IF;
    UPDATE session_counts SET count = count + folded.delta
      WHERE merchant_id = folded.merchant_id AND session_state = folded.session_state
        AND payment_state = folded.payment_state;
    IF NOT FOUND THEN
      INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
        VALUES (folded.merchant_id, folded.session_state, folded.payment_state, folded.delta);
    END IF;
  END LOOP;
  FOR folded IN
    WITH taken AS (DELETE FROM session_sum_deltas WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM session_sum_deltas LIMIT ${FOLDED_AT_ONCE})) RETURNING *)
    INSERT INTO session_sums AS s (${SUM_COLUMNS})
    SELECT ${SUM_KEY}, ${SUMMED} FROM taken
      WHERE EXISTS (SELECT 1 FROM merchants WHERE id = merchant_id)
      GROUP BY ${SUM_KEY} ORDER BY ${SUM_KEY}
    ON CONFLICT (${SUM_KEY}) DO UPDATE SET ${
  MEASURES.map((name) => `${name} = s.${name} + excluded.${name}`).join(", ")
}
    RETURNING s.*
  LOOP
    -- States that sessions have left. Where a later slice has the rest, they come again.
    DELETE FROM session_sums WHERE (${SUM_KEY}) = (folded.merchant_id, folded.quarter,
      folded.session_state, folded.payment_state, folded.currency_code)
      AND ${MEASURES.map((name) => `${name} = 0`).join(" AND ")};
  END LOOP;
  FOR folded IN
    WITH taken AS (DELETE FROM coupon_use_deltas WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM coupon_use_deltas LIMIT ${FOLDED_AT_ONCE})) RETURNING *)
    SELECT coupon_id, sum(delta) AS delta FROM taken
      WHERE EXISTS (SELECT 1 FROM coupons WHERE id = coupon_id)
      GROUP BY 1 HAVING sum(delta) <> 0 ORDER BY 1
  LOOP
    UPDATE coupons SET used = used + folded.delta
      WHERE id = folded.coupon_id AND used + folded.delta >= 0;
    -- What was taken before is in a later slice.
    IF NOT FOUND THEN
      INSERT INTO coupon_use_deltas VALUES (folded.coupon_id, folded.delta);
    END IF;
  END LOOP;
  DELETE FROM write_batches WHERE stands AND at < now() - interval '1 minute';
  DELETE FROM write_batches WHERE NOT stands AND at < now() - interval '1 day';
  DELETE FROM leases WHERE until < now() - interval '1 day';
END $tidy$`;
