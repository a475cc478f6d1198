import { MONEY_KEY, MONEY_MEASURES } from "../../sql/money_sums.ts";
import { MEASURES, SUM_KEY } from "../../sql/session_sums.ts";

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
${
  foldSums({ sums: "session_sums", deltas: "session_sum_deltas", key: SUM_KEY, measures: MEASURES })
}
${
  foldSums({
    sums: "money_sums",
    deltas: "money_sum_deltas",
    key: MONEY_KEY,
    measures: MONEY_MEASURES,
  })
}
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

/** Folds changes of sums, and deletes the sums of nothing: where a later slice has the rest, they come again. */
function foldSums({ sums, deltas, key, measures }: {
  readonly sums: string;
  readonly deltas: string;
  readonly key: string;
  readonly measures: readonly string[];
}): string {
  return `  FOR folded IN
    WITH taken AS (DELETE FROM ${deltas} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${deltas} LIMIT ${FOLDED_AT_ONCE})) RETURNING *)
    INSERT INTO ${sums} AS s (${key}, ${measures.join(", ")})
    SELECT ${key}, ${measures.map((name) => `sum(${name})`).join(", ")} FROM taken
      WHERE EXISTS (SELECT 1 FROM merchants WHERE id = merchant_id)
      GROUP BY ${key} ORDER BY ${key}
    ON CONFLICT (${key}) DO UPDATE SET ${
    measures.map((name) => `${name} = s.${name} + excluded.${name}`).join(", ")
  }
    RETURNING s.*
  LOOP
    DELETE FROM ${sums} WHERE (${key}) = (${key.replaceAll(/\w+/g, "folded.$&")})
      AND ${measures.map((name) => `${name} = 0`).join(" AND ")};
  END LOOP;`;
}
