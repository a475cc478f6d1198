import { createHash } from "node:crypto";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { LOCK_SQL } from "./lock_sql.ts";
import { typeOfParam } from "../../sql/param_types.ts";
import { sqlFor } from "../../sql/sql.ts";
import { WRITES } from "../../write/writes.ts";

/** SQLSTATE of a statement that wrote no row, or too many. */
export const NO_ROW = "CK001";
const TOO_MANY_ROWS = "CK002";

/** Classes of errors of one commit; others are of the server, and end the batch. */
const OF_COMMIT = ["0A", "21", "22", "23", "42", "54", "CK", "P0"];

const PARAMETER = /(?<![:\w]):([A-Za-z_]+)/g;

const CASES = Object.entries(WRITES).map(([name, { sql }]) => {
  const statement = sqlFor("postgres", sql).replaceAll(PARAMETER, (_whole, param: string) => {
    const type = typeOfParam(param);
    return `(p ->> '${param}')${type === "text" ? "" : `::${type.replace("int64", "bigint")}`}`;
  });
  return `          WHEN '${name}' THEN\n       ${statement};`;
}).join("\n");

/**
 * The body of the function that writes a batch: commits, each an array of statements, each [name,
 * 1 for exactly one row or 0 for any, parameters].
 *
 * All commits are written behind one savepoint; if one is refused, each behind its own. Variables
 * keep their values when a block is rolled back. The result is a JSON array of the refused commits;
 * null for none.
 */
const BODY = `
#variable_conflict use_column
DECLARE
  total integer := jsonb_array_length(batch);
  step integer := total;
  done integer := 0;
  nth integer;
  k integer;
  c jsonb;
  s jsonb;
  p jsonb;
  written bigint;
  event_number bigint;
  state text;
  violated text;
  message text;
  key_hash bigint;
  is_shared boolean;
  refusals jsonb := '[]';
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION USING ERRCODE = '25001',
      MESSAGE = 'default_transaction_isolation must be read committed';
  END IF;
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  INSERT INTO write_batches (id, stands) VALUES (fence, true);
  PERFORM checkoutd_begin_events();
${LOCK_SQL}
  WHILE done < total LOOP
    BEGIN
      FOR nth IN done .. done + step - 1 LOOP
        c := batch -> nth;
        k := -1;
        WHILE k < jsonb_array_length(c) - 1 LOOP
          k := k + 1;
          s := c -> k;
          p := s -> 2;
          CASE s ->> 0
${CASES}
          END CASE;
          GET DIAGNOSTICS written = ROW_COUNT;
          IF written <> 1 AND s ->> 1 = '1' THEN
            RAISE EXCEPTION USING ERRCODE = CASE written WHEN 0 THEN '${NO_ROW}' ELSE '${TOO_MANY_ROWS}' END,
              MESSAGE = format('%s wrote %s rows instead of 1', s ->> 0, written);
          END IF;
        END LOOP;
      END LOOP;
      done := done + step;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, violated = CONSTRAINT_NAME,
        message = MESSAGE_TEXT;
      IF left(state, 2) <> ALL ('{${OF_COMMIT.join(",")}}') THEN
        RAISE;
      ELSIF step > 1 THEN
        step := 1;
      ELSE
        refusals := refusals || jsonb_build_object('commit', done, 'index', k, 'state', state,
          'constraint', violated, 'detail', message);
        done := done + 1;
      END IF;
    END;
  END LOOP;
  IF refusals = '[]' THEN RETURN NULL; END IF;
  UPDATE write_batches SET refused = refusals::text WHERE id = fence;
  RETURN refusals::text;
END `;

const HASH = createHash("sha256").update(`${POSTGRES_SCHEMA_VERSION} ${BODY}`).digest("hex")
  .slice(0, 16);

/**
 * Name of the function: another for each text, so that two versions of the program can run; and for
 * each schema version, so that a migration can cut off earlier programs.
 */
export const WRITE_FUNCTION = `checkoutd_write_${HASH}`;

/** Longest wait for a lock, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5000;

/** Creates the function. */
export const CREATE_WRITE_FUNCTION = `
CREATE FUNCTION ${WRITE_FUNCTION} (fence uuid, locks jsonb, batch jsonb) RETURNS text
LANGUAGE plpgsql SET lock_timeout = ${LOCK_TIMEOUT_MS} AS $function$${BODY}$function$`;
