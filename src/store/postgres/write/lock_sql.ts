import { CATALOGUE_LOCK } from "../../write/locks.ts";

/** The texts of a kind of locks. */
const texts = (kind: string) => `(SELECT jsonb_array_elements_text(locks -> '${kind}'))`;

/** Locks rows of a table by their id. */
function rows(table: string): string {
  return `
  IF locks ? '${table}' THEN
    PERFORM 1 FROM ${table} WHERE id IN ${texts(table)} ORDER BY id FOR NO KEY UPDATE;
  END IF;`;
}

/**
 * Takes the locks of a batch: kind by kind, each sorted. A statement sees what was committed before
 * it began, so what is counted afterwards is complete.
 *
 * Rows are locked as an update of them would; what refers to them is not kept waiting.
 */
export const LOCK_SQL = `
  IF locks ? 'epoch' THEN
    PERFORM 1 FROM epoch FOR NO KEY UPDATE;
  END IF;${rows("merchants")}
  IF locks ?| '{keys,shared,stock}' THEN
    FOR key_hash, is_shared IN
      SELECT hashtextextended(name, 0), bool_and(shared) FROM (
        SELECT name, false FROM jsonb_array_elements_text(locks -> 'keys') AS name
        UNION ALL SELECT name, true FROM jsonb_array_elements_text(locks -> 'shared') AS name
        UNION ALL SELECT '${CATALOGUE_LOCK}' || merchant_id, true FROM stock_holds
          WHERE session_id IN ${texts("stock")}
      ) AS named (name, shared) GROUP BY 1 ORDER BY 1
    LOOP
      IF is_shared THEN
        PERFORM pg_advisory_xact_lock_shared(key_hash);
      ELSE
        PERFORM pg_advisory_xact_lock(key_hash);
      END IF;
    END LOOP;
  END IF;${rows("coupons")}${rows("customers")}
  IF locks ?| '{variants,stock}' THEN
    PERFORM 1 FROM variants WHERE (merchant_id, variant_id) IN (
        SELECT named ->> 0, (named ->> 1)::bigint
          FROM jsonb_array_elements(locks -> 'variants') AS named
        UNION SELECT merchant_id, variant_id FROM stock_holds WHERE session_id IN ${texts("stock")}
        UNION SELECT merchant_id, variant_id FROM stock_sales WHERE session_id IN ${texts("stock")})
      ORDER BY merchant_id, variant_id FOR NO KEY UPDATE;
  END IF;${rows("sessions")}
  IF locks ? 'activity' THEN
    INSERT INTO session_activity (session_id, last_active_at)
      SELECT id, 0 FROM sessions AS s WHERE id IN ${texts("activity")}
        AND NOT EXISTS (SELECT 1 FROM session_activity WHERE session_id = s.id)
        ORDER BY id FOR KEY SHARE
      ON CONFLICT (session_id) DO NOTHING;
    PERFORM 1 FROM session_activity WHERE session_id IN ${texts("activity")}
      ORDER BY session_id FOR NO KEY UPDATE;
  END IF;
  IF locks ?| '{endpoints,deliveries}' THEN
    PERFORM 1 FROM webhook_endpoints WHERE id IN (
        SELECT jsonb_array_elements_text(locks -> 'endpoints')
        UNION SELECT w.id FROM events AS e JOIN webhook_endpoints AS w USING (merchant_id)
          WHERE e.session_id IN ${texts("deliveries")})
      ORDER BY id FOR NO KEY UPDATE;
  END IF;${rows("api_keys")}`;
