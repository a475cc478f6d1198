SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.checkoutd_begin_events() RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  drawn bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO drawn FROM events_seq_seq;
  PERFORM pg_advisory_xact_lock_shared(
    716139931 + (drawn >> 31)::integer, (drawn & 2147483647)::integer);
END $$;
CREATE FUNCTION public.checkoutd_count_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO session_count_deltas
    VALUES (OLD.merchant_id, OLD.session_state, OLD.payment_state, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO session_count_deltas
    VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION public.checkoutd_keep_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed or deleted';
END $$;
CREATE FUNCTION public.checkoutd_require_providers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 15 WHERE version = 15 AND oldest < 15;
  RETURN NULL;
END $$;
CREATE FUNCTION public.checkoutd_require_refunds() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
  stack text;
  other text;
BEGIN
  UPDATE schema_migrations SET oldest = 16 WHERE version = 16 AND oldest < 16;
  IF FOUND THEN
    GET DIAGNOSTICS stack = PG_CONTEXT;
    FOR other IN SELECT oid::regprocedure FROM pg_proc
      WHERE pronamespace = to_regnamespace(current_schema())
        AND proname ~ '^checkoutd_write_[0-9a-f]{16}$' AND strpos(stack, proname) = 0
    LOOP
      EXECUTE 'DROP FUNCTION IF EXISTS ' || other;
    END LOOP;
  END IF;
  RETURN NULL;
EXCEPTION WHEN insufficient_privilege THEN
  -- Functions of another role stay: their programs end within a second.
  UPDATE schema_migrations SET oldest = 16 WHERE version = 16 AND oldest < 16;
  RETURN NULL;
END $_$;
CREATE FUNCTION public.checkoutd_require_sealed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  secret text := CASE TG_TABLE_NAME WHEN 'secrets' THEN to_jsonb(NEW) ->> 'value'
    ELSE to_jsonb(NEW) ->> 'secret' END;
BEGIN
  IF EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
    SELECT 1 FROM secret_keys WHERE strpos(secret, 'sealed:' || fingerprint || ':') > 0
  ) THEN
    RAISE EXCEPTION USING ERRCODE = '23514',
      MESSAGE = 'the secret is not sealed by a key of the database';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION public.checkoutd_require_sealing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 14 WHERE version = 14 AND oldest < 14;
  RETURN NULL;
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_state text NOT NULL COLLATE pg_catalog."C",
    payment_state text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_active_at bigint NOT NULL,
    doc text NOT NULL COLLATE pg_catalog."C",
    expired smallint DEFAULT 0 NOT NULL,
    customer_phone text COLLATE pg_catalog."C",
    view text COLLATE pg_catalog."C",
    held_since bigint,
    extra text DEFAULT '{}'::text NOT NULL COLLATE pg_catalog."C",
    packed bytea,
    placed_at bigint,
    order_number text COLLATE pg_catalog."C",
    awaits_idle smallint,
    idle_at bigint,
    returned text COLLATE pg_catalog."C",
    due_at bigint,
    livemode smallint DEFAULT 1 NOT NULL,
    currency_code text GENERATED ALWAYS AS (
CASE
    WHEN ((num_nonnulls(placed_at, idle_at, returned) > 0) OR (session_state = 'COMPLETED'::text)) THEN ((doc)::json ->> 'currencyCode'::text)
    ELSE NULL::text
END) STORED COLLATE pg_catalog."C",
    total_payable bigint GENERATED ALWAYS AS (
CASE
    WHEN ((num_nonnulls(placed_at, idle_at, returned) > 0) OR (session_state = 'COMPLETED'::text)) THEN (((doc)::json #>> '{priced,totals,totalPayable}'::text[]))::bigint
    ELSE NULL::bigint
END) STORED,
    coupon_discount bigint GENERATED ALWAYS AS (
CASE
    WHEN (session_state = 'COMPLETED'::text) THEN (((doc)::json #>> '{priced,totals,couponDiscount}'::text[]))::bigint
    ELSE NULL::bigint
END) STORED,
    has_coupon smallint GENERATED ALWAYS AS (
CASE
    WHEN (session_state = 'COMPLETED'::text) THEN (((((doc)::json #> '{priced,coupons,0}'::text[]) IS NOT NULL))::integer)::smallint
    ELSE NULL::smallint
END) STORED,
    is_order smallint GENERATED ALWAYS AS (
CASE
    WHEN ((num_nonnulls(placed_at, idle_at, returned) > 0) OR (session_state = 'COMPLETED'::text)) THEN (((((doc)::json #>> '{order,cancellation}'::text[]) IS NULL))::integer)::smallint
    ELSE NULL::smallint
END) STORED,
    erased_at bigint,
    CONSTRAINT sessions_expired_check CHECK ((expired = ANY (ARRAY[0, 1]))),
    CONSTRAINT sessions_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1]))),
    CONSTRAINT sessions_payment_state_check CHECK ((payment_state = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'PAID'::text, 'FAILED'::text]))),
    CONSTRAINT sessions_session_state_check CHECK ((session_state = ANY (ARRAY['INITIATED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'ABANDONED'::text]))),
    CONSTRAINT sessions_version_check CHECK ((version > 0))
);
CREATE FUNCTION public.checkoutd_session_shares(s public.sessions, sign bigint) RETURNS TABLE(merchant_id text, quarter bigint, session_state text, payment_state text, currency_code text, count bigint, begun bigint, idle bigint, resumed bigint, reopened bigint, orders bigint, payable bigint, with_coupon bigint, coupon_discount bigint, recovered bigint, recovered_payable bigint, placed bigint, placed_payable bigint)
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT s.merchant_id, s.created_at - s.created_at % 900000, s.session_state, s.payment_state,
    coalesce(s.currency_code, ''), sign,
    sign * (s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END)::integer,
    sign * (s.idle_at IS NOT NULL)::integer, sign * (s.returned IS NOT DISTINCT FROM 'RESUMED')::integer,
    sign * (s.returned IS NOT DISTINCT FROM 'REOPENED')::integer,
    sign * k.is_kept, sign * k.is_kept * coalesce(s.total_payable, 0),
    sign * k.is_kept * coalesce(s.has_coupon, 0), sign * k.is_kept * coalesce(s.coupon_discount, 0),
    sign * k.is_kept * (s.returned IS NOT NULL)::integer,
    sign * k.is_kept * (s.returned IS NOT NULL)::integer * coalesce(s.total_payable, 0), 0, 0
  FROM (
    SELECT CASE WHEN s.session_state = 'COMPLETED' AND s.is_order = 1 THEN 1 ELSE 0 END
  ) AS k (is_kept)
  UNION ALL
  SELECT s.merchant_id, s.placed_at - s.placed_at % 900000, s.session_state, s.payment_state,
    s.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, sign, sign * s.total_payable
  WHERE s.placed_at IS NOT NULL AND s.is_order = 1
$$;
CREATE FUNCTION public.checkoutd_settled_event() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
  drawn bigint;
  pending bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO drawn FROM events_seq_seq;
  SELECT min(((classid::bigint - 716139931) << 31) + objid::bigint) INTO pending FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint BETWEEN 716139931 AND 716140931;
  RETURN least(drawn, pending);
END $$;
CREATE FUNCTION public.checkoutd_sum_purged() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO session_sum_deltas
  VALUES (NEW.merchant_id, NEW.opened_at, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count - coalesce(OLD.count, 0), NEW.begun - coalesce(OLD.begun, 0),
    NEW.idle - coalesce(OLD.idle, 0), NEW.resumed - coalesce(OLD.resumed, 0),
    NEW.reopened - coalesce(OLD.reopened, 0), 0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END $$;
CREATE FUNCTION public.checkoutd_sum_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  summed text;
BEGIN
  SELECT summed_to INTO summed FROM session_sums_progress;
  IF summed <> '~' THEN
    PERFORM pg_advisory_xact_lock_shared(7161399312460);
    SELECT summed_to INTO summed FROM session_sums_progress;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.id <= summed COLLATE "C" THEN
    INSERT INTO session_sum_deltas SELECT * FROM checkoutd_session_shares(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.id <= summed COLLATE "C" THEN
    INSERT INTO session_sum_deltas SELECT * FROM checkoutd_session_shares(NEW, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION public.checkoutd_write_79c3964684efaa08(fence uuid, locks jsonb, batch jsonb) RETURNS text
    LANGUAGE plpgsql
    SET lock_timeout TO '5000'
    AS $$
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
  IF locks ? 'epoch' THEN
    PERFORM 1 FROM epoch FOR NO KEY UPDATE;
  END IF;
  IF locks ? 'merchants' THEN
    PERFORM 1 FROM merchants WHERE id IN (SELECT jsonb_array_elements_text(locks -> 'merchants')) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF locks ?| '{keys,shared,stock}' THEN
    FOR key_hash, is_shared IN
      SELECT hashtextextended(name, 0), bool_and(shared) FROM (
        SELECT name, false FROM jsonb_array_elements_text(locks -> 'keys') AS name
        UNION ALL SELECT name, true FROM jsonb_array_elements_text(locks -> 'shared') AS name
        UNION ALL SELECT 'catalogue:' || merchant_id, true FROM stock_holds
          WHERE session_id IN (SELECT jsonb_array_elements_text(locks -> 'stock'))
      ) AS named (name, shared) GROUP BY 1 ORDER BY 1
    LOOP
      IF is_shared THEN
        PERFORM pg_advisory_xact_lock_shared(key_hash);
      ELSE
        PERFORM pg_advisory_xact_lock(key_hash);
      END IF;
    END LOOP;
  END IF;
  IF locks ? 'coupons' THEN
    PERFORM 1 FROM coupons WHERE id IN (SELECT jsonb_array_elements_text(locks -> 'coupons')) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF locks ? 'customers' THEN
    PERFORM 1 FROM customers WHERE id IN (SELECT jsonb_array_elements_text(locks -> 'customers')) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF locks ?| '{variants,stock}' THEN
    PERFORM 1 FROM variants WHERE (merchant_id, variant_id) IN (
        SELECT named ->> 0, (named ->> 1)::bigint
          FROM jsonb_array_elements(locks -> 'variants') AS named
        UNION SELECT merchant_id, variant_id FROM stock_holds WHERE session_id IN (SELECT jsonb_array_elements_text(locks -> 'stock'))
        UNION SELECT merchant_id, variant_id FROM stock_sales WHERE session_id IN (SELECT jsonb_array_elements_text(locks -> 'stock')))
      ORDER BY merchant_id, variant_id FOR NO KEY UPDATE;
  END IF;
  IF locks ? 'sessions' THEN
    PERFORM 1 FROM sessions WHERE id IN (SELECT jsonb_array_elements_text(locks -> 'sessions')) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF locks ? 'activity' THEN
    INSERT INTO session_activity (session_id, last_active_at)
      SELECT id, 0 FROM sessions AS s WHERE id IN (SELECT jsonb_array_elements_text(locks -> 'activity'))
        AND NOT EXISTS (SELECT 1 FROM session_activity WHERE session_id = s.id)
        ORDER BY id FOR KEY SHARE
      ON CONFLICT (session_id) DO NOTHING;
    PERFORM 1 FROM session_activity WHERE session_id IN (SELECT jsonb_array_elements_text(locks -> 'activity'))
      ORDER BY session_id FOR NO KEY UPDATE;
  END IF;
  IF locks ?| '{endpoints,deliveries}' THEN
    PERFORM 1 FROM webhook_endpoints WHERE id IN (
        SELECT jsonb_array_elements_text(locks -> 'endpoints')
        UNION SELECT w.id FROM events AS e JOIN webhook_endpoints AS w USING (merchant_id)
          WHERE e.session_id IN (SELECT jsonb_array_elements_text(locks -> 'deliveries')))
      ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF locks ? 'api_keys' THEN
    PERFORM 1 FROM api_keys WHERE id IN (SELECT jsonb_array_elements_text(locks -> 'api_keys')) ORDER BY id FOR NO KEY UPDATE;
  END IF;
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
          WHEN 'session.add' THEN
       INSERT INTO sessions (id, merchant_id, livemode, session_state, payment_state, version, created_at, updated_at, last_active_at, expired, customer_phone, held_since, due_at, placed_at, order_number, awaits_idle, idle_at, returned, doc, extra, view, packed) SELECT r.id, r.merchant_id, r.livemode, r.session_state, r.payment_state, r.version, r.created_at, r.updated_at, r.last_active_at, r.expired, r.customer_phone, r.held_since, r.due_at, r.placed_at, r.order_number, r.awaits_idle, r.idle_at, r.returned, r.doc, r.extra, r.view, r.packed FROM jsonb_populate_record(NULL::sessions, p) AS r ;
          WHEN 'session.put' THEN
       UPDATE sessions SET session_state = (p ->> 'session_state'), payment_state = (p ->> 'payment_state'),
         version = (p ->> 'version')::bigint, updated_at = greatest(updated_at, (p ->> 'at')::bigint),
         last_active_at = CASE WHEN (p ->> 'expired')::smallint = 1 THEN last_active_at
           ELSE greatest(last_active_at, (p ->> 'at')::bigint) END,
         expired = (p ->> 'expired')::smallint,
         customer_phone = (p ->> 'customer_phone'), held_since = (p ->> 'held_since')::bigint, due_at = (p ->> 'due_at')::bigint,
         placed_at = (p ->> 'placed_at')::bigint, order_number = (p ->> 'order_number'), awaits_idle = (p ->> 'awaits_idle')::smallint,
         idle_at = (p ->> 'idle_at')::bigint, returned = (p ->> 'returned'), doc = (p ->> 'doc'), packed = (p ->> 'packed')::bytea,
         view = (p ->> 'view')
       WHERE id = (p ->> 'id') AND version = (p ->> 'expected_version')::bigint;
          WHEN 'session.putDoc' THEN
       UPDATE sessions SET version = (p ->> 'version')::bigint, updated_at = greatest(updated_at, (p ->> 'at')::bigint),
         doc = (p ->> 'doc'), packed = (p ->> 'packed')::bytea, view = (p ->> 'view')
       WHERE id = (p ->> 'id') AND version = (p ->> 'expected_version')::bigint;
          WHEN 'session.touch' THEN
       INSERT INTO session_activity AS a (session_id, last_active_at)
       SELECT id, max(t.at) FROM jsonb_to_recordset((p ->> 'touched')::jsonb) AS t (id text, at bigint)
         JOIN sessions USING (id) GROUP BY id
       ON CONFLICT (session_id) DO UPDATE SET last_active_at = excluded.last_active_at
       WHERE a.last_active_at < excluded.last_active_at;
          WHEN 'session.countPurged' THEN
       INSERT INTO purged_sessions (merchant_id, opened_at, session_state, payment_state, currency_code,
         count, begun, idle, resumed, reopened)
       SELECT merchant_id, created_at - created_at % 900000, session_state, payment_state,
         coalesce(doc::json ->> 'currencyCode', ''), 1,
         CAST(version > CASE session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END AS INTEGER),
         CAST(idle_at IS NOT NULL AS INTEGER),
         CAST(returned IS NOT DISTINCT FROM 'RESUMED' AS INTEGER),
         CAST(returned IS NOT DISTINCT FROM 'REOPENED' AS INTEGER)
       FROM sessions WHERE id = (p ->> 'id') AND livemode = 1
       ON CONFLICT (merchant_id, opened_at, session_state, payment_state, currency_code)
       DO UPDATE SET count = purged_sessions.count + 1,
         begun = purged_sessions.begun + excluded.begun,
         idle = purged_sessions.idle + excluded.idle,
         resumed = purged_sessions.resumed + excluded.resumed,
         reopened = purged_sessions.reopened + excluded.reopened;
          WHEN 'session.delete' THEN
       DELETE FROM sessions WHERE id = (p ->> 'id') AND last_active_at < (p ->> 'before')::bigint AND NOT EXISTS (SELECT 1 FROM session_activity AS a
           WHERE a.session_id = (p ->> 'id') AND a.last_active_at >= (p ->> 'before')::bigint)
         AND ((p ->> 'with_shop')::smallint = 1 OR (held_since IS NULL AND due_at IS NULL
           AND NOT (session_state = 'COMPLETED' AND livemode = 1)));
          WHEN 'session.sumTo' THEN
       PERFORM pg_advisory_xact_lock(7161399312460);
       UPDATE session_sums_progress SET summed_to = (p ->> 'last') WHERE summed_to = (p ->> 'after');
          WHEN 'session.sum' THEN
       INSERT INTO session_sum_deltas (merchant_id, quarter, session_state, payment_state, currency_code, count, begun, idle, resumed, reopened, orders, payable, with_coupon, coupon_discount, recovered, recovered_payable, placed, placed_payable)
       SELECT merchant_id, quarter, session_state, payment_state, currency_code, sum(count) AS count, sum(begun) AS begun, sum(idle) AS idle, sum(resumed) AS resumed, sum(reopened) AS reopened, sum(orders) AS orders, sum(payable) AS payable, sum(with_coupon) AS with_coupon, sum(coupon_discount) AS coupon_discount, sum(recovered) AS recovered, sum(recovered_payable) AS recovered_payable, sum(placed) AS placed, sum(placed_payable) AS placed_payable FROM (SELECT sessions.id, share.* FROM sessions, checkoutd_session_shares(sessions, 1) AS share WHERE livemode = 1) AS shares
       WHERE id > (p ->> 'after') AND id <= (p ->> 'last') GROUP BY merchant_id, quarter, session_state, payment_state, currency_code;
          WHEN 'session.eraseExtra' THEN
       UPDATE sessions SET extra = '{}',
         erased_at = CASE WHEN session_state = 'COMPLETED' AND livemode = 1
           THEN coalesce((p ->> 'erased_at')::bigint, erased_at) END
       WHERE id = (p ->> 'id');
          WHEN 'session.retain' THEN
       UPDATE sessions SET erased_at = NULL WHERE id = (p ->> 'id') AND erased_at IS NOT NULL;
          WHEN 'link.put' THEN
       INSERT INTO checkout_links (session_id, token_hash, created_at, hides) SELECT r.session_id, r.token_hash, r.created_at, r.hides FROM jsonb_populate_record(NULL::checkout_links, p) AS r 
       ON CONFLICT (session_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at, hides = excluded.hides;
          WHEN 'link.update' THEN
       UPDATE checkout_links SET created_at = (p ->> 'created_at')::bigint, hides = (p ->> 'hides')
       WHERE session_id = (p ->> 'session_id') AND token_hash = (p ->> 'token_hash');
          WHEN 'link.delete' THEN
       DELETE FROM checkout_links WHERE session_id = (p ->> 'id');
          WHEN 'return.add' THEN
       INSERT INTO payment_returns (code_hash, session_id, payment_id, created_at) SELECT r.code_hash, r.session_id, r.payment_id, r.created_at FROM jsonb_populate_record(NULL::payment_returns, p) AS r  ON CONFLICT (code_hash) DO NOTHING;
          WHEN 'return.purge' THEN
       DELETE FROM payment_returns WHERE ctid IN (SELECT ctid FROM payment_returns WHERE created_at < (p ->> 'before')::bigint LIMIT 2000 FOR UPDATE SKIP LOCKED);
          WHEN 'return.delete' THEN
       DELETE FROM payment_returns WHERE session_id = (p ->> 'id');
          WHEN 'idempotency.add' THEN
       INSERT INTO idempotency_records (merchant_id, livemode, method, path, key, fingerprint, at, status, location, session_id, begun_id, body) SELECT r.merchant_id, r.livemode, r.method, r.path, r.key, r.fingerprint, r.at, r.status, r.location, r.session_id, r.begun_id, r.body FROM jsonb_populate_record(NULL::idempotency_records, p) AS r ;
          WHEN 'idempotency.purge' THEN
       DELETE FROM idempotency_records WHERE ctid IN (SELECT ctid FROM idempotency_records WHERE at < (p ->> 'before')::bigint LIMIT 2000 FOR UPDATE SKIP LOCKED);
          WHEN 'idempotency.deleteOfSession' THEN
       DELETE FROM idempotency_records WHERE merchant_id = (p ->> 'merchant_id') AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || (p ->> 'path_id') || '/' AND path < '/session/' || (p ->> 'path_id') || '0';
          WHEN 'event.add' THEN
       INSERT INTO events (id, merchant_id, session_id, type, at, data) SELECT r.id, r.merchant_id, r.session_id, r.type, r.at, r.data FROM jsonb_populate_record(NULL::events, p) AS r  RETURNING seq INTO event_number;
          WHEN 'event.addDeliveries' THEN
       INSERT INTO deliveries
         (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
       SELECT w.id, event_number, 'PENDING', 0, (p ->> 'at')::bigint, NULL, '', (p ->> 'at')::bigint
       FROM webhook_endpoints AS w
       WHERE w.merchant_id = (p ->> 'merchant_id') AND w.livemode = (p ->> 'livemode')::smallint AND w.disabled_at IS NULL
         AND (w.events = '[]' OR w.events::jsonb ? (p ->> 'type'))
         AND (w.kind = 'webhook' OR (p ->> 'reaches')::jsonb ? w.kind)
         FOR KEY SHARE OF w;
          WHEN 'delivery.put' THEN
       UPDATE deliveries SET state = (p ->> 'state'), attempts = (p ->> 'attempts')::bigint, next_at = (p ->> 'next_at')::bigint,
         last_status = (p ->> 'last_status')::bigint, last_error = (p ->> 'last_error'), updated_at = (p ->> 'updated_at')::bigint,
         batch_id = (p ->> 'batch_id')
       WHERE endpoint_id = (p ->> 'endpoint_id')
         AND event_seq = (SELECT seq FROM events WHERE id = (p ->> 'event_id'))
         AND ((p ->> 'was_attempts')::bigint IS NULL
           OR attempts = (p ->> 'was_attempts')::bigint AND updated_at = (p ->> 'was_updated_at')::bigint
             AND batch_id IS NOT DISTINCT FROM (p ->> 'was_batch_id'));
          WHEN 'event.purgeDeliveries' THEN
       DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, listed.seq FROM (SELECT seq, merchant_id FROM events
         WHERE session_id IS NULL AND at < (p ->> 'before')::bigint ORDER BY seq LIMIT 2000) AS listed JOIN webhook_endpoints AS w
         ON w.merchant_id = listed.merchant_id);
          WHEN 'event.purge' THEN
       DELETE FROM events WHERE seq IN (SELECT seq FROM (SELECT seq, merchant_id FROM events
         WHERE session_id IS NULL AND at < (p ->> 'before')::bigint ORDER BY seq LIMIT 2000) AS listed);
          WHEN 'event.redactBefore' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'otp' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place)) WHERE seq IN (
         SELECT seq FROM events WHERE type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL AND at < (p ->> 'before')::bigint FOR NO KEY UPDATE SKIP LOCKED);
          WHEN 'event.redact' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'otp' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place)) WHERE type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL AND id = (p ->> 'id');
          WHEN 'event.erasePhones' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'otp' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each(((SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'phone' THEN '""' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place)))::json) WITH ORDINALITY AS m0 (key, value, place))
       WHERE session_id = (p ->> 'id') AND type = 'otp.requested' AND ((p ->> 'phone') IS NULL OR (data::json #>> '{phone}') = (p ->> 'phone'));
          WHEN 'event.eraseReferences' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'reference' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place))
       WHERE session_id = (p ->> 'id') AND (data::json #>> '{reference}') IS NOT NULL;
          WHEN 'event.eraseReasons' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m1.key)::text || ':' || CASE
           WHEN m1.key = 'order' THEN (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'cancel_reason' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((m1.value)::json) WITH ORDINALITY AS m0 (key, value, place)) ELSE m1.value::text END, ','
           ORDER BY m1.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m1 (key, value, place))
       WHERE session_id = (p ->> 'id') AND (data::json #>> '{order,cancel_reason}') IS NOT NULL;
          WHEN 'event.deleteErased' THEN
       DELETE FROM deliveries WHERE state = 'PENDING' AND (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE session_id = (p ->> 'id') AND type = 'otp.requested' AND (e.data::json #>> '{phone}') = '');
          WHEN 'event.deleteDeliveries' THEN
       DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id = (p ->> 'id'));
          WHEN 'event.deleteOfSession' THEN
       DELETE FROM events WHERE session_id = (p ->> 'id');
          WHEN 'coupon.addUse' THEN
       INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
       SELECT (p ->> 'session_id'), (p ->> 'coupon_id'), (p ->> 'customer_id')
       WHERE (p ->> 'limit')::bigint IS NULL OR (p ->> 'customer_id') IS NOT NULL AND (p ->> 'limit')::bigint > (
         SELECT count(*) FROM coupon_uses
         WHERE coupon_id = (p ->> 'coupon_id') AND customer_id = (p ->> 'customer_id'));
          WHEN 'coupon.countUse' THEN
       INSERT INTO coupon_use_deltas (coupon_id, delta) VALUES ((p ->> 'id'), 1);
          WHEN 'coupon.countLimited' THEN
       UPDATE coupons SET used = used + 1 WHERE id = (p ->> 'id')
         AND (coupons.used + (SELECT coalesce(sum(delta), 0) FROM coupon_use_deltas
      WHERE coupon_id = coupons.id))::bigint < least((p ->> 'limit')::bigint, coalesce(usage_limit, (p ->> 'limit')::bigint));
          WHEN 'coupon.uncountUse' THEN
       INSERT INTO coupon_use_deltas (coupon_id, delta)
         SELECT (p ->> 'coupon_id'), -1 WHERE EXISTS (SELECT 1 FROM coupon_uses
         WHERE session_id = (p ->> 'session_id') AND coupon_id = (p ->> 'coupon_id'));
          WHEN 'coupon.deleteUse' THEN
       DELETE FROM coupon_uses WHERE session_id = (p ->> 'session_id') AND coupon_id = (p ->> 'coupon_id');
          WHEN 'stock.addHold' THEN
       INSERT INTO stock_holds (session_id, merchant_id, variant_id, units, phone, address, client) SELECT r.session_id, r.merchant_id, r.variant_id, r.units, r.phone, r.address, r.client FROM jsonb_populate_record(NULL::stock_holds, p) AS r WHERE ((p ->> 'max_quantity')::bigint IS NULL OR (((p ->> 'phone') IS NULL OR (p ->> 'units')::bigint + (SELECT coalesce(sum(units), 0) FROM stock_holds WHERE merchant_id = (p ->> 'merchant_id')
           AND variant_id = (p ->> 'variant_id')::bigint AND phone = (p ->> 'phone')) <= (p ->> 'max_quantity')::bigint)
         AND ((p ->> 'address') IS NULL OR (p ->> 'units')::bigint + (SELECT coalesce(sum(units), 0) FROM stock_holds WHERE merchant_id = (p ->> 'merchant_id')
           AND variant_id = (p ->> 'variant_id')::bigint AND address = (p ->> 'address')) <= (p ->> 'max_quantity')::bigint)
         AND ((p ->> 'client') IS NULL OR (p ->> 'units')::bigint + (SELECT coalesce(sum(units), 0) FROM stock_holds WHERE merchant_id = (p ->> 'merchant_id')
           AND variant_id = (p ->> 'variant_id')::bigint AND client = (p ->> 'client')) <= (p ->> 'client_units')::bigint
           OR NOT EXISTS (SELECT 1 FROM variants AS v
             WHERE v.merchant_id = (p ->> 'merchant_id') AND v.variant_id = (p ->> 'variant_id')::bigint
               AND v.inventory_policy <> 'continue'
               AND ((p ->> 'units')::bigint + (SELECT coalesce(sum(units), 0) FROM stock_holds WHERE merchant_id = (p ->> 'merchant_id')
           AND variant_id = (p ->> 'variant_id')::bigint AND client = (p ->> 'client'))) * (p ->> 'client_part')::bigint
                 > v.inventory_quantity - v.held + (SELECT coalesce(sum(units), 0) FROM stock_holds WHERE merchant_id = (p ->> 'merchant_id')
           AND variant_id = (p ->> 'variant_id')::bigint AND client = (p ->> 'client'))))))
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = stock_holds.units + excluded.units;
          WHEN 'stock.holdUnits' THEN
       UPDATE variants SET held = held + (p ->> 'units')::bigint
       WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = (p ->> 'variant_id')::bigint
         AND (inventory_policy = 'continue' OR inventory_quantity IS NULL
           OR inventory_quantity - held >= (p ->> 'units')::bigint);
          WHEN 'stock.releaseUnits' THEN
       UPDATE variants SET held = held - h.units 
  FROM stock_holds AS h
  WHERE h.session_id = (p ->> 'id')
    AND variants.merchant_id = h.merchant_id AND variants.variant_id = h.variant_id;
          WHEN 'stock.recordSales' THEN
       INSERT INTO stock_sales (session_id, merchant_id, variant_id, units)
       SELECT h.session_id, h.merchant_id, h.variant_id, h.units
       FROM stock_holds AS h JOIN variants AS v
       ON v.merchant_id = h.merchant_id AND v.variant_id = h.variant_id
       WHERE h.session_id = (p ->> 'id') AND v.inventory_quantity IS NOT NULL
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = stock_sales.units + excluded.units;
          WHEN 'stock.sellUnits' THEN
       UPDATE variants SET held = held - h.units, inventory_quantity = inventory_quantity - h.units
       
  FROM stock_holds AS h
  WHERE h.session_id = (p ->> 'id')
    AND variants.merchant_id = h.merchant_id AND variants.variant_id = h.variant_id;
          WHEN 'stock.returnSales' THEN
       UPDATE variants SET inventory_quantity = inventory_quantity + s.units
       FROM stock_sales AS s WHERE s.session_id = (p ->> 'id')
         AND variants.merchant_id = s.merchant_id AND variants.variant_id = s.variant_id;
          WHEN 'stock.addUnits' THEN
       UPDATE variants SET inventory_quantity = inventory_quantity + (p ->> 'units')::bigint
       WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = (p ->> 'variant_id')::bigint;
          WHEN 'stock.deleteSales' THEN
       DELETE FROM stock_sales WHERE session_id = (p ->> 'id');
          WHEN 'stock.returnSome' THEN
       UPDATE variants SET inventory_quantity = inventory_quantity + least(s.units, (p ->> 'units')::bigint)
       FROM stock_sales AS s WHERE s.session_id = (p ->> 'session_id') AND s.merchant_id = (p ->> 'merchant_id')
         AND s.variant_id = (p ->> 'variant_id')::bigint
         AND variants.merchant_id = s.merchant_id AND variants.variant_id = s.variant_id;
          WHEN 'stock.deleteReturned' THEN
       DELETE FROM stock_sales WHERE session_id = (p ->> 'session_id') AND merchant_id = (p ->> 'merchant_id')
         AND variant_id = (p ->> 'variant_id')::bigint AND units <= (p ->> 'units')::bigint;
          WHEN 'stock.lessenSales' THEN
       UPDATE stock_sales SET units = units - (p ->> 'units')::bigint WHERE session_id = (p ->> 'session_id')
         AND merchant_id = (p ->> 'merchant_id') AND variant_id = (p ->> 'variant_id')::bigint AND units > (p ->> 'units')::bigint;
          WHEN 'stock.forgetBuyer' THEN
       UPDATE stock_holds SET phone = NULL, address = NULL, client = NULL
       WHERE session_id = (p ->> 'id');
          WHEN 'stock.deleteHolds' THEN
       DELETE FROM stock_holds WHERE session_id = (p ->> 'id');
          WHEN 'customer.put' THEN
       INSERT INTO customers (id, merchant_id, phone, created_at, seeded_coins) SELECT r.id, r.merchant_id, r.phone, r.created_at, r.seeded_coins FROM jsonb_populate_record(NULL::customers, p) AS r 
       ON CONFLICT (id) DO UPDATE SET seeded_coins = excluded.seeded_coins
       WHERE customers.merchant_id = excluded.merchant_id AND customers.phone = excluded.phone;
          WHEN 'customer.add' THEN
       INSERT INTO customers (id, merchant_id, phone, created_at, seeded_coins) SELECT r.id, r.merchant_id, r.phone, r.created_at, r.seeded_coins FROM jsonb_populate_record(NULL::customers, p) AS r ;
          WHEN 'customer.erase' THEN
       UPDATE customers SET phone = 'erased:' || id WHERE id = (p ->> 'id') AND phone LIKE '+%'
         AND ((p ->> 'only_idle')::smallint = 0 OR (available = 0 AND processing = 0
           AND NOT EXISTS (SELECT 1 FROM sessions WHERE customer_phone = customers.phone
             AND merchant_id = customers.merchant_id AND livemode = 1)));
          WHEN 'coins.addMovement' THEN
       INSERT INTO coin_movements (id, customer_id, from_account, to_account, coins, reason, session_id, moved_at) SELECT r.id, r.customer_id, r.from_account, r.to_account, r.coins, r.reason, r.session_id, r.moved_at FROM jsonb_populate_record(NULL::coin_movements, p) AS r ;
          WHEN 'coins.moveBalances' THEN
       UPDATE customers SET issued = issued + (p ->> 'ISSUED')::bigint,
         available = greatest(0, available - debt + (p ->> 'AVAILABLE')::bigint),
         debt = greatest(0, debt - available - (p ->> 'AVAILABLE')::bigint),
         processing = processing + (p ->> 'PROCESSING')::bigint, used = used + (p ->> 'USED')::bigint
       WHERE id = (p ->> 'id') AND ((p ->> 'AVAILABLE')::bigint >= 0
         OR CASE WHEN (p ->> 'as_debt')::smallint = 1 THEN available <= debt ELSE available - debt + (p ->> 'AVAILABLE')::bigint >= 0 END);
          WHEN 'coins.eraseReasons' THEN
       UPDATE coin_movements SET reason = '(erased)' WHERE customer_id = (p ->> 'id') AND session_id IS NULL;
          WHEN 'coins.addWriteOff' THEN
       INSERT INTO coin_movements (id, customer_id, from_account, to_account, coins, reason, session_id, moved_at)
       SELECT (p ->> 'entry_id'), id, 'ISSUED', 'AVAILABLE', debt - available, 'debt-written-off', NULL, (p ->> 'at')::bigint
       FROM customers WHERE id = (p ->> 'id') AND debt > available;
          WHEN 'coins.writeOff' THEN
       UPDATE customers SET issued = issued - (debt - available), available = 0, debt = 0
       WHERE id = (p ->> 'id') AND debt > available;
          WHEN 'otp.sent' THEN
       INSERT INTO otp_sends (merchant_id, phone, sent_at) SELECT (p ->> 'merchant_id'), (p ->> 'phone'), (p ->> 'at')::bigint
       WHERE (SELECT count(*) FROM otp_sends
         WHERE merchant_id = (p ->> 'merchant_id') AND phone = (p ->> 'phone') AND sent_at > (p ->> 'since')::bigint) < (p ->> 'limit')::bigint
         AND NOT EXISTS (SELECT 1 FROM otp_sends
           WHERE merchant_id = (p ->> 'merchant_id') AND phone = (p ->> 'phone') AND sent_at > (p ->> 'quiet_since')::bigint)
         AND (SELECT count(*) FROM otp_sends
           WHERE merchant_id = (p ->> 'merchant_id') AND sent_at >= (p ->> 'shop_since')::bigint) < (p ->> 'shop_limit')::bigint;
          WHEN 'otp.forget' THEN
       UPDATE otp_sends SET phone = '' WHERE merchant_id = (p ->> 'merchant_id') AND phone = (p ->> 'phone');
          WHEN 'otp.purge' THEN
       DELETE FROM otp_sends WHERE ctid IN (SELECT ctid FROM otp_sends WHERE sent_at < (p ->> 'before')::bigint LIMIT 2000 FOR UPDATE SKIP LOCKED);
          WHEN 'provider.add' THEN
       INSERT INTO payment_providers (id, merchant_id, kind, livemode, account, secret, created_at, removed_at) SELECT r.id, r.merchant_id, r.kind, r.livemode, r.account, r.secret, r.created_at, r.removed_at FROM jsonb_populate_record(NULL::payment_providers, p) AS r ;
          WHEN 'provider.remove' THEN
       UPDATE payment_providers SET removed_at = (p ->> 'at')::bigint WHERE id = (p ->> 'id') AND removed_at IS NULL;
          WHEN 'provider.key' THEN
       UPDATE payment_providers SET secret = (p ->> 'secret'), account = coalesce((p ->> 'account'), account)
       WHERE id = (p ->> 'id') AND (removed_at IS NULL OR secret IS NOT NULL);
          WHEN 'provider.forget' THEN
       UPDATE payment_providers SET secret = NULL
       WHERE id = (p ->> 'id') AND removed_at IS NOT NULL AND secret IS NOT NULL;
          WHEN 'atProvider.add' THEN
       INSERT INTO provider_payments (payment_id, session_id, merchant_id, account_id, reference, page_ends_at, next_look_at, looks, demo_act, demo_at) SELECT r.payment_id, r.session_id, r.merchant_id, r.account_id, r.reference, r.page_ends_at, r.next_look_at, r.looks, r.demo_act, r.demo_at FROM jsonb_populate_record(NULL::provider_payments, p) AS r ;
          WHEN 'atProvider.page' THEN
       UPDATE provider_payments SET reference = (p ->> 'reference'), page_ends_at = (p ->> 'page_ends_at')::bigint
       WHERE payment_id = (p ->> 'payment_id') AND session_id = (p ->> 'session_id') AND reference IS NULL;
          WHEN 'atProvider.look' THEN
       UPDATE provider_payments SET next_look_at = (p ->> 'next_look_at')::bigint, looks = (p ->> 'looks')::bigint
       WHERE payment_id = (p ->> 'payment_id') AND session_id = (p ->> 'session_id')
         AND next_look_at IS NOT NULL AND looks = (p ->> 'looks')::bigint - 1;
          WHEN 'atProvider.close' THEN
       UPDATE provider_payments SET next_look_at = NULL
       WHERE payment_id = (p ->> 'payment_id') AND session_id = (p ->> 'session_id');
          WHEN 'atProvider.demo' THEN
       UPDATE provider_payments SET demo_act = (p ->> 'demo_act'), demo_at = (p ->> 'demo_at')::bigint
       WHERE payment_id = (p ->> 'payment_id') AND session_id = (p ->> 'session_id') AND demo_act IS NULL;
          WHEN 'reference.take' THEN
       INSERT INTO payment_references (merchant_id, livemode, reference, session_id, payment_id) SELECT r.merchant_id, r.livemode, r.reference, r.session_id, r.payment_id FROM jsonb_populate_record(NULL::payment_references, p) AS r ;
          WHEN 'unexpected.add' THEN
       INSERT INTO unexpected_payments (id, merchant_id, livemode, session_id, payment_id, reference, amount, currency_code, reason, message, at, resolved_at, note, key_id, group_id) SELECT r.id, r.merchant_id, r.livemode, r.session_id, r.payment_id, r.reference, r.amount, r.currency_code, r.reason, r.message, r.at, r.resolved_at, r.note, r.key_id, CASE WHEN (p ->> 'is_unknown')::smallint = 1 THEN coalesce((
         SELECT f.id FROM unexpected_payments AS f
         WHERE f.group_id = f.id AND f.merchant_id = (p ->> 'merchant_id') AND f.key_id = (p ->> 'key_id')
           AND f.livemode = (p ->> 'livemode')::smallint AND f.resolved_at IS NULL AND f.at >= (p ->> 'at')::bigint - (p ->> 'at')::bigint % 86400000
         ORDER BY f.at LIMIT 1), (p ->> 'id')) END FROM jsonb_populate_record(NULL::unexpected_payments, p) AS r ;
          WHEN 'unexpected.resolve' THEN
       UPDATE unexpected_payments SET resolved_at = (p ->> 'at')::bigint, note = (p ->> 'note')
       WHERE id = (p ->> 'id') AND merchant_id = (p ->> 'merchant_id') AND resolved_at IS NULL;
          WHEN 'unexpected.resolveGroup' THEN
       UPDATE unexpected_payments SET resolved_at = (p ->> 'at')::bigint, note = (p ->> 'note')
       WHERE group_id = (p ->> 'id') AND merchant_id = (p ->> 'merchant_id') AND resolved_at IS NULL;
          WHEN 'unexpected.eraseNotes' THEN
       UPDATE unexpected_payments SET note = '(erased)'
       WHERE merchant_id = (p ->> 'merchant_id') AND session_id = (p ->> 'id') AND note IS NOT NULL;
          WHEN 'refund.add' THEN
       INSERT INTO refunds (id, merchant_id, livemode, session_id, payment_id, unexpected_id, account_id, charge, amount, currency_code, reference, state, origin, at, settled_at, next_try_at, tries, person_id) SELECT r.id, r.merchant_id, r.livemode, r.session_id, r.payment_id, r.unexpected_id, r.account_id, r.charge, r.amount, r.currency_code, r.reference, r.state, r.origin, r.at, r.settled_at, r.next_try_at, r.tries, r.person_id FROM jsonb_populate_record(NULL::refunds, p) AS r WHERE ((p ->> 'origin') = 'PROVIDER' OR (p ->> 'unexpected_id') IS NULL OR NOT EXISTS (
         SELECT 1 FROM refunds AS o
         WHERE o.unexpected_id = (p ->> 'unexpected_id') AND o.state <> 'FAILED')) AND ((p ->> 'most')::bigint IS NULL OR (SELECT coalesce(sum(one.amount), 0) FROM refunds AS one
         WHERE one.merchant_id = (p ->> 'merchant_id') AND one.person_id = (p ->> 'person_id') AND one.at >= (p ->> 'since')::bigint
           AND one.state <> 'FAILED') <= (p ->> 'most')::bigint);
          WHEN 'refund.move' THEN
       UPDATE refunds SET state = (p ->> 'state'), reference = (p ->> 'reference'), settled_at = (p ->> 'settled_at')::bigint,
         next_try_at = (p ->> 'next_try_at')::bigint, tries = (p ->> 'tries')::bigint
       WHERE id = (p ->> 'id') AND session_id = (p ->> 'session_id') AND state = (p ->> 'was_state');
          WHEN 'refund.try' THEN
       UPDATE refunds SET next_try_at = (p ->> 'next_try_at')::bigint, tries = (p ->> 'tries')::bigint
       WHERE id = (p ->> 'id') AND session_id = (p ->> 'session_id')
         AND next_try_at IS NOT NULL AND tries = (p ->> 'tries')::bigint - 1;
          WHEN 'refund.deleteOfSession' THEN
       DELETE FROM refunds WHERE session_id = (p ->> 'id') AND unexpected_id IS NULL;
          WHEN 'dispute.put' THEN
       INSERT INTO disputes (merchant_id, livemode, reference, session_id, payment_id, account_id, amount, currency_code, reason, status, evidence_due_at, at, decided_at, next_look_at) SELECT r.merchant_id, r.livemode, r.reference, r.session_id, r.payment_id, r.account_id, r.amount, r.currency_code, r.reason, r.status, r.evidence_due_at, r.at, r.decided_at, r.next_look_at FROM jsonb_populate_record(NULL::disputes, p) AS r 
       ON CONFLICT (merchant_id, livemode, reference) DO UPDATE SET session_id = excluded.session_id, payment_id = excluded.payment_id, account_id = excluded.account_id, amount = excluded.amount, currency_code = excluded.currency_code, reason = excluded.reason, status = excluded.status, evidence_due_at = excluded.evidence_due_at, at = excluded.at, decided_at = excluded.decided_at, next_look_at = excluded.next_look_at;
          WHEN 'dispute.look' THEN
       UPDATE disputes SET next_look_at = (p ->> 'next_look_at')::bigint
       WHERE merchant_id = (p ->> 'merchant_id') AND livemode = (p ->> 'livemode')::smallint AND reference = (p ->> 'reference')
         AND session_id = (p ->> 'session_id') AND next_look_at = (p ->> 'was_look_at');
          WHEN 'dispute.deleteOfSession' THEN
       DELETE FROM disputes WHERE session_id = (p ->> 'id') AND livemode = 0;
          WHEN 'provider.listed' THEN
       UPDATE payment_providers SET listed_until = (p ->> 'until')::bigint
       WHERE id = (p ->> 'id') AND (listed_until IS NULL OR listed_until < (p ->> 'until')::bigint);
          WHEN 'limit.refused' THEN
       INSERT INTO limit_refusals (merchant_id, hour, refusal, count) SELECT r.merchant_id, r.hour, r.refusal, r.count FROM jsonb_populate_record(NULL::limit_refusals, p) AS r 
       ON CONFLICT (merchant_id, hour, refusal)
       DO UPDATE SET count = limit_refusals.count + excluded.count;
          WHEN 'limit.purge' THEN
       DELETE FROM limit_refusals WHERE ctid IN (SELECT ctid FROM limit_refusals WHERE hour < (p ->> 'before')::bigint LIMIT 2000 FOR UPDATE SKIP LOCKED);
          WHEN 'message.sent' THEN
       INSERT INTO message_sends
       (event_id, kind, merchant_id, session_id, recipient, unverified, sent_at, client)
       SELECT (p ->> 'event_id'), (p ->> 'kind'), (p ->> 'merchant_id'), (p ->> 'session_id'), (p ->> 'recipient'), (p ->> 'unverified')::smallint, (p ->> 'at')::bigint, (p ->> 'client')
       WHERE (SELECT count(*) FROM message_sends WHERE merchant_id = (p ->> 'merchant_id')
           AND recipient = (p ->> 'recipient') AND sent_at > (p ->> 'hour_since')::bigint) < (p ->> 'recipient_limit')::bigint
         AND ((p ->> 'unverified')::smallint = 0 OR (SELECT count(*) FROM message_sends
             WHERE merchant_id = (p ->> 'merchant_id') AND recipient = (p ->> 'recipient')
               AND sent_at > (p ->> 'day_since')::bigint AND unverified = 1) < (p ->> 'unverified_limit')::bigint
           AND NOT EXISTS (SELECT 1 FROM message_sends WHERE merchant_id = (p ->> 'merchant_id')
             AND recipient = (p ->> 'recipient') AND session_id = (p ->> 'session_id') AND unverified = 1))
         AND ((p ->> 'client') IS NULL OR (SELECT count(*) FROM message_sends WHERE merchant_id = (p ->> 'merchant_id')
           AND client = (p ->> 'client') AND sent_at > (p ->> 'hour_since')::bigint) < (p ->> 'client_limit')::bigint)
         AND (SELECT count(*) FROM message_sends
           WHERE merchant_id = (p ->> 'merchant_id') AND sent_at >= (p ->> 'shop_since')::bigint) < (p ->> 'shop_limit')::bigint;
          WHEN 'message.purge' THEN
       DELETE FROM message_sends WHERE ctid IN (SELECT ctid FROM message_sends WHERE sent_at < (p ->> 'before')::bigint LIMIT 2000 FOR UPDATE SKIP LOCKED);
          WHEN 'merchant.put' THEN
       INSERT INTO merchants (id, name, country_code, currency_code, cart_format, catalogue, redirect_url, rules, created_at, updated_at) SELECT r.id, r.name, r.country_code, r.currency_code, r.cart_format, r.catalogue, r.redirect_url, r.rules, r.created_at, r.updated_at FROM jsonb_populate_record(NULL::merchants, p) AS r 
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, country_code = excluded.country_code, currency_code = excluded.currency_code, cart_format = excluded.cart_format, catalogue = excluded.catalogue, redirect_url = excluded.redirect_url, rules = excluded.rules, created_at = excluded.created_at, updated_at = excluded.updated_at;
          WHEN 'domains.delete' THEN
       DELETE FROM merchant_domains WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'domain.add' THEN
       INSERT INTO merchant_domains (domain, merchant_id, position) SELECT r.domain, r.merchant_id, r.position FROM jsonb_populate_record(NULL::merchant_domains, p) AS r ;
          WHEN 'key.add' THEN
       INSERT INTO api_keys (id, merchant_id, name, hash, prefix, rate_limit, created_at, last_used_at, expires_at, revoked_at, scopes, successor_id, livemode) SELECT r.id, r.merchant_id, r.name, r.hash, r.prefix, r.rate_limit, r.created_at, r.last_used_at, r.expires_at, r.revoked_at, r.scopes, r.successor_id, r.livemode FROM jsonb_populate_record(NULL::api_keys, p) AS r ;
          WHEN 'key.revoke' THEN
       UPDATE api_keys SET revoked_at = (p ->> 'at')::bigint WHERE id = (p ->> 'id') AND revoked_at IS NULL;
          WHEN 'key.rotate' THEN
       UPDATE api_keys SET successor_id = (p ->> 'successor_id'), expires_at = (p ->> 'ends_at')::bigint
       WHERE id = (p ->> 'id') AND successor_id IS NULL AND revoked_at IS NULL;
          WHEN 'key.used' THEN
       UPDATE api_keys SET last_used_at = (p ->> 'at')::bigint
       WHERE id = (p ->> 'id') AND (last_used_at IS NULL OR last_used_at < (p ->> 'at')::bigint);
          WHEN 'coupon.put' THEN
       INSERT INTO coupons (id, merchant_id, code, code_key, application_type, enabled, starts_at, ends_at, usage_limit, created_at, definition) SELECT r.id, r.merchant_id, r.code, r.code_key, r.application_type, r.enabled, r.starts_at, r.ends_at, r.usage_limit, r.created_at, r.definition FROM jsonb_populate_record(NULL::coupons, p) AS r 
       ON CONFLICT (id) DO UPDATE SET code = excluded.code, code_key = excluded.code_key, application_type = excluded.application_type, enabled = excluded.enabled, starts_at = excluded.starts_at, ends_at = excluded.ends_at, usage_limit = excluded.usage_limit, created_at = excluded.created_at, definition = excluded.definition
       WHERE coupons.merchant_id = excluded.merchant_id;
          WHEN 'coupon.delete' THEN
       DELETE FROM coupons WHERE id = (p ->> 'id');
          WHEN 'webhook.add' THEN
       INSERT INTO webhook_endpoints (id, merchant_id, kind, url, secret, templates, events, include, allow_insecure, disabled_at, created_at, livemode, lanes, batch) SELECT r.id, r.merchant_id, r.kind, r.url, r.secret, r.templates, r.events, r.include, r.allow_insecure, r.disabled_at, r.created_at, r.livemode, r.lanes, r.batch FROM jsonb_populate_record(NULL::webhook_endpoints, p) AS r ;
          WHEN 'webhook.put' THEN
       INSERT INTO webhook_endpoints (id, merchant_id, kind, url, secret, templates, events, include, allow_insecure, disabled_at, created_at, livemode, lanes, batch) SELECT r.id, r.merchant_id, r.kind, r.url, r.secret, r.templates, r.events, r.include, r.allow_insecure, r.disabled_at, r.created_at, r.livemode, r.lanes, r.batch FROM jsonb_populate_record(NULL::webhook_endpoints, p) AS r 
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, url = excluded.url, secret = excluded.secret, templates = excluded.templates, events = excluded.events, include = excluded.include, allow_insecure = excluded.allow_insecure, disabled_at = excluded.disabled_at, created_at = excluded.created_at, livemode = excluded.livemode, lanes = excluded.lanes, batch = excluded.batch
       WHERE webhook_endpoints.merchant_id = excluded.merchant_id;
          WHEN 'secret.add' THEN
       INSERT INTO secrets (name, value, created_at) SELECT r.name, r.value, r.created_at FROM jsonb_populate_record(NULL::secrets, p) AS r ;
          WHEN 'webhook.deleteDeliveries' THEN
       DELETE FROM deliveries WHERE endpoint_id = (p ->> 'id');
          WHEN 'webhook.delete' THEN
       DELETE FROM webhook_endpoints WHERE id = (p ->> 'id');
          WHEN 'product.put' THEN
       INSERT INTO products (merchant_id, product_id, id, title, handle, vendor, body_html, status, images) SELECT r.merchant_id, r.product_id, r.id, r.title, r.handle, r.vendor, r.body_html, r.status, r.images FROM jsonb_populate_record(NULL::products, p) AS r 
       ON CONFLICT (merchant_id, product_id) DO UPDATE SET id = excluded.id, title = excluded.title, handle = excluded.handle, vendor = excluded.vendor, body_html = excluded.body_html, status = excluded.status, images = excluded.images;
          WHEN 'product.deleteVariants' THEN
       DELETE FROM variants WHERE merchant_id = (p ->> 'merchant_id') AND product_id = (p ->> 'product_id')::bigint
         AND variant_id NOT IN (SELECT value::bigint FROM json_array_elements_text((p ->> 'kept')::json));
          WHEN 'variant.put' THEN
       INSERT INTO variants (merchant_id, variant_id, product_id, position, title, price, compare_at_price, grams, taxable, inventory_policy, image_id, inventory_quantity, imported_quantity, held) SELECT r.merchant_id, r.variant_id, r.product_id, r.position, r.title, r.price, r.compare_at_price, r.grams, r.taxable, r.inventory_policy, r.image_id, r.inventory_quantity, (p ->> 'inventory_quantity')::bigint, (SELECT coalesce(sum(units), 0) FROM stock_holds
    WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = (p ->> 'variant_id')::bigint) FROM jsonb_populate_record(NULL::variants, p) AS r 
       ON CONFLICT (merchant_id, variant_id) DO UPDATE SET position = excluded.position, title = excluded.title, price = excluded.price, compare_at_price = excluded.compare_at_price, grams = excluded.grams, taxable = excluded.taxable, inventory_policy = excluded.inventory_policy, image_id = excluded.image_id,
         inventory_quantity = CASE
           WHEN variants.imported_quantity IS DISTINCT FROM excluded.imported_quantity
           THEN excluded.inventory_quantity ELSE variants.inventory_quantity END,
         imported_quantity = excluded.imported_quantity
       WHERE variants.product_id = excluded.product_id;
          WHEN 'variant.setStock' THEN
       UPDATE variants SET inventory_quantity = (p ->> 'units')::bigint
       WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = (p ->> 'variant_id')::bigint;
          WHEN 'variant.addStock' THEN
       UPDATE variants SET inventory_quantity = inventory_quantity + (p ->> 'units')::bigint
       WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = (p ->> 'variant_id')::bigint
         AND inventory_quantity IS NOT NULL;
          WHEN 'coupons.clearUses' THEN
       DELETE FROM coupon_uses WHERE coupon_id IN (SELECT id FROM coupons WHERE merchant_id = (p ->> 'merchant_id') ORDER BY code_key LIMIT (p ->> 'limit')::bigint);
          WHEN 'coupons.clear' THEN
       DELETE FROM coupons WHERE id IN (SELECT id FROM coupons WHERE merchant_id = (p ->> 'merchant_id') ORDER BY code_key LIMIT (p ->> 'limit')::bigint);
          WHEN 'customers.clearCoins' THEN
       DELETE FROM coin_movements WHERE customer_id IN (SELECT id FROM customers WHERE merchant_id = (p ->> 'merchant_id') ORDER BY phone LIMIT (p ->> 'limit')::bigint);
          WHEN 'customers.clear' THEN
       DELETE FROM customers WHERE id IN (SELECT id FROM customers WHERE merchant_id = (p ->> 'merchant_id') ORDER BY phone LIMIT (p ->> 'limit')::bigint);
          WHEN 'products.clearVariants' THEN
       DELETE FROM variants WHERE merchant_id = (p ->> 'merchant_id') AND product_id IN (
         SELECT product_id FROM products WHERE merchant_id = (p ->> 'merchant_id') ORDER BY product_id LIMIT (p ->> 'limit')::bigint);
          WHEN 'products.clear' THEN
       DELETE FROM products WHERE merchant_id = (p ->> 'merchant_id') AND product_id IN (
         SELECT product_id FROM products WHERE merchant_id = (p ->> 'merchant_id') ORDER BY product_id LIMIT (p ->> 'limit')::bigint);
          WHEN 'payments.clearReferences' THEN
       DELETE FROM payment_references WHERE merchant_id = (p ->> 'merchant_id') AND reference IN (
         SELECT reference FROM payment_references WHERE merchant_id = (p ->> 'merchant_id') ORDER BY reference LIMIT (p ->> 'limit')::bigint);
          WHEN 'payments.clearUnexpected' THEN
       DELETE FROM unexpected_payments WHERE id IN (
         SELECT id FROM unexpected_payments WHERE merchant_id = (p ->> 'merchant_id') ORDER BY at LIMIT (p ->> 'limit')::bigint);
          WHEN 'refunds.clear' THEN
       DELETE FROM refunds WHERE id IN (
         SELECT id FROM refunds WHERE merchant_id = (p ->> 'merchant_id') ORDER BY at LIMIT (p ->> 'limit')::bigint);
          WHEN 'disputes.clear' THEN
       DELETE FROM disputes WHERE merchant_id = (p ->> 'merchant_id') AND livemode IN (0, 1) AND reference IN (
         SELECT reference FROM disputes WHERE merchant_id = (p ->> 'merchant_id') ORDER BY livemode, reference LIMIT (p ->> 'limit')::bigint);
          WHEN 'merchant.deleteRecords' THEN
       DELETE FROM idempotency_records WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteOtps' THEN
       DELETE FROM otp_sends WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteKeys' THEN
       DELETE FROM api_keys WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteDeliveries' THEN
       DELETE FROM deliveries WHERE endpoint_id IN (
         SELECT id FROM webhook_endpoints WHERE merchant_id = (p ->> 'merchant_id'));
          WHEN 'merchant.deleteProviders' THEN
       DELETE FROM payment_providers WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteEndpoints' THEN
       DELETE FROM webhook_endpoints WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteEvents' THEN
       DELETE FROM events WHERE merchant_id = (p ->> 'merchant_id') AND session_id IS NULL;
          WHEN 'merchant.deleteCounts' THEN
       DELETE FROM session_count_deltas WHERE merchant_id = (p ->> 'merchant_id');
       DELETE FROM session_sum_deltas WHERE merchant_id = (p ->> 'merchant_id');
       DELETE FROM session_counts WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deletePurged' THEN
       DELETE FROM purged_sessions WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.delete' THEN
       DELETE FROM merchants WHERE id = (p ->> 'merchant_id');
          WHEN 'person.add' THEN
       INSERT INTO people (id, login, name, role, password_hash, created_at) SELECT r.id, r.login, r.name, r.role, r.password_hash, r.created_at FROM jsonb_populate_record(NULL::people, p) AS r ;
          WHEN 'person.setRole' THEN
       UPDATE people SET role = (p ->> 'role') WHERE id = (p ->> 'id');
          WHEN 'person.setShopRole' THEN
       INSERT INTO person_roles (person_id, merchant_id, role) SELECT r.person_id, r.merchant_id, r.role FROM jsonb_populate_record(NULL::person_roles, p) AS r 
       ON CONFLICT (person_id, merchant_id) DO UPDATE SET role = excluded.role;
          WHEN 'person.deleteShopRole' THEN
       DELETE FROM person_roles WHERE person_id = (p ->> 'person_id') AND merchant_id = (p ->> 'merchant_id');
          WHEN 'person.setPassword' THEN
       UPDATE people SET password_hash = (p ->> 'password_hash')
       WHERE id = (p ->> 'id') AND password_hash IS NOT DISTINCT FROM (p ->> 'expected');
          WHEN 'person.delete' THEN
       DELETE FROM people WHERE id = (p ->> 'id') AND ((p ->> 'only_in') IS NULL OR (role IS NULL
         AND NOT EXISTS (SELECT 1 FROM person_roles
           WHERE person_id = (p ->> 'id') AND merchant_id <> (p ->> 'only_in'))
         AND NOT EXISTS (SELECT 1 FROM invitations WHERE accepted_by = (p ->> 'id'))));
          WHEN 'signInLink.put' THEN
       INSERT INTO sign_in_links (person_id, token_hash, created_at) SELECT r.person_id, r.token_hash, r.created_at FROM jsonb_populate_record(NULL::sign_in_links, p) AS r 
       ON CONFLICT (person_id) DO UPDATE
       SET token_hash = excluded.token_hash, created_at = excluded.created_at;
          WHEN 'signInLink.delete' THEN
       DELETE FROM sign_in_links WHERE token_hash = (p ->> 'token_hash');
          WHEN 'signInLink.deleteOf' THEN
       DELETE FROM sign_in_links WHERE person_id = (p ->> 'person_id');
          WHEN 'signInLinks.purge' THEN
       DELETE FROM sign_in_links WHERE created_at < (p ->> 'created_before')::bigint;
          WHEN 'invitation.add' THEN
       INSERT INTO invitations (id, merchant_id, invited_by, role, name, token_hash, created_at, accepted_by, accepted_at) SELECT r.id, r.merchant_id, r.invited_by, r.role, r.name, r.token_hash, r.created_at, r.accepted_by, r.accepted_at FROM jsonb_populate_record(NULL::invitations, p) AS r WHERE (SELECT count(*) FROM invitations
         WHERE merchant_id = (p ->> 'merchant_id') AND invited_by = (p ->> 'invited_by')) < (p ->> 'most')::bigint;
          WHEN 'invitation.accept' THEN
       UPDATE invitations SET accepted_by = (p ->> 'person_id'), accepted_at = (p ->> 'at')::bigint
       WHERE token_hash = (p ->> 'token_hash') AND accepted_by IS NULL AND created_at > (p ->> 'created_after')::bigint;
          WHEN 'invitation.delete' THEN
       DELETE FROM invitations
       WHERE id = (p ->> 'id') AND accepted_by IS NOT DISTINCT FROM (p ->> 'accepted_by');
          WHEN 'invitation.deleteOf' THEN
       DELETE FROM invitations WHERE accepted_by = (p ->> 'accepted_by');
          WHEN 'invitations.purge' THEN
       DELETE FROM invitations
       WHERE coalesce(accepted_at, created_at) < (p ->> 'before')::bigint;
          WHEN 'signIn.add' THEN
       INSERT INTO sign_ins (token_hash, person_id, method, created_at, last_seen_at, confirmed_at, address) SELECT r.token_hash, r.person_id, r.method, r.created_at, r.last_seen_at, r.confirmed_at, r.address FROM jsonb_populate_record(NULL::sign_ins, p) AS r ;
          WHEN 'signIn.seen' THEN
       UPDATE sign_ins SET last_seen_at = (p ->> 'at')::bigint
       WHERE token_hash = (p ->> 'token_hash') AND last_seen_at < (p ->> 'at')::bigint;
          WHEN 'signIn.confirm' THEN
       UPDATE sign_ins SET confirmed_at = (p ->> 'at')::bigint
       WHERE token_hash = (p ->> 'token_hash') AND confirmed_at < (p ->> 'at')::bigint;
          WHEN 'signIn.delete' THEN
       DELETE FROM sign_ins WHERE token_hash = (p ->> 'token_hash');
          WHEN 'signIn.deleteAll' THEN
       DELETE FROM sign_ins WHERE person_id = (p ->> 'person_id');
          WHEN 'signIn.deleteLinked' THEN
       DELETE FROM sign_ins WHERE person_id = (p ->> 'person_id') AND method = 'link';
          WHEN 'signIns.purge' THEN
       DELETE FROM sign_ins
       WHERE created_at < (p ->> 'created_before')::bigint OR last_seen_at < (p ->> 'seen_before')::bigint;
          WHEN 'audit.add' THEN
       INSERT INTO audit_entries (id, at, subject_kind, subject_id, subject_label, merchant_id, action, object_kind, object_id, object_label, before, after) SELECT r.id, r.at, r.subject_kind, r.subject_id, r.subject_label, r.merchant_id, r.action, r.object_kind, r.object_id, r.object_label, r.before, r.after FROM jsonb_populate_record(NULL::audit_entries, p) AS r ;
          WHEN 'expect.merchant' THEN
       PERFORM 1 WHERE (SELECT CAST(json_build_array(name, country_code, currency_code, cart_format, catalogue, redirect_url, rules, created_at, updated_at, coalesce(CAST((
    SELECT json_agg(domain ORDER BY position) FROM merchant_domains WHERE merchant_id = merchants.id
  ) AS TEXT), '[]')) AS TEXT) FROM merchants
       WHERE id = (p ->> 'merchant_id') AND id = (p ->> 'id')) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'expect.coupon' THEN
       PERFORM 1 WHERE (SELECT CAST(json_build_array(code, code_key, application_type, enabled, starts_at, ends_at, usage_limit, created_at, definition) AS TEXT) FROM coupons
       WHERE merchant_id = (p ->> 'merchant_id') AND id = (p ->> 'id')) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'expect.product' THEN
       PERFORM 1 WHERE (SELECT CAST(json_build_array(id, title, handle, vendor, body_html, status, images, coalesce(CAST((
    SELECT json_agg(json_build_array(variant_id, position, title, price, compare_at_price, grams, taxable, inventory_policy, image_id, imported_quantity) ORDER BY position) FROM variants WHERE merchant_id = one.merchant_id AND product_id = one.product_id
  ) AS TEXT), '[]')) AS TEXT) FROM products AS one
       WHERE merchant_id = (p ->> 'merchant_id') AND product_id = CAST((p ->> 'id') AS bigint)) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'expect.stock' THEN
       PERFORM 1 WHERE (SELECT CAST(json_build_array(inventory_quantity) AS TEXT) FROM variants
       WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = CAST((p ->> 'id') AS bigint)) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'epoch.bump' THEN
       UPDATE epoch SET value = value + 1;
          WHEN 'epoch.bumpShop' THEN
       UPDATE epoch SET value = value + 1, of_shops = of_shops + 1;
          WHEN 'merchant.change' THEN
       UPDATE merchants SET changed_epoch = (SELECT of_shops FROM epoch) WHERE id = (p ->> 'merchant_id');
          WHEN 'probe' THEN
       NULL;
          END CASE;
          GET DIAGNOSTICS written = ROW_COUNT;
          IF written <> 1 AND s ->> 1 = '1' THEN
            RAISE EXCEPTION USING ERRCODE = CASE written WHEN 0 THEN 'CK001' ELSE 'CK002' END,
              MESSAGE = format('%s wrote %s rows instead of 1', s ->> 0, written);
          END IF;
        END LOOP;
      END LOOP;
      done := done + step;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, violated = CONSTRAINT_NAME,
        message = MESSAGE_TEXT;
      IF left(state, 2) <> ALL ('{0A,21,22,23,42,54,CK,P0}') THEN
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
END $$;
CREATE TABLE public.api_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    prefix text NOT NULL COLLATE pg_catalog."C",
    rate_limit bigint,
    created_at bigint NOT NULL,
    last_used_at bigint,
    expires_at bigint,
    revoked_at bigint,
    scopes text DEFAULT '["sessions:read","sessions:write","payments:write"]'::text NOT NULL COLLATE pg_catalog."C",
    successor_id text COLLATE pg_catalog."C",
    livemode smallint DEFAULT 1 NOT NULL,
    CONSTRAINT api_keys_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1]))),
    CONSTRAINT api_keys_rate_limit_check CHECK ((rate_limit > 0)),
    CONSTRAINT api_keys_scopes_check CHECK (((scopes)::json IS NOT NULL))
);
CREATE TABLE public.audit_entries (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    subject_kind text NOT NULL COLLATE pg_catalog."C",
    subject_id text COLLATE pg_catalog."C",
    subject_label text NOT NULL COLLATE pg_catalog."C",
    merchant_id text COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    object_kind text NOT NULL COLLATE pg_catalog."C",
    object_id text COLLATE pg_catalog."C",
    object_label text COLLATE pg_catalog."C",
    before text COLLATE pg_catalog."C",
    after text COLLATE pg_catalog."C"
);
CREATE TABLE public.checkout_links (
    session_id text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    hides text COLLATE pg_catalog."C",
    CONSTRAINT checkout_links_hides_check CHECK ((hides = ANY (ARRAY['address'::text, 'person'::text])))
);
CREATE TABLE public.coin_movements (
    id text NOT NULL COLLATE pg_catalog."C",
    customer_id text NOT NULL COLLATE pg_catalog."C",
    from_account text NOT NULL COLLATE pg_catalog."C",
    to_account text NOT NULL COLLATE pg_catalog."C",
    coins bigint NOT NULL,
    reason text NOT NULL COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    moved_at bigint NOT NULL,
    place bigint NOT NULL,
    CONSTRAINT coin_movements_check CHECK (((to_account = ANY (ARRAY['ISSUED'::text, 'AVAILABLE'::text, 'PROCESSING'::text, 'USED'::text])) AND (to_account <> from_account))),
    CONSTRAINT coin_movements_coins_check CHECK ((coins > 0)),
    CONSTRAINT coin_movements_from_account_check CHECK ((from_account = ANY (ARRAY['ISSUED'::text, 'AVAILABLE'::text, 'PROCESSING'::text, 'USED'::text])))
);
ALTER TABLE public.coin_movements ALTER COLUMN place ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.coin_movements_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.coupon_use_deltas (
    coupon_id text NOT NULL COLLATE pg_catalog."C",
    delta bigint NOT NULL
);
CREATE TABLE public.coupon_uses (
    session_id text NOT NULL COLLATE pg_catalog."C",
    coupon_id text NOT NULL COLLATE pg_catalog."C",
    customer_id text COLLATE pg_catalog."C"
);
CREATE TABLE public.coupons (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    code_key text NOT NULL COLLATE pg_catalog."C",
    application_type text NOT NULL COLLATE pg_catalog."C",
    enabled smallint NOT NULL,
    starts_at bigint,
    ends_at bigint,
    usage_limit bigint,
    used bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    definition text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT coupons_application_type_check CHECK ((application_type = ANY (ARRAY['CODE'::text, 'AUTOMATIC'::text]))),
    CONSTRAINT coupons_definition_check CHECK (((definition)::json IS NOT NULL)),
    CONSTRAINT coupons_enabled_check CHECK ((enabled = ANY (ARRAY[0, 1]))),
    CONSTRAINT coupons_usage_limit_check CHECK ((usage_limit >= 0)),
    CONSTRAINT coupons_used_check CHECK ((used >= 0))
);
CREATE TABLE public.customers (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    seeded_coins bigint NOT NULL,
    issued bigint DEFAULT 0 NOT NULL,
    available bigint DEFAULT 0 NOT NULL,
    processing bigint DEFAULT 0 NOT NULL,
    used bigint DEFAULT 0 NOT NULL,
    debt bigint DEFAULT 0 NOT NULL,
    CONSTRAINT customers_available_check CHECK (((available >= 0) AND (available <= '9007199254740991'::bigint))),
    CONSTRAINT customers_debt_check CHECK (((debt >= 0) AND (debt <= '9007199254740991'::bigint))),
    CONSTRAINT customers_issued_check CHECK (((issued >= '-9007199254740991'::bigint) AND (issued <= '9007199254740991'::bigint))),
    CONSTRAINT customers_processing_check CHECK (((processing >= 0) AND (processing <= '9007199254740991'::bigint))),
    CONSTRAINT customers_seeded_coins_check CHECK ((seeded_coins >= 0)),
    CONSTRAINT customers_used_check CHECK (((used >= 0) AND (used <= '9007199254740991'::bigint)))
);
CREATE TABLE public.deliveries (
    endpoint_id text NOT NULL COLLATE pg_catalog."C",
    event_seq bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts bigint NOT NULL,
    next_at bigint NOT NULL,
    last_status bigint,
    last_error text NOT NULL COLLATE pg_catalog."C",
    updated_at bigint NOT NULL,
    batch_id text COLLATE pg_catalog."C",
    CONSTRAINT deliveries_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);
CREATE TABLE public.disputes (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    livemode smallint NOT NULL,
    reference text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    currency_code text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    evidence_due_at bigint,
    at bigint NOT NULL,
    decided_at bigint,
    next_look_at bigint,
    CONSTRAINT disputes_amount_check CHECK ((amount >= 0)),
    CONSTRAINT disputes_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.epoch (
    id bigint NOT NULL,
    value bigint NOT NULL,
    of_shops bigint DEFAULT 0 NOT NULL,
    CONSTRAINT epoch_id_check CHECK ((id = 1)),
    CONSTRAINT epoch_of_shops_check CHECK ((of_shops >= 0)),
    CONSTRAINT epoch_value_check CHECK ((value >= 0))
);
CREATE TABLE public.events (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    data text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.events ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.idempotency_records (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    livemode smallint NOT NULL,
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    status bigint NOT NULL,
    location text COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    begun_id text COLLATE pg_catalog."C",
    body bytea NOT NULL,
    CONSTRAINT idempotency_records_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.invitations (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    invited_by text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    accepted_by text COLLATE pg_catalog."C",
    accepted_at bigint,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'staff'::text, 'owner'::text])))
);
CREATE TABLE public.leases (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    until timestamp with time zone NOT NULL
);
CREATE TABLE public.limit_refusals (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    hour bigint NOT NULL,
    refusal text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    CONSTRAINT limit_refusals_count_check CHECK ((count > 0))
);
CREATE TABLE public.merchant_domains (
    domain text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    CONSTRAINT merchant_domains_position_check CHECK (("position" >= 0))
);
CREATE TABLE public.merchants (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    country_code text NOT NULL COLLATE pg_catalog."C",
    currency_code text NOT NULL COLLATE pg_catalog."C",
    cart_format text NOT NULL COLLATE pg_catalog."C",
    redirect_url text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    catalogue text DEFAULT 'open'::text NOT NULL COLLATE pg_catalog."C",
    changed_epoch bigint DEFAULT 0 NOT NULL,
    CONSTRAINT merchants_cart_format_check CHECK ((cart_format = ANY (ARRAY['plain'::text, 'shopify'::text]))),
    CONSTRAINT merchants_catalogue_check CHECK ((catalogue = ANY (ARRAY['open'::text, 'strict'::text]))),
    CONSTRAINT merchants_changed_epoch_check CHECK ((changed_epoch >= 0)),
    CONSTRAINT merchants_rules_check CHECK (((rules)::json IS NOT NULL))
);
CREATE TABLE public.message_sends (
    event_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    recipient text NOT NULL COLLATE pg_catalog."C",
    unverified bigint NOT NULL,
    sent_at bigint NOT NULL,
    client text COLLATE pg_catalog."C",
    CONSTRAINT message_sends_unverified_check CHECK ((unverified = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.otp_sends (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    sent_at bigint NOT NULL
);
CREATE TABLE public.payment_providers (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    livemode smallint NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint,
    account text COLLATE pg_catalog."C",
    secret text COLLATE pg_catalog."C",
    listed_until bigint,
    CONSTRAINT payment_providers_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.payment_references (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    livemode smallint NOT NULL,
    reference text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT payment_references_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.payment_returns (
    code_hash text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.people (
    id text NOT NULL COLLATE pg_catalog."C",
    login text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    role text COLLATE pg_catalog."C",
    password_hash text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT people_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'staff'::text, 'owner'::text])))
);
CREATE TABLE public.person_roles (
    person_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT person_roles_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'staff'::text, 'owner'::text])))
);
CREATE TABLE public.products (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    product_id bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    handle text NOT NULL COLLATE pg_catalog."C",
    vendor text NOT NULL COLLATE pg_catalog."C",
    body_html text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    images text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT products_images_check CHECK (((images)::json IS NOT NULL)),
    CONSTRAINT products_status_check CHECK ((status = ANY (ARRAY['active'::text, 'unlisted'::text, 'archived'::text, 'draft'::text])))
);
CREATE TABLE public.provider_payments (
    payment_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    reference text COLLATE pg_catalog."C",
    page_ends_at bigint NOT NULL,
    next_look_at bigint,
    looks bigint NOT NULL,
    demo_act text COLLATE pg_catalog."C",
    demo_at bigint
);
CREATE TABLE public.purged_sessions (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    opened_at bigint NOT NULL,
    session_state text NOT NULL COLLATE pg_catalog."C",
    payment_state text NOT NULL COLLATE pg_catalog."C",
    currency_code text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    begun bigint NOT NULL,
    idle bigint NOT NULL,
    resumed bigint NOT NULL,
    reopened bigint NOT NULL,
    CONSTRAINT purged_sessions_count_check CHECK ((count > 0))
);
CREATE UNLOGGED TABLE public.rate_grants (
    subject text NOT NULL COLLATE pg_catalog."C",
    ends bigint[] NOT NULL,
    tokens integer[] NOT NULL,
    asked_at bigint NOT NULL,
    free integer NOT NULL,
    granted integer NOT NULL,
    returns_until bigint NOT NULL,
    counts_until bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.refunds (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    livemode smallint NOT NULL,
    session_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text COLLATE pg_catalog."C",
    unexpected_id text COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    charge text COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    currency_code text NOT NULL COLLATE pg_catalog."C",
    reference text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    origin text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    settled_at bigint,
    next_try_at bigint,
    tries bigint NOT NULL,
    person_id text COLLATE pg_catalog."C",
    CONSTRAINT refunds_amount_check CHECK ((amount >= 0)),
    CONSTRAINT refunds_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.schema_migrations (
    version bigint NOT NULL,
    program text DEFAULT 'checkoutd'::text NOT NULL COLLATE pg_catalog."C",
    ran_at timestamp with time zone DEFAULT now() NOT NULL,
    oldest bigint,
    CONSTRAINT schema_migrations_program_check CHECK ((program = 'checkoutd'::text))
);
CREATE TABLE public.secret_keys (
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    cleaned_at bigint,
    CONSTRAINT secret_keys_fingerprint_check CHECK ((length(fingerprint) = 16))
);
CREATE TABLE public.secrets (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.session_activity (
    session_id text NOT NULL COLLATE pg_catalog."C",
    last_active_at bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.session_count_deltas (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_state text NOT NULL COLLATE pg_catalog."C",
    payment_state text NOT NULL COLLATE pg_catalog."C",
    delta bigint NOT NULL
);
CREATE TABLE public.session_counts (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_state text NOT NULL COLLATE pg_catalog."C",
    payment_state text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    CONSTRAINT session_counts_count_check CHECK ((count >= 0))
);
CREATE TABLE public.session_sum_deltas (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    quarter bigint NOT NULL,
    session_state text NOT NULL COLLATE pg_catalog."C",
    payment_state text NOT NULL COLLATE pg_catalog."C",
    currency_code text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    begun bigint NOT NULL,
    idle bigint NOT NULL,
    resumed bigint NOT NULL,
    reopened bigint NOT NULL,
    orders bigint NOT NULL,
    payable bigint NOT NULL,
    with_coupon bigint NOT NULL,
    coupon_discount bigint NOT NULL,
    recovered bigint NOT NULL,
    recovered_payable bigint NOT NULL,
    placed bigint NOT NULL,
    placed_payable bigint NOT NULL
);
CREATE TABLE public.session_sums (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    quarter bigint NOT NULL,
    session_state text NOT NULL COLLATE pg_catalog."C",
    payment_state text NOT NULL COLLATE pg_catalog."C",
    currency_code text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    begun bigint NOT NULL,
    idle bigint NOT NULL,
    resumed bigint NOT NULL,
    reopened bigint NOT NULL,
    orders bigint NOT NULL,
    payable numeric NOT NULL,
    with_coupon bigint NOT NULL,
    coupon_discount numeric NOT NULL,
    recovered bigint NOT NULL,
    recovered_payable numeric NOT NULL,
    placed bigint NOT NULL,
    placed_payable numeric NOT NULL
);
CREATE TABLE public.session_sums_progress (
    summed_to text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.sign_in_links (
    person_id text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.sign_ins (
    token_hash text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    method text DEFAULT 'link'::text NOT NULL COLLATE pg_catalog."C",
    confirmed_at bigint DEFAULT 0 NOT NULL,
    address text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT sign_ins_method_check CHECK ((method = ANY (ARRAY['password'::text, 'link'::text])))
);
CREATE TABLE public.stock_holds (
    session_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    variant_id bigint NOT NULL,
    units bigint NOT NULL,
    phone text COLLATE pg_catalog."C",
    address text COLLATE pg_catalog."C",
    client text COLLATE pg_catalog."C",
    CONSTRAINT stock_holds_units_check CHECK ((units > 0))
);
CREATE TABLE public.stock_sales (
    session_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    variant_id bigint NOT NULL,
    units bigint NOT NULL,
    CONSTRAINT stock_sales_units_check CHECK ((units > 0))
);
CREATE TABLE public.unexpected_payments (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    amount text NOT NULL COLLATE pg_catalog."C",
    currency_code text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    message text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    resolved_at bigint,
    note text COLLATE pg_catalog."C",
    livemode smallint DEFAULT 1 NOT NULL,
    key_id text COLLATE pg_catalog."C",
    group_id text COLLATE pg_catalog."C",
    CONSTRAINT unexpected_payments_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.variants (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    variant_id bigint NOT NULL,
    product_id bigint NOT NULL,
    "position" bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    price bigint NOT NULL,
    compare_at_price bigint,
    grams bigint NOT NULL,
    taxable smallint NOT NULL,
    inventory_quantity bigint,
    inventory_policy text NOT NULL COLLATE pg_catalog."C",
    image_id bigint,
    held bigint DEFAULT 0 NOT NULL,
    imported_quantity bigint,
    CONSTRAINT variants_compare_at_price_check CHECK ((compare_at_price >= 0)),
    CONSTRAINT variants_grams_check CHECK ((grams >= 0)),
    CONSTRAINT variants_held_check CHECK ((held >= 0)),
    CONSTRAINT variants_inventory_policy_check CHECK ((inventory_policy = ANY (ARRAY['deny'::text, 'continue'::text]))),
    CONSTRAINT variants_position_check CHECK (("position" >= 0)),
    CONSTRAINT variants_price_check CHECK ((price >= 0)),
    CONSTRAINT variants_taxable_check CHECK ((taxable = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.webhook_endpoints (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    events text NOT NULL COLLATE pg_catalog."C",
    allow_insecure smallint NOT NULL,
    disabled_at bigint,
    created_at bigint NOT NULL,
    include text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    kind text DEFAULT 'webhook'::text NOT NULL COLLATE pg_catalog."C",
    templates text DEFAULT '{}'::text NOT NULL COLLATE pg_catalog."C",
    livemode smallint DEFAULT 1 NOT NULL,
    place bigint NOT NULL,
    lanes smallint DEFAULT 1 NOT NULL,
    batch smallint DEFAULT 0 NOT NULL,
    CONSTRAINT webhook_endpoints_allow_insecure_check CHECK ((allow_insecure = ANY (ARRAY[0, 1]))),
    CONSTRAINT webhook_endpoints_batch_check CHECK ((batch = ANY (ARRAY[0, 1]))),
    CONSTRAINT webhook_endpoints_events_check CHECK (((events)::json IS NOT NULL)),
    CONSTRAINT webhook_endpoints_include_check CHECK (((include)::json IS NOT NULL)),
    CONSTRAINT webhook_endpoints_lanes_check CHECK (((lanes >= 1) AND (lanes <= 8))),
    CONSTRAINT webhook_endpoints_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1]))),
    CONSTRAINT webhook_endpoints_templates_check CHECK (((templates)::json IS NOT NULL))
);
ALTER TABLE public.webhook_endpoints ALTER COLUMN place ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhook_endpoints_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.write_batches (
    id uuid NOT NULL,
    stands boolean NOT NULL,
    refused text COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO public.api_keys VALUES ('00000000-0000-7000-8000-000000000102', '00000000-0000-7000-8000-000000000002', 'other', '8f623949b842158a69e725f70909d3a3b1d455ba64fdb11cc955b22c84f811cb', 'ck_live_lBtq', NULL, 1767323045000, NULL, NULL, NULL, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO public.api_keys VALUES ('00000000-0000-7000-8000-000000000104', '00000000-0000-7000-8000-000000000001', 'old', 'eecc82af444179f6aac21fc47add72d02b5da31e680e91c7ff90f5cea11f4ce0', 'ck_live_asyv', 50, 1767323045000, NULL, NULL, 1767323045000, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO public.api_keys VALUES ('00000000-0000-7000-8000-000000000107', '00000000-0000-7000-8000-000000000001', 'short', '5e150b54da1539f368598d0e5d5a780c4e67b7cd3ed2ecf908c4ac103168d735', 'ck_live_xHPq', 50, 1767323045050, NULL, 1767326645050, NULL, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO public.api_keys VALUES ('00000000-0000-7000-8000-000000000100', '00000000-0000-7000-8000-000000000001', 'test', '896d54a859b6765e23171b802b2c1306ee527448c56e20367489d393685f2ed3', 'ck_live_htVg', NULL, 1767323045000, 1767331455100, NULL, NULL, '["sessions:read","sessions:write","payments:write","payments:refund"]', NULL, 1);
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000101', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000100', 'test', NULL, '{"name":"test","prefix":"ck_live_htVg","scopes":["sessions:read","sessions:write","payments:write","payments:refund"],"livemode":true}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000103', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000002', 'key.create', 'key', '00000000-0000-7000-8000-000000000102', 'other', NULL, '{"name":"other","prefix":"ck_live_lBtq","scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000105', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000104', 'old', NULL, '{"name":"old","prefix":"ck_live_asyv","rate_limit":50,"scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000106', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.revoke', 'key', '00000000-0000-7000-8000-000000000104', 'old', '{"revoked_at":null}', '{"revoked_at":"2026-01-02T03:04:05.000Z"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000108', 1767323045050, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000107', 'short', NULL, '{"name":"short","prefix":"ck_live_xHPq","rate_limit":50,"scopes":["sessions:read","sessions:write","payments:write"],"livemode":true,"expires_at":"2026-01-02T04:04:05.050Z"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000134', 1767327845050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000122', NULL, '{"payment_state":"PENDING"}', '{"payment_state":"FAILED"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000166', 1767329045050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000135', 'WSGC-6YZ8', '{"state":"ABANDONED","payment_state":"PENDING","order_number":null,"late":null,"amount_paid":0}', '{"state":"COMPLETED","payment_state":"PAID","order_number":"WSGC-6YZ8","late":true,"amount_paid":70670}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000189', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000183', NULL, '{"payment_state":"PENDING"}', '{"payment_state":"FAILED"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000196', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000190', 'EVTX-7PXQ', '{"state":"IN_PROGRESS","payment_state":"PENDING","order_number":null,"amount_paid":0}', '{"state":"COMPLETED","payment_state":"PAID","order_number":"EVTX-7PXQ","amount_paid":75800}');
INSERT INTO public.checkout_links VALUES ('00000000-0000-7000-8000-000000000190', '251aa5042cf0a6393f22ca0e095e572ce480e30e07d236a854d184e2e5e1f70b', 1767329645050, NULL);
INSERT INTO public.checkout_links VALUES ('00000000-0000-7000-8000-000000000216', '1fd3127776ca0984d88c189015afbae84dfd4a99b8e89dc180dc2a953f21f9fb', 1767329645100, NULL);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000060', '00000000-0000-7000-8000-000000000050', 'ISSUED', 'AVAILABLE', 500, 'seed', NULL, 1767323045000, 1);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000120', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 50, 'hold:00000000-0000-7000-8000-000000000119', '00000000-0000-7000-8000-000000000110', 1767327245050, 2);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 50, 'hold:00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000135', 1767328445050, 3);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000147', '00000000-0000-7000-8000-000000000050', 'PROCESSING', 'AVAILABLE', 50, 'release:00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000135', 1767328445050, 4);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000159', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 440, 'hold:00000000-0000-7000-8000-000000000158', '00000000-0000-7000-8000-000000000149', 1767329045050, 5);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000161', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 10, 'hold-late:00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000135', 1767329045050, 6);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000162', '00000000-0000-7000-8000-000000000050', 'PROCESSING', 'USED', 10, 'use:00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000135', 1767329045050, 7);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000163', '00000000-0000-7000-8000-000000000050', 'ISSUED', 'AVAILABLE', 323, 'earn', '00000000-0000-7000-8000-000000000135', 1767329045050, 8);
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000020', '00000000-0000-7000-8000-000000000001', 'SAVE10', 'SAVE10', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":89900,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000001', 'FLAT50', 'FLAT50', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":5000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000024', '00000000-0000-7000-8000-000000000001', 'OLD', 'OLD', 'CODE', 1, NULL, 1767323045000, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000025', '00000000-0000-7000-8000-000000000001', 'SOON', 'SOON', 'CODE', 1, 1767323045001, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000026', '00000000-0000-7000-8000-000000000001', 'POSTERS', 'POSTERS', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":["9"],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000027', '00000000-0000-7000-8000-000000000001', 'NOCOD', 'NOCOD', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":2000,"cap":null},"disableCod":true,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000028', '00000000-0000-7000-8000-000000000001', 'HALF 1/2', 'HALF 1/2', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":1000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000001', 'PLUS5', 'PLUS5', 'CODE', 1, NULL, NULL, NULL, 3, 1767323045000, '{"combine":true,"discount":{"type":"FIXED","amount":500,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000001', 'PLUS7', 'PLUS7', 'CODE', 1, NULL, NULL, NULL, 3, 1767323045000, '{"combine":true,"discount":{"type":"FIXED","amount":700,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO public.coupons VALUES ('00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000001', 'FREEPOSTER', 'FREEPOSTER', 'AUTOMATIC', 1, NULL, NULL, NULL, 3, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]}}');
INSERT INTO public.customers VALUES ('00000000-0000-7000-8000-000000000124', '00000000-0000-7000-8000-000000000001', '+919876543211', 1767327845050, 0, 0, 0, 0, 0, 0);
INSERT INTO public.customers VALUES ('00000000-0000-7000-8000-000000000050', '00000000-0000-7000-8000-000000000001', '+919876543210', 1767323045000, 500, -823, 323, 490, 10, 0);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 49, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 50, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 51, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 52, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 53, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 54, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 55, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 56, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 57, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 58, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000601', 58, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 59, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 60, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 61, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000601', 61, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 62, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 63, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 64, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 65, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 66, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 67, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000601', 67, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 68, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 69, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 70, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 71, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 72, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 73, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 74, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 75, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 76, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 77, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 78, 'PENDING', 0, 1767331455100, NULL, '', 1767331455100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 79, 'PENDING', 0, 1767331455100, NULL, '', 1767331455100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 80, 'PENDING', 0, 1767331455100, NULL, '', 1767331455100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 82, 'DELIVERED', 8, 1767335055100, 204, '', 1767335055100, NULL);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 81, 'FAILED', 8, 1767335055100, NULL, 'refused', 1767335055100, NULL);
INSERT INTO public.disputes VALUES ('00000000-0000-7000-8000-000000000001', 1, 'dp_1/é', '00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000192', '00000000-0000-7000-8000-000000000060', 34900, 'INR', 'product_not_received', 'OPEN', 1767323046000, 1767323045000, NULL, 1767323045010);
INSERT INTO public.epoch VALUES (1, 10, 5);
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (1, '00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'otp.requested', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:19:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (2, '00000000-0000-7000-8000-000000000112', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (3, '00000000-0000-7000-8000-000000000113', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (4, '00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (5, '00000000-0000-7000-8000-000000000115', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (6, '00000000-0000-7000-8000-000000000116', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (7, '00000000-0000-7000-8000-000000000117', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"741.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (8, '00000000-0000-7000-8000-000000000118', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (9, '00000000-0000-7000-8000-000000000121', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000110', 'payment.pending', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000110","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000119","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (10, '00000000-0000-7000-8000-000000000123', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'otp.requested', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543211","expires_at":"2026-01-02T04:29:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (11, '00000000-0000-7000-8000-000000000125', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (12, '00000000-0000-7000-8000-000000000126', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (13, '00000000-0000-7000-8000-000000000127', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (14, '00000000-0000-7000-8000-000000000128', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (15, '00000000-0000-7000-8000-000000000129', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (16, '00000000-0000-7000-8000-000000000130', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (20, '00000000-0000-7000-8000-000000000137', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (21, '00000000-0000-7000-8000-000000000138', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (22, '00000000-0000-7000-8000-000000000139', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (23, '00000000-0000-7000-8000-000000000140', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (24, '00000000-0000-7000-8000-000000000141', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (25, '00000000-0000-7000-8000-000000000142', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"741.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (26, '00000000-0000-7000-8000-000000000143', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (30, '00000000-0000-7000-8000-000000000151', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (31, '00000000-0000-7000-8000-000000000152', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (32, '00000000-0000-7000-8000-000000000153', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (33, '00000000-0000-7000-8000-000000000154', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (17, '00000000-0000-7000-8000-000000000132', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'payment.pending', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000131","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (18, '00000000-0000-7000-8000-000000000133', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000122', 'payment.failed', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000122","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"FAILED","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000131","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":"pay_no","payment_due_at":null,"reason":"REPORTED"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (19, '00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'otp.requested', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:39:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (27, '00000000-0000-7000-8000-000000000146', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'payment.pending', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000144","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (28, '00000000-0000-7000-8000-000000000148', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.abandoned', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":11,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000144","livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (29, '00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'otp.requested', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:49:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (37, '00000000-0000-7000-8000-000000000160', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'payment.pending', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"667.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000158","livemode":true,"payment_amount":"667.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (38, '00000000-0000-7000-8000-000000000164', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'payment.paid', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":12,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"706.70","amount_paid":"706.70","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"WSGC-6YZ8","payment_id":"00000000-0000-7000-8000-000000000144","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":"pay_00000000-0000-7000-8000-000000000144","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (39, '00000000-0000-7000-8000-000000000165', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000135', 'session.completed', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000135","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":12,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"706.70","amount_paid":"706.70","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"WSGC-6YZ8","payment_id":"00000000-0000-7000-8000-000000000144","livemode":true,"order":{"number":"WSGC-6YZ8","livemode":true,"placed_at":"2026-01-02T04:44:05.050Z","late":true,"shortfall":{"coupons":[],"units":[],"coins":40,"coin_debt":0},"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (40, '00000000-0000-7000-8000-000000000168', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'otp.requested', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543211","expires_at":"2026-01-02T04:59:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (47, '00000000-0000-7000-8000-000000000176', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000175","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (48, '00000000-0000-7000-8000-000000000177', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000175","livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (34, '00000000-0000-7000-8000-000000000155', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (35, '00000000-0000-7000-8000-000000000156', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"702.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (36, '00000000-0000-7000-8000-000000000157', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000149', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000149","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"667.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (41, '00000000-0000-7000-8000-000000000169', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (42, '00000000-0000-7000-8000-000000000170', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (43, '00000000-0000-7000-8000-000000000171', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (44, '00000000-0000-7000-8000-000000000172', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (45, '00000000-0000-7000-8000-000000000173', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (46, '00000000-0000-7000-8000-000000000174', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000167', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000167","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (49, '00000000-0000-7000-8000-000000000180', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000179', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000179","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"648.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (50, '00000000-0000-7000-8000-000000000182', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000181', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000181","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (51, '00000000-0000-7000-8000-000000000184', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000183', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000183","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (54, '00000000-0000-7000-8000-000000000188', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000183', 'payment.failed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000183","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"ABANDONED","payment_state":"FAILED","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000185","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":"pay_no","payment_due_at":null,"reason":"REPORTED"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (52, '00000000-0000-7000-8000-000000000186', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000183', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000183","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000185","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (53, '00000000-0000-7000-8000-000000000187', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000183', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000183","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000185","livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (56, '00000000-0000-7000-8000-000000000193', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000190', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000190","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000192","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (57, '00000000-0000-7000-8000-000000000194', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000190', 'payment.paid', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000190","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"758.00","amount_paid":"758.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"EVTX-7PXQ","payment_id":"00000000-0000-7000-8000-000000000192","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":"pay_00000000-0000-7000-8000-000000000192","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (58, '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000190', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000190","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"758.00","amount_paid":"758.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"EVTX-7PXQ","payment_id":"00000000-0000-7000-8000-000000000192","livemode":true,"order":{"number":"EVTX-7PXQ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (61, '00000000-0000-7000-8000-000000000200', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000197', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000197","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":"1378-TKG9","payment_id":null,"livemode":true,"order":{"number":"1378-TKG9","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (65, '00000000-0000-7000-8000-000000000206', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000201', 'payment.pending', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000201","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000205","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (67, '00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000201', 'session.completed', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000201","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":"4DKE-E5WJ","payment_id":"00000000-0000-7000-8000-000000000205","livemode":true,"order":{"number":"4DKE-E5WJ","livemode":true,"placed_at":"2026-01-02T04:54:05.100Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (71, '00000000-0000-7000-8000-000000000214', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000209', 'payment.pending', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000209","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000213","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (75, '00000000-0000-7000-8000-000000000220', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'payment.pending', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000219","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":"2026-01-05T04:54:05.100Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (55, '00000000-0000-7000-8000-000000000191', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000190', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000190","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (59, '00000000-0000-7000-8000-000000000198', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000197', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000197","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (60, '00000000-0000-7000-8000-000000000199', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000197', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000197","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (62, '00000000-0000-7000-8000-000000000202', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000201', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000201","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (63, '00000000-0000-7000-8000-000000000203', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000201', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000201","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (64, '00000000-0000-7000-8000-000000000204', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000201', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000201","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (66, '00000000-0000-7000-8000-000000000207', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000201', 'payment.paid', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000201","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000205","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":"pay_00000000-0000-7000-8000-000000000205","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (68, '00000000-0000-7000-8000-000000000210', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000209', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000209","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (69, '00000000-0000-7000-8000-000000000211', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000209', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000209","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (70, '00000000-0000-7000-8000-000000000212', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000209', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000209","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (72, '00000000-0000-7000-8000-000000000215', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000209', 'payment.paid', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000209","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000213","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":"pay_00000000-0000-7000-8000-000000000213","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (73, '00000000-0000-7000-8000-000000000217', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (74, '00000000-0000-7000-8000-000000000218', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (76, '00000000-0000-7000-8000-000000000222', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000221', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000221","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (77, '00000000-0000-7000-8000-000000000223', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000221', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000221","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (78, '00000000-0000-7000-8000-000000000224', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000221', 'session.idle', 1767331455100, '{"session_id":"00000000-0000-7000-8000-000000000221","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"recovery_url":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (79, '00000000-0000-7000-8000-000000000226', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000225', 'session.created', 1767331455100, '{"session_id":"00000000-0000-7000-8000-000000000225","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (80, '00000000-0000-7000-8000-000000000227', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000225', 'session.updated', 1767331455100, '{"session_id":"00000000-0000-7000-8000-000000000225","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (81, '00000000-0000-7000-8000-000000000228', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000225', 'session.abandoned', 1767335055100, '{"session_id":"00000000-0000-7000-8000-000000000225","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (82, '00000000-0000-7000-8000-000000000230', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000229', 'session.created', 1767335055100, '{"session_id":"00000000-0000-7000-8000-000000000229","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.idempotency_records VALUES ('00000000-0000-7000-8000-000000000001', 1, 'POST', '/session/00000000-0000-7000-8000-000000000190/payment', 'once', '12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126', 1767329645050, 200, NULL, '00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000192', '\x8d566d6fe23810fe2b68be5eda26146889562b716db557e9fa2268bfdca98a4c3c80b589edf50b2a42fcf7d5384e08bb7bb70d12629cf1cc33e3791eb307eb98f3167258bcdedcdc2d169000678e41be07c12187343e67e1eb8abeae5b333cd934850484c3da42feef1e9c7015420e0f7e0d096c98e4c1ac83a98de2be740585ce12d83223988c6696c037cfa4136e07f930f86a344ea0857c7fe89c09599be31657cc576ef012ec9fe395aad6cc60c15ca18d281172e9ab8a4207e372343d24b0368ca05fa6690256c875854597ca198f4d716d80cbd13401a71cab0a2e6ca93cb9d14ebf2c9ae5e838995eb78efd15e55da1568575aafc0af98a55161370ec9d2da9a298af666b2a6fe39cb6f9c545c9e539beb35a577851fbf5b996d44babbca1b0f0307b7c9dfd0d87b7a63021d7d4a39219d7208a993b84d13e81afd9ae4649d056687ea86c23b40e412729b594b7f58ca2c9b64c547dfcb4a80c47732cb097d7b177c8b374723eba0a06da42c8b2f21c791b20b68ded9aa857e36b42689c6055d1039026206cd17bd1e56335c12f34a3490830853cadaa545eab93b54302359a72d30ed0ef473f4d3338b68e9844c7f17cf7787bfff8854e08ad154a766fee1f8be7f9d397794333835c182c5de14dd53b6c8eb53ab34e19eccedc6d98fc6aa1054d3c7b4b80715e34c6beade683b08753a0ce9b35bac2ed7400fd3abff96bb6b82b660f4faf8f2fdd7b3af434819abd174772661d919bec7d564f93a3a4b0d2892df1f283b82e03aec8ed67651d1a22354aae4c607bad2081a5e2bb62e36a6ada27fd7936a8fdfad385fedc571bdd6efe20957e4d7bdadb54684df9db204174888431cca91cfe9f544db398acd5c5ffd6ad9346f7758938dcfc9a4e3f5ab6905b944e995def6c878737fa845993ceec8856cdecd2fc79635096bdc579984a2183e210c90c734291b564168b6ec396551e636d42762691ae547225826469a3b622c806dcbc2e5e9e1e2001c9eaa67db51adc28218906955a2bc801c26621fb02d472dd2047ac4fd7bc258589962db451251194942de0f0d6a99ab237cd5efa1d19fb08a159c49a89aa310e8182062ddd4f2dce99ddb0c19cd19cea8d92b4f4c7349b5e5f4dc6a3cb6146576525246690433698a3159cda33982bc6e3ab619baa0ce7017fa25cb3ca1b4f73da08491c06654925e3518c27d9a0d1a35f1ddc29ec56d10ba59d68252470d43a263933842516b438aeb4d7587a48a23bbeeb507fe77dd72d44e76c9cd230fd90f1345314d03001514b3ffad7630824da6e43d20fcff3bbe7d9fd2db4f21f2f8e7606bb79edf4e9a8d40657484e5d73b927f6f578b76d06b3b18362c78178d7c2a0ed396f54c529fa062b4e236ad03a2afd44bc0d7ef3b4afb1e265d9ec8f7797c19597e14e4c033e2f292a797361b577edde9fa04b759c11e69c11cbc699fe4355628b75988b46e2fae861980e27676976960e5fd2713e1ee5e9f83c1da7ffc0e1f01d');
INSERT INTO public.merchant_domains VALUES ('other.example', '00000000-0000-7000-8000-000000000002', 0);
INSERT INTO public.merchant_domains VALUES ('demo-store.example', '00000000-0000-7000-8000-000000000001', 0);
INSERT INTO public.merchants VALUES ('00000000-0000-7000-8000-000000000002', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":0,"included":true},"shipping":[],"cod":null,"paymentOffers":[],"coin":null,"verifyPhone":"never","otpCountries":null,"timeZone":"UTC","idleAfterMinutes":30,"recoveryUrl":"","staffRefundsDaily":0,"checkout":{"paymentUrl":"","returnOrigins":[],"embedOrigins":[],"logo":"","accent":null,"termsUrl":"","privacyUrl":"","cartLinks":false,"manual":null,"payOrder":["PROVIDER","MANUAL","COD"],"limits":{"cartsPerLink":600,"cartsPerAddress":1000,"carts":20000,"codesPerAddress":60,"wrongCouponsPerAddress":40,"wrongCoupons":2000,"messagesPerRecipient":5,"messagesPerAddress":20,"messagesDaily":1000,"maxQuantity":50}}}', 1767323045000, 1767323045000, 'open', 3);
INSERT INTO public.merchants VALUES ('00000000-0000-7000-8000-000000000001', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":180000,"included":true},"shipping":[{"countries":["IN"],"postalPrefixes":[],"options":[{"id":"standard","name":"Standard","price":8000,"freeAbove":null}]},{"countries":["IN"],"postalPrefixes":["56"],"options":[{"id":"standard","name":"Standard","price":6000,"freeAbove":99900},{"id":"express","name":"Express","price":15000,"freeAbove":null}]},{"countries":["IN"],"postalPrefixes":["560"],"options":[{"id":"standard","name":"Standard","price":3000,"freeAbove":null}]}],"cod":{"fee":4000,"min":20000,"max":1000000,"countries":["IN"],"prepaid":{"type":"PERCENTAGE","rate":100000,"cap":null}},"paymentOffers":[{"method":"PREPAID","discount":{"type":"PERCENTAGE","rate":50000,"cap":10000}}],"coin":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"verifyPhone":"never","otpCountries":null,"timeZone":"UTC","idleAfterMinutes":30,"recoveryUrl":"","staffRefundsDaily":0,"checkout":{"paymentUrl":"","returnOrigins":[],"embedOrigins":[],"logo":"","accent":null,"termsUrl":"","privacyUrl":"","cartLinks":false,"manual":null,"payOrder":["PROVIDER","MANUAL","COD"],"limits":{"cartsPerLink":600,"cartsPerAddress":1000,"carts":20000,"codesPerAddress":60,"wrongCouponsPerAddress":40,"wrongCoupons":2000,"messagesPerRecipient":5,"messagesPerAddress":20,"messagesDaily":1000,"maxQuantity":50}}}', 1767323045000, 1767323045000, 'open', 5);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767327245050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543211', 1767327845050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767328445050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767329045050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543211', 1767329645050);
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000144');
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000192', '00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000192');
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000205', '00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000205');
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000213', '00000000-0000-7000-8000-000000000209', '00000000-0000-7000-8000-000000000213');
INSERT INTO public.people VALUES ('00000000-0000-7000-8000-000000000090', 'anna', 'Anna Rao', 'owner', 'scrypt$4$8$1$AAAA$AAAA', 1767323045000);
INSERT INTO public.people VALUES ('00000000-0000-7000-8000-000000000091', 'ben', 'Anna Rao', NULL, NULL, 1767323045000);
INSERT INTO public.person_roles VALUES ('00000000-0000-7000-8000-000000000091', '00000000-0000-7000-8000-000000000001', 'viewer');
INSERT INTO public.products VALUES ('00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000030', 'Mug', 'mug', 'Demo', '<p>A mug</p>', 'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
INSERT INTO public.products VALUES ('00000000-0000-7000-8000-000000000001', 9, '00000000-0000-7000-8000-000000000039', 'Poster', 'poster', 'Demo', '<p>A mug</p>', 'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
INSERT INTO public.refunds VALUES ('00000000-0000-7000-8000-000000000501', '00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000192', NULL, '00000000-0000-7000-8000-000000000060', 'pi_1', 100, 'INR', NULL, 'REQUESTED', 'OURS', 1767323045001, NULL, 1767323045001, 0, NULL);
INSERT INTO public.refunds VALUES ('00000000-0000-7000-8000-000000000502', '00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000192', NULL, '00000000-0000-7000-8000-000000000060', 'pi_1', 100, 'INR', 're_2', 'DONE', 'OURS', 1767323045002, 1767323045000, NULL, 0, NULL);
INSERT INTO public.refunds VALUES ('00000000-0000-7000-8000-000000000503', '00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000001999', '00000000-0000-7000-8000-000000000192', '00000000-0000-7000-8000-000000000850', '00000000-0000-7000-8000-000000000060', 'pi_1', 100, 'INR', NULL, 'REQUESTED', 'OURS', 1767323045003, NULL, 1767323045003, 0, NULL);
INSERT INTO public.schema_migrations VALUES (1, 'checkoutd', '2026-11-28 03:48:45.568114+00', NULL);
INSERT INTO public.schema_migrations VALUES (2, 'checkoutd', '2026-11-28 03:48:45.662668+00', NULL);
INSERT INTO public.schema_migrations VALUES (3, 'checkoutd', '2026-11-28 03:48:45.685626+00', 2);
INSERT INTO public.schema_migrations VALUES (4, 'checkoutd', '2026-11-28 03:48:45.716201+00', 2);
INSERT INTO public.schema_migrations VALUES (5, 'checkoutd', '2026-11-28 03:48:45.719033+00', 2);
INSERT INTO public.schema_migrations VALUES (6, 'checkoutd', '2026-11-28 03:48:45.722979+00', 2);
INSERT INTO public.schema_migrations VALUES (7, 'checkoutd', '2026-11-28 03:48:45.728371+00', 2);
INSERT INTO public.schema_migrations VALUES (8, 'checkoutd', '2026-11-28 03:48:45.732357+00', 2);
INSERT INTO public.schema_migrations VALUES (9, 'checkoutd', '2026-11-28 03:48:45.736404+00', 2);
INSERT INTO public.schema_migrations VALUES (10, 'checkoutd', '2026-11-28 03:48:45.748594+00', 2);
INSERT INTO public.schema_migrations VALUES (11, 'checkoutd', '2026-11-28 03:48:45.751483+00', 2);
INSERT INTO public.schema_migrations VALUES (12, 'checkoutd', '2026-11-28 03:48:45.762569+00', 2);
INSERT INTO public.schema_migrations VALUES (13, 'checkoutd', '2026-11-28 03:48:45.78459+00', 2);
INSERT INTO public.schema_migrations VALUES (14, 'checkoutd', '2026-11-28 03:48:45.788502+00', 2);
INSERT INTO public.schema_migrations VALUES (15, 'checkoutd', '2026-11-28 03:48:45.792374+00', 2);
INSERT INTO public.schema_migrations VALUES (16, 'checkoutd', '2026-11-28 03:48:45.79631+00', 16);
INSERT INTO public.secrets VALUES ('recovery', 'HBeEtUhO7Ns5P2oKyhG5HfCGa1ALje5QH9frm84JoX0', 1767331455100);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000135', 1767329045050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000225', 1767331455100);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000167', 1767329645050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000183', 1767329645050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000122', 1767327845050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000181', 1767329645050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000216', 1767329645100);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000190', 1767329645050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000179', 1767329645050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000110', 1767327245050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000221', 1767329645100);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000149', 1767329045050);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000209', 1767329645100);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000201', 1767329645100);
INSERT INTO public.session_activity VALUES ('00000000-0000-7000-8000-000000000197', 1767329645050);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', -1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', -1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', -1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', -1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', -1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 1);
INSERT INTO public.session_count_deltas VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'FAILED', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'PENDING', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 2);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'FAILED', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 3);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'COMPLETED', 'DRAFT', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 3);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PAID', 1);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'INITIATED', 'DRAFT', '', -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'INITIATED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'INITIATED', 'DRAFT', '', -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', '', -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', 'INR', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', 'INR', -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', 'INR', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767330900000, 'INITIATED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767330900000, 'INITIATED', 'DRAFT', '', -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767330900000, 'IN_PROGRESS', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767330900000, 'IN_PROGRESS', 'DRAFT', '', -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767330900000, 'ABANDONED', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767334500000, 'INITIATED', 'DRAFT', 'INR', 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', '', -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sum_deltas VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767322800000, 'INITIATED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767326400000, 'IN_PROGRESS', 'FAILED', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767326400000, 'IN_PROGRESS', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767327300000, 'COMPLETED', 'PAID', 'INR', 1, 1, 0, 0, 0, 1, 70670, 1, 1200, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767328200000, 'ABANDONED', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767328200000, 'COMPLETED', 'PAID', 'INR', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 70670);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767328200000, 'IN_PROGRESS', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'ABANDONED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'ABANDONED', 'FAILED', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'COMPLETED', 'DRAFT', 'INR', 1, 1, 0, 0, 0, 1, 79800, 0, 0, 0, 0, 1, 79800);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'COMPLETED', 'PAID', 'INR', 2, 2, 0, 0, 0, 2, 155600, 0, 0, 0, 0, 2, 155600);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'INITIATED', 'DRAFT', '', 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'PAID', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.session_sums_progress VALUES ('~');
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000109', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767323045050, 1767323045050, 1767323045050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":5,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000109","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":5}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 10, 1767326645050, 1767327245050, 1767327245050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767327245050]},"payment":{"id":"00000000-0000-7000-8000-000000000119","method":"PREPAID","amount":70670,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767327245050,"dueAt":null,"atProvider":null,"holds":"held","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767327245050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767327245050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":50},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":5,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":70670},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '11 {"id":"00000000-0000-7000-8000-000000000110","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":51.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":646.7,"tax":104.64,"taxes_included":true,"total_payable":706.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":5,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":5}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":450,"coin_redeemable":450,"coin_used":50,"coins_processing":50},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000119","method":"PREPAID","amount":706.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', 1767327245050, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000122', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'FAILED', 10, 1767327245050, 1767327845050, 1767327845050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000124","phone":"+919876543211"},"otp":{"challenge":null,"sentAt":[1767327845050]},"payment":{"id":"00000000-0000-7000-8000-000000000131","method":"PREPAID","amount":71170,"currencyCode":"INR","status":"FAILED","reference":"pay_no","startedAt":1767327845050,"dueAt":null,"atProvider":null,"holds":"released","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767327845050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767327845050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID"},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":71170},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543211', '11 {"id":"00000000-0000-7000-8000-000000000122","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":46.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":651.7,"tax":104.64,"taxes_included":true,"total_payable":711.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"FAILED","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":{"id":"00000000-0000-7000-8000-000000000124","phone":"+919876543211"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000131","method":"PREPAID","amount":711.7,"currency":"INR","status":"FAILED","reference":"pay_no","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, 1, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000179', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 2, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{"codes":[{"couponId":"00000000-0000-7000-8000-000000000021","enteredAt":1767329645050,"previousCode":null}]},"cart":{"tax":[9885]},"priced":{"coupons":[{"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":5000,"totalPayable":64800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000179","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":50,"sub_total_price":698,"total_price":648,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":50,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":648,"tax":98.85,"taxes_included":true,"total_payable":648,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":50},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000021","code":"FLAT50","application_type":"CODE","combine":false,"discount_type":"FIXED","discount_amount":50,"discount_max_cap":null,"cart_discounted_amount":648,"cart_discount_amount":50,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000021","_id":"00000000-0000-7000-8000-000000000021"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000181', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000181","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000183', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'FAILED', 5, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"holds":"released","id":"00000000-0000-7000-8000-000000000185","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"FAILED","reference":"pay_no","startedAt":1767329645050,"dueAt":null,"late":null,"atProvider":null},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000183","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"FAILED","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000185","method":"PREPAID","amount":758,"currency":"INR","status":"FAILED","reference":"pay_no","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 10, 1767328445050, 1767329045050, 1767329045050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767329045050]},"payment":{"id":"00000000-0000-7000-8000-000000000158","method":"PREPAID","amount":66770,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329045050,"dueAt":null,"atProvider":null,"holds":"held","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767329045050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767329045050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":440},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":66770},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '11 {"id":"00000000-0000-7000-8000-000000000149","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":90.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":607.7,"tax":104.64,"taxes_included":true,"total_payable":667.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":44,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":10,"coin_redeemable":10,"coin_used":440,"coins_processing":490},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000158","method":"PREPAID","amount":667.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', 1767329045050, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 12, 1767327845050, 1767329045050, 1767329045050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767328445050]},"payment":{"holds":null,"id":"00000000-0000-7000-8000-000000000144","method":"PREPAID","amount":70670,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000144","startedAt":1767328445050,"dueAt":null,"late":{"coupons":[],"units":[],"coins":40},"atProvider":null},"amountPaid":70670,"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767328445050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767328445050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":50},"order":{"placedAt":1767329045050,"late":true,"shortfall":{"coupons":[],"units":[],"coins":40},"salesRecorded":true,"cancellation":null},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":70670},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '11 {"id":"00000000-0000-7000-8000-000000000135","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":51.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":646.7,"tax":104.64,"taxes_included":true,"total_payable":706.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":706.7,"coin_discount":5,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":323,"coin_redeemable":323,"coin_used":10,"coins_processing":490},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000144","method":"PREPAID","amount":706.7,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000144","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"WSGC-6YZ8","livemode":true,"placed_at":"2026-01-02T04:44:05.050Z","late":true,"shortfall":{"coupons":[],"units":[],"coins":40,"coin_debt":0},"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329045050, 'WSGC-6YZ8', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000167', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'PENDING', 10, 1767329045050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000124","phone":"+919876543211"},"otp":{"challenge":null,"sentAt":[1767329645050]},"payment":{"id":"00000000-0000-7000-8000-000000000175","method":"PREPAID","amount":71170,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329645050,"dueAt":null,"atProvider":null,"holds":"released","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767329645050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767329645050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID"},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":71170},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543211', '11 {"id":"00000000-0000-7000-8000-000000000167","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":46.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":651.7,"tax":104.64,"taxes_included":true,"total_payable":711.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":{"id":"00000000-0000-7000-8000-000000000124","phone":"+919876543211"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000175","method":"PREPAID","amount":711.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000178', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000178","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 4, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000192","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000192","startedAt":1767329645050,"dueAt":null,"atProvider":null,"holds":null,"late":null},"amountPaid":75800,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000190","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":758,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000192","method":"PREPAID","amount":758,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000192","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"EVTX-7PXQ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, 'EVTX-7PXQ', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 6, 1767329645100, 1767329645100, 1767329645100, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000205","method":"COD","amount":7980,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000205","startedAt":1767329645100,"dueAt":null,"atProvider":null,"holds":null,"late":null},"amountPaid":7980,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"order":{"placedAt":1767329645100,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000201","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":79.8,"is_partial_cod":true,"amount_paid":79.8,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000205","method":"COD","amount":79.8,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000205","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"4DKE-E5WJ","livemode":true,"placed_at":"2026-01-02T04:54:05.100Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645100, '4DKE-E5WJ', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000209', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PAID', 5, 1767329645100, 1767329645100, 1767329645100, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000213","method":"COD","amount":7980,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000213","startedAt":1767329645100,"dueAt":null,"atProvider":null,"holds":"held","late":null},"amountPaid":7980,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000209","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":79.8,"is_partial_cod":true,"amount_paid":79.8,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000213","method":"COD","amount":79.8,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000213","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000216', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 3, 1767329645100, 1767329645100, 1767329645100, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000219","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329645100,"dueAt":1767588845100,"atProvider":null,"holds":"held","late":null},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000216","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":79.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000219","method":"PREPAID","amount":758,"currency":"INR","status":"PENDING","reference":null,"due_at":"2026-01-05T04:54:05.100Z","provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, 1767588845100, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000229', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767335055100, 1767335055100, 1767335055100, '{"form":"rest","currencyCode":"INR","recovery":{"idleAt":null,"returned":"REOPENED","reopenedAs":null,"closed":false},"choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000229","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":73.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, 'REOPENED', NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000197', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'DRAFT', 4, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000197","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":null,"resting_coupons":[],"requires":[],"order":{"number":"1378-TKG9","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, '1378-TKG9', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000221', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 4, 1767329645100, 1767331455100, 1767331455100, '{"form":"rest","currencyCode":"INR","recovery":{"idleAt":1767331455100,"returned":"RESUMED","reopenedAs":null,"closed":false},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000221","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":79.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":null,"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, 1767331455100, 'RESUMED', NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000225', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 4, 1767331455100, 1767335055100, 1767331455100, '{"currencyCode":"INR","recovery":{"idleAt":null,"returned":null,"reopenedAs":"00000000-0000-7000-8000-000000000229","closed":false},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"order":null,"countryCode":"IN","redirectUrl":"https://demo-store.example/thanks","reference":null,"note":null,"attributes":{},"lines":[{"productId":"1","variantId":"11","quantity":2,"properties":{},"title":"Mug","handle":"mug","variantTitle":"Default Title","unitPrice":34900,"compareAtPrice":null,"grams":300,"singleVariant":true,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL","listed":true}],"priced":{"lines":[{"giftOf":null,"subTotal":69800,"discount":0,"total":69800,"tax":10647,"outOfStock":false}],"coupons":[],"resting":[],"unverified":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[],"totals":{"subTotal":69800,"couponDiscount":0,"paymentOfferDiscount":0,"coinDiscount":0,"discount":0,"total":69800,"tax":10647,"taxesIncluded":true,"shipping":6000,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":7980,"isPartialCod":false,"totalPayable":75800,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"shippingOptions":[{"id":"standard","name":"Standard","price":6000},{"id":"express","name":"Express","price":15000}],"shippingOption":"standard","serviceable":true,"requires":[]}}', 1, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL);
INSERT INTO public.sign_in_links VALUES ('00000000-0000-7000-8000-000000000091', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1767323045000);
INSERT INTO public.sign_ins VALUES ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '00000000-0000-7000-8000-000000000090', 1767323045000, 1767323045000, 'password', 1767323045000, '192.0.2.1');
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000001', 91, 1, NULL, NULL, NULL);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000001', 91, 1, NULL, NULL, NULL);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000209', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000216', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000001', 91, 1);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000190', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000197', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.variants VALUES ('00000000-0000-7000-8000-000000000001', 91, 9, 0, 'Default Title', 9900, NULL, 300, 1, 4, 'deny', 1, 2, 5);
INSERT INTO public.variants VALUES ('00000000-0000-7000-8000-000000000001', 11, 1, 0, 'Default Title', 34900, NULL, 300, 1, 12, 'deny', 1, 8, 20);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000070', '00000000-0000-7000-8000-000000000001', 'https://hooks.example/all', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[]', 0, NULL, 1767323045000, '[]', 'webhook', '{}', 1, 1, 1, 0);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000001', 'https://hooks.example/old', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[]', 0, 1767323045000, 1767323045000, '[]', 'webhook', '{}', 1, 2, 1, 0);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000601', '00000000-0000-7000-8000-000000000001', 'https://sms.example/send', '{"method":"POST","url":"https://sms.example/send?key=s3cret","headers":{"content-type":"application/json","authorization":"Bearer s3cret"},"body":"{\"to\":\"{phone}\",\"text\":\"{text}\",\"id\":\"{id}\"}"}', '["otp.requested","session.completed"]', 0, NULL, 1767323045001, '[]', 'sms', '{}', 1, 3, 1, 0);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000602', '00000000-0000-7000-8000-000000000001', 'smtps://orders@mail.example:465', '{"server":"smtps://orders:s3cret@mail.example:465","from":"orders@demo-store.example"}', '["session.completed"]', 0, NULL, 1767323045002, '[]', 'email', '{"placed":{"subject":"Order {order}","text":"Hi {name}: {total}"}}', 1, 4, 1, 0);
INSERT INTO public.write_batches VALUES ('01a22045-0ca4-7180-a868-8a0585cff5ea', true, NULL, '2026-11-28 03:48:45.865416+00');
INSERT INTO public.write_batches VALUES ('01a22045-0cb6-71ae-8db4-b2ba2cd0aa40', true, NULL, '2026-11-28 03:48:45.878565+00');
INSERT INTO public.write_batches VALUES ('01a22045-0cbe-7740-9617-1859dab890ae', true, NULL, '2026-11-28 03:48:45.886353+00');
INSERT INTO public.write_batches VALUES ('01a22045-0cc8-730f-ab70-dece9456fb99', true, NULL, '2026-11-28 03:48:45.897128+00');
INSERT INTO public.write_batches VALUES ('01a22045-0ccc-71b1-84e7-bc29189c94ce', true, NULL, '2026-11-28 03:48:45.900975+00');
INSERT INTO public.write_batches VALUES ('01a22045-0cd0-74c2-b6eb-c1aab04cdb83', true, NULL, '2026-11-28 03:48:45.904832+00');
INSERT INTO public.write_batches VALUES ('01a22045-0cdd-71ac-9691-37b71d252ffd', true, NULL, '2026-11-28 03:48:45.917298+00');
INSERT INTO public.write_batches VALUES ('01a22045-0cdf-7181-b629-a8a6f0d51eeb', true, NULL, '2026-11-28 03:48:45.920115+00');
INSERT INTO public.write_batches VALUES ('01a22045-0ce4-7222-9831-55f37def9a45', true, NULL, '2026-11-28 03:48:45.924674+00');
INSERT INTO public.write_batches VALUES ('01a22045-0d31-745d-a3f1-c1e14388a1e2', true, NULL, '2026-11-28 03:48:46.008119+00');
INSERT INTO public.write_batches VALUES ('01a22045-0e33-74a0-870c-fb991393fc46', true, NULL, '2026-11-28 03:48:46.259722+00');
INSERT INTO public.write_batches VALUES ('01a22045-0ec6-77d9-812c-f533367eea32', true, NULL, '2026-11-28 03:48:46.406879+00');
INSERT INTO public.write_batches VALUES ('01a22045-0f41-77f6-9287-4cdb672b7a79', true, NULL, '2026-11-28 03:48:46.530141+00');
INSERT INTO public.write_batches VALUES ('01a22045-0f6b-73bb-b8ac-e2a0182ce1ac', true, NULL, '2026-11-28 03:48:46.571986+00');
INSERT INTO public.write_batches VALUES ('01a22045-0f80-7086-b943-9fb9262bcf3a', true, NULL, '2026-11-28 03:48:46.592997+00');
INSERT INTO public.write_batches VALUES ('01a22045-0f95-71b9-8399-4d954d5a3809', true, NULL, '2026-11-28 03:48:46.613193+00');
INSERT INTO public.write_batches VALUES ('01a22045-0fae-7272-86f4-f1f6a7b6914a', true, NULL, '2026-11-28 03:48:46.638937+00');
INSERT INTO public.write_batches VALUES ('01a22045-0fc1-72ba-8455-0516d828fa62', true, NULL, '2026-11-28 03:48:46.657389+00');
INSERT INTO public.write_batches VALUES ('01a22045-0fd0-77bb-9c25-d441af5dee06', true, NULL, '2026-11-28 03:48:46.672633+00');
INSERT INTO public.write_batches VALUES ('01a22045-0feb-7047-a188-4711510f0f3c', true, NULL, '2026-11-28 03:48:46.699289+00');
INSERT INTO public.write_batches VALUES ('01a22045-1011-760b-b1b2-77e019148a51', true, NULL, '2026-11-28 03:48:46.737437+00');
INSERT INTO public.write_batches VALUES ('01a22045-1019-755d-825f-8456064cc34f', true, NULL, '2026-11-28 03:48:46.745893+00');
INSERT INTO public.write_batches VALUES ('01a22045-102f-749e-b6cf-c37608fb9c11', true, NULL, '2026-11-28 03:48:46.767441+00');
INSERT INTO public.write_batches VALUES ('01a22045-103e-725e-b3ab-fc048311e791', true, NULL, '2026-11-28 03:48:46.783092+00');
INSERT INTO public.write_batches VALUES ('01a22045-1048-7170-b026-4070958aad51', true, NULL, '2026-11-28 03:48:46.792727+00');
INSERT INTO public.write_batches VALUES ('01a22045-1051-75ae-98aa-99f445f5a7ad', true, NULL, '2026-11-28 03:48:46.80198+00');
INSERT INTO public.write_batches VALUES ('01a22045-105b-76c5-9f75-bcf2167849a9', true, NULL, '2026-11-28 03:48:46.811873+00');
INSERT INTO public.write_batches VALUES ('01a22045-1062-70e8-84cf-94f1beefbeda', true, NULL, '2026-11-28 03:48:46.818654+00');
INSERT INTO public.write_batches VALUES ('01a22045-106b-74e7-af7c-a09a6c21cb66', true, NULL, '2026-11-28 03:48:46.827789+00');
INSERT INTO public.write_batches VALUES ('01a22045-1085-729e-bc3a-6b84e0a2bb8f', true, NULL, '2026-11-28 03:48:46.853757+00');
INSERT INTO public.write_batches VALUES ('01a22045-1092-75d8-b7bb-91af03075ee9', true, NULL, '2026-11-28 03:48:46.866425+00');
INSERT INTO public.write_batches VALUES ('01a22045-109c-75bd-9ea0-e3551871e3e7', true, NULL, '2026-11-28 03:48:46.876407+00');
INSERT INTO public.write_batches VALUES ('01a22045-10b5-71e6-823a-12b34016cb03', true, NULL, '2026-11-28 03:48:46.903486+00');
INSERT INTO public.write_batches VALUES ('01a22045-10bf-7551-ac84-6173774787ad', true, NULL, '2026-11-28 03:48:46.911568+00');
INSERT INTO public.write_batches VALUES ('01a22045-10cb-72cf-9f96-3cdb2e48c959', true, NULL, '2026-11-28 03:48:46.923243+00');
INSERT INTO public.write_batches VALUES ('01a22045-10d1-77a4-a3c7-9c4661f81790', true, NULL, '2026-11-28 03:48:46.929446+00');
INSERT INTO public.write_batches VALUES ('01a22045-10dc-7618-8889-f800fcc5aea2', true, NULL, '2026-11-28 03:48:46.94049+00');
INSERT INTO public.write_batches VALUES ('01a22045-10e5-73c0-a799-b5c7c82bdcf3', true, NULL, '2026-11-28 03:48:46.949918+00');
INSERT INTO public.write_batches VALUES ('01a22045-10f5-7230-a691-4f39785ed476', true, NULL, '2026-11-28 03:48:46.965426+00');
INSERT INTO public.write_batches VALUES ('01a22045-10fc-7687-94df-126bb5f7469b', true, NULL, '2026-11-28 03:48:46.973021+00');
INSERT INTO public.write_batches VALUES ('01a22045-1109-74d8-815a-1c5a5dc23593', true, NULL, '2026-11-28 03:48:46.986115+00');
INSERT INTO public.write_batches VALUES ('01a22045-111d-73d3-a162-8037a21d01d2', true, NULL, '2026-11-28 03:48:47.005319+00');
INSERT INTO public.write_batches VALUES ('01a22045-112b-74ec-bbcc-903e83b2ad72', true, NULL, '2026-11-28 03:48:47.019757+00');
INSERT INTO public.write_batches VALUES ('01a22045-1136-7008-b650-8807487c1494', true, NULL, '2026-11-28 03:48:47.031049+00');
INSERT INTO public.write_batches VALUES ('01a22045-113f-7070-998f-083aa3ac6898', true, NULL, '2026-11-28 03:48:47.040074+00');
INSERT INTO public.write_batches VALUES ('01a22045-114a-7159-9dad-5034807615a4', true, NULL, '2026-11-28 03:48:47.051682+00');
INSERT INTO public.write_batches VALUES ('01a22045-1153-768d-980c-1a9f529a31eb', true, NULL, '2026-11-28 03:48:47.064893+00');
INSERT INTO public.write_batches VALUES ('01a22045-1169-777a-be36-948227bad104', true, NULL, '2026-11-28 03:48:47.081879+00');
INSERT INTO public.write_batches VALUES ('01a22045-1176-72f0-81b4-b489023549c4', true, NULL, '2026-11-28 03:48:47.094575+00');
INSERT INTO public.write_batches VALUES ('01a22045-1180-76ce-a294-8d8ab3a46731', true, NULL, '2026-11-28 03:48:47.104498+00');
INSERT INTO public.write_batches VALUES ('01a22045-118a-733d-9ffb-d0dd3f86de11', true, NULL, '2026-11-28 03:48:47.114499+00');
INSERT INTO public.write_batches VALUES ('01a22045-11a4-7630-885c-bc88042c6578', true, NULL, '2026-11-28 03:48:47.144181+00');
INSERT INTO public.write_batches VALUES ('01a22045-11bb-76ac-b2d7-35410aafc661', true, NULL, '2026-11-28 03:48:47.16319+00');
INSERT INTO public.write_batches VALUES ('01a22045-11d1-76b3-b7bc-250bed627ca5', true, NULL, '2026-11-28 03:48:47.185608+00');
INSERT INTO public.write_batches VALUES ('01a22045-11d9-7161-9440-129671efa152', true, NULL, '2026-11-28 03:48:47.196212+00');
INSERT INTO public.write_batches VALUES ('01a22045-11f1-759f-bcc6-1352b08a0ce6', true, NULL, '2026-11-28 03:48:47.217903+00');
INSERT INTO public.write_batches VALUES ('01a22045-11ff-700d-8147-3edb1de86002', true, NULL, '2026-11-28 03:48:47.231917+00');
INSERT INTO public.write_batches VALUES ('01a22045-120b-7052-819b-c2a9c1f737fd', true, NULL, '2026-11-28 03:48:47.2437+00');
INSERT INTO public.write_batches VALUES ('01a22045-121e-74f4-80c4-805a4d00031e', true, NULL, '2026-11-28 03:48:47.262677+00');
INSERT INTO public.write_batches VALUES ('01a22045-1229-771c-b162-c9fd3bfb17fe', true, NULL, '2026-11-28 03:48:47.274002+00');
INSERT INTO public.write_batches VALUES ('01a22045-1239-71c5-a532-a21083cb335b', true, NULL, '2026-11-28 03:48:47.289555+00');
INSERT INTO public.write_batches VALUES ('01a22045-1241-721b-a314-702c26144802', true, NULL, '2026-11-28 03:48:47.297425+00');
INSERT INTO public.write_batches VALUES ('01a22045-1246-75ff-8b0b-55518fc9fa49', true, NULL, '2026-11-28 03:48:47.302997+00');
INSERT INTO public.write_batches VALUES ('01a22045-1250-77ae-b13b-091e42fb36a2', true, NULL, '2026-11-28 03:48:47.31296+00');
INSERT INTO public.write_batches VALUES ('01a22045-1256-7070-bea1-c889d1732f2e', true, NULL, '2026-11-28 03:48:47.318425+00');
INSERT INTO public.write_batches VALUES ('01a22045-1261-71ec-b18e-d9cc648c198f', true, NULL, '2026-11-28 03:48:47.329888+00');
INSERT INTO public.write_batches VALUES ('01a22045-126b-7245-81ff-3a22ea1b1896', true, NULL, '2026-11-28 03:48:47.339977+00');
INSERT INTO public.write_batches VALUES ('01a22045-1275-7669-baaf-162e39df37dd', true, NULL, '2026-11-28 03:48:47.350026+00');
INSERT INTO public.write_batches VALUES ('01a22045-127b-72b4-b845-44b11d9c63e5', true, NULL, '2026-11-28 03:48:47.35579+00');
INSERT INTO public.write_batches VALUES ('01a22045-1288-71ac-8222-39edeae75c16', true, NULL, '2026-11-28 03:48:47.368951+00');
INSERT INTO public.write_batches VALUES ('01a22045-1290-70c5-955b-208f6bc602cf', true, NULL, '2026-11-28 03:48:47.376429+00');
INSERT INTO public.write_batches VALUES ('01a22045-1297-7600-88e2-6873a72f73fd', true, NULL, '2026-11-28 03:48:47.383944+00');
INSERT INTO public.write_batches VALUES ('01a22045-12a1-766f-b5e7-877da27676c4', true, NULL, '2026-11-28 03:48:47.393518+00');
INSERT INTO public.write_batches VALUES ('01a22045-12aa-7794-8994-e67a30f603a5', true, NULL, '2026-11-28 03:48:47.402569+00');
INSERT INTO public.write_batches VALUES ('01a22045-12af-7715-8da9-fca8174989a6', true, NULL, '2026-11-28 03:48:47.408139+00');
INSERT INTO public.write_batches VALUES ('01a22045-12bf-7134-861b-ea163ba99b7c', true, NULL, '2026-11-28 03:48:47.423426+00');
INSERT INTO public.write_batches VALUES ('01a22045-12c5-7268-948b-87a7da464c6f', true, NULL, '2026-11-28 03:48:47.429935+00');
INSERT INTO public.write_batches VALUES ('01a22045-12d1-7019-bd6e-79502fbc5933', true, NULL, '2026-11-28 03:48:47.441622+00');
INSERT INTO public.write_batches VALUES ('01a22045-12d8-7054-8bc4-47c33367505f', true, NULL, '2026-11-28 03:48:47.44896+00');
INSERT INTO public.write_batches VALUES ('01a22045-12dd-71ac-b858-74287f722197', true, NULL, '2026-11-28 03:48:47.453904+00');
INSERT INTO public.write_batches VALUES ('01a22045-12e7-76a5-957d-2cc585a69411', true, NULL, '2026-11-28 03:48:47.463229+00');
INSERT INTO public.write_batches VALUES ('01a22045-12ee-74f0-b4fe-23c3daa4dfb5', true, NULL, '2026-11-28 03:48:47.470511+00');
INSERT INTO public.write_batches VALUES ('01a22045-12f8-7233-818f-3a5b3f223667', true, NULL, '2026-11-28 03:48:47.481014+00');
INSERT INTO public.write_batches VALUES ('01a22045-1302-7182-a109-67542f1e2898', true, NULL, '2026-11-28 03:48:47.491075+00');
INSERT INTO public.write_batches VALUES ('01a22045-1312-74fa-947f-83d3e591e7db', true, NULL, '2026-11-28 03:48:47.507087+00');
INSERT INTO public.write_batches VALUES ('01a22045-1320-7196-9b21-064c6e375515', true, NULL, '2026-11-28 03:48:47.520268+00');
INSERT INTO public.write_batches VALUES ('01a22045-1328-770e-b8f8-055565176b84', true, NULL, '2026-11-28 03:48:47.528187+00');
INSERT INTO public.write_batches VALUES ('01a22045-1334-74a4-b4f0-b027fda05040', true, NULL, '2026-11-28 03:48:47.541399+00');
INSERT INTO public.write_batches VALUES ('01a22045-1340-7078-8f0c-f9b34fb487a7', true, NULL, '2026-11-28 03:48:47.552242+00');
INSERT INTO public.write_batches VALUES ('01a22045-1348-73cc-9afa-b4d72bfd2d98', true, NULL, '2026-11-28 03:48:47.560939+00');
INSERT INTO public.write_batches VALUES ('01a22045-134f-705a-a359-9680f99b4b15', true, NULL, '2026-11-28 03:48:47.568128+00');
INSERT INTO public.write_batches VALUES ('01a22045-135b-720b-b160-7142148708bb', true, NULL, '2026-11-28 03:48:47.579949+00');
INSERT INTO public.write_batches VALUES ('01a22045-1363-74b6-8554-3ff5a6b01b90', true, NULL, '2026-11-28 03:48:47.587784+00');
INSERT INTO public.write_batches VALUES ('01a22045-1369-7787-87b2-26b84b519019', true, NULL, '2026-11-28 03:48:47.593692+00');
INSERT INTO public.write_batches VALUES ('01a22045-1371-7001-bfe4-d0a839e6e42f', true, NULL, '2026-11-28 03:48:47.602073+00');
INSERT INTO public.write_batches VALUES ('01a22045-1378-73b0-a98b-714971a5e5fe', true, NULL, '2026-11-28 03:48:47.612274+00');
INSERT INTO public.write_batches VALUES ('01a22045-1385-74bb-9d28-3164dc666e89', true, NULL, '2026-11-28 03:48:47.621581+00');
INSERT INTO public.write_batches VALUES ('01a22045-138a-7563-8ec8-9c45959fbd14', true, NULL, '2026-11-28 03:48:47.626609+00');
INSERT INTO public.write_batches VALUES ('01a22045-138d-7457-98dd-61857d1f0c74', true, NULL, '2026-11-28 03:48:47.629212+00');
INSERT INTO public.write_batches VALUES ('01a22045-1391-74a4-954d-06d18d3542ee', true, NULL, '2026-11-28 03:48:47.633854+00');
INSERT INTO public.write_batches VALUES ('01a22045-139c-727b-bf25-30eac3a76104', true, NULL, '2026-11-28 03:48:47.644638+00');
INSERT INTO public.write_batches VALUES ('01a22045-13a9-70a5-b6e9-7fce26c6e37e', true, NULL, '2026-11-28 03:48:47.657385+00');
INSERT INTO public.write_batches VALUES ('01a22045-13b1-751c-a337-b56b88d1bef6', true, NULL, '2026-11-28 03:48:47.665273+00');
INSERT INTO public.write_batches VALUES ('01a22045-13b9-75cc-88a3-afb65b8681d0', true, NULL, '2026-11-28 03:48:47.673454+00');
INSERT INTO public.write_batches VALUES ('01a22045-13be-7740-99f7-c5eacb934647', true, NULL, '2026-11-28 03:48:47.678318+00');
INSERT INTO public.write_batches VALUES ('01a22045-13c3-7474-9f4f-617678be39e3', true, NULL, '2026-11-28 03:48:47.683781+00');
INSERT INTO public.write_batches VALUES ('01a22045-13d0-70fe-86d2-f3503925494e', true, NULL, '2026-11-28 03:48:47.696781+00');
INSERT INTO public.write_batches VALUES ('01a22045-13dd-76a1-9f49-404106c10c75', true, NULL, '2026-11-28 03:48:47.709665+00');
INSERT INTO public.write_batches VALUES ('01a22045-13e9-727d-90a1-e3f9e7f7243f', true, NULL, '2026-11-28 03:48:47.721238+00');
INSERT INTO public.write_batches VALUES ('01a22045-13ec-7469-87b9-bcbe38db1f6d', true, NULL, '2026-11-28 03:48:47.725123+00');
INSERT INTO public.write_batches VALUES ('01a22045-13f0-752b-ad88-e89e786c4950', true, NULL, '2026-11-28 03:48:47.728595+00');
SELECT pg_catalog.setval('public.coin_movements_place_seq', 8, true);
SELECT pg_catalog.setval('public.events_seq_seq', 82, true);
SELECT pg_catalog.setval('public.webhook_endpoints_place_seq', 4, true);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.checkout_links
    ADD CONSTRAINT checkout_links_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.checkout_links
    ADD CONSTRAINT checkout_links_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.coin_movements
    ADD CONSTRAINT coin_movements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.coupon_uses
    ADD CONSTRAINT coupon_uses_pkey PRIMARY KEY (session_id, coupon_id);
ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_merchant_id_code_key_key UNIQUE (merchant_id, code_key);
ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_merchant_id_phone_key UNIQUE (merchant_id, phone);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (endpoint_id, event_seq);
ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_pkey PRIMARY KEY (merchant_id, livemode, reference);
ALTER TABLE ONLY public.epoch
    ADD CONSTRAINT epoch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_id_key UNIQUE (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_pkey PRIMARY KEY (merchant_id, livemode, method, path, key);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.limit_refusals
    ADD CONSTRAINT limit_refusals_pkey PRIMARY KEY (merchant_id, hour, refusal);
ALTER TABLE ONLY public.merchant_domains
    ADD CONSTRAINT merchant_domains_pkey PRIMARY KEY (domain);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.message_sends
    ADD CONSTRAINT message_sends_pkey PRIMARY KEY (event_id, kind);
ALTER TABLE ONLY public.payment_providers
    ADD CONSTRAINT payment_providers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_references
    ADD CONSTRAINT payment_references_pkey PRIMARY KEY (merchant_id, livemode, reference);
ALTER TABLE ONLY public.payment_returns
    ADD CONSTRAINT payment_returns_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_login_key UNIQUE (login);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person_roles
    ADD CONSTRAINT person_roles_pkey PRIMARY KEY (person_id, merchant_id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (merchant_id, product_id);
ALTER TABLE ONLY public.provider_payments
    ADD CONSTRAINT provider_payments_pkey PRIMARY KEY (payment_id);
ALTER TABLE ONLY public.purged_sessions
    ADD CONSTRAINT purged_sessions_pkey PRIMARY KEY (merchant_id, opened_at, session_state, payment_state, currency_code);
ALTER TABLE ONLY public.rate_grants
    ADD CONSTRAINT rate_grants_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.secret_keys
    ADD CONSTRAINT secret_keys_pkey PRIMARY KEY (fingerprint);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.session_activity
    ADD CONSTRAINT session_activity_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.session_counts
    ADD CONSTRAINT session_counts_pkey PRIMARY KEY (merchant_id, session_state, payment_state);
ALTER TABLE ONLY public.session_sums
    ADD CONSTRAINT session_sums_pkey PRIMARY KEY (merchant_id, quarter, session_state, payment_state, currency_code);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.stock_holds
    ADD CONSTRAINT stock_holds_pkey PRIMARY KEY (session_id, merchant_id, variant_id);
ALTER TABLE ONLY public.stock_sales
    ADD CONSTRAINT stock_sales_pkey PRIMARY KEY (session_id, merchant_id, variant_id);
ALTER TABLE ONLY public.unexpected_payments
    ADD CONSTRAINT unexpected_payments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_pkey PRIMARY KEY (merchant_id, variant_id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.write_batches
    ADD CONSTRAINT write_batches_pkey PRIMARY KEY (id);
CREATE INDEX api_keys_oldest_first ON public.api_keys USING btree (merchant_id, created_at);
CREATE INDEX audit_entries_by_merchant ON public.audit_entries USING btree (merchant_id, at);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at);
CREATE INDEX coin_movements_in_order ON public.coin_movements USING btree (customer_id, moved_at, place);
CREATE UNIQUE INDEX coin_movements_once ON public.coin_movements USING btree (customer_id, session_id, reason) WHERE (session_id IS NOT NULL);
CREATE INDEX coupon_use_deltas_by_coupon ON public.coupon_use_deltas USING btree (coupon_id);
CREATE INDEX coupon_uses_by_coupon ON public.coupon_uses USING btree (coupon_id);
CREATE INDEX coupon_uses_by_customer ON public.coupon_uses USING btree (customer_id, coupon_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX coupons_automatic ON public.coupons USING btree (merchant_id, code_key) WHERE ((application_type = 'AUTOMATIC'::text) AND (enabled = 1));
CREATE INDEX deliveries_again ON public.deliveries USING btree (endpoint_id, next_at, event_seq) WHERE ((state = 'PENDING'::text) AND (attempts > 0));
CREATE INDEX deliveries_batched ON public.deliveries USING btree (endpoint_id, batch_id) WHERE ((state = 'PENDING'::text) AND (batch_id IS NOT NULL));
CREATE INDEX deliveries_failed ON public.deliveries USING btree (endpoint_id, updated_at) WHERE (state = 'FAILED'::text);
CREATE INDEX deliveries_first ON public.deliveries USING btree (endpoint_id, event_seq, next_at) WHERE ((state = 'PENDING'::text) AND (attempts = 0));
CREATE INDEX disputes_due ON public.disputes USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX disputes_open ON public.disputes USING btree (merchant_id, evidence_due_at) WHERE (status = 'OPEN'::text);
CREATE INDEX disputes_session ON public.disputes USING btree (session_id);
CREATE INDEX events_by_session ON public.events USING btree (session_id);
CREATE INDEX events_with_code ON public.events USING btree (at) WHERE ((type = 'otp.requested'::text) AND (((data)::json ->> 'otp'::text) IS NOT NULL));
CREATE INDEX idempotency_records_by_age ON public.idempotency_records USING btree (at);
CREATE INDEX invitations_by_owner ON public.invitations USING btree (merchant_id, invited_by);
CREATE INDEX limit_refusals_by_hour ON public.limit_refusals USING btree (hour);
CREATE INDEX merchant_domains_in_order ON public.merchant_domains USING btree (merchant_id, "position");
CREATE INDEX merchants_by_change ON public.merchants USING btree (changed_epoch);
CREATE INDEX message_sends_by_age ON public.message_sends USING btree (sent_at);
CREATE INDEX message_sends_by_client ON public.message_sends USING btree (merchant_id, client, sent_at) WHERE (client IS NOT NULL);
CREATE INDEX message_sends_by_recipient ON public.message_sends USING btree (merchant_id, recipient, sent_at);
CREATE INDEX message_sends_by_shop ON public.message_sends USING btree (merchant_id, sent_at);
CREATE INDEX otp_sends_by_age ON public.otp_sends USING btree (sent_at);
CREATE INDEX otp_sends_by_phone ON public.otp_sends USING btree (merchant_id, phone, sent_at);
CREATE INDEX otp_sends_by_shop ON public.otp_sends USING btree (merchant_id, sent_at);
CREATE UNIQUE INDEX payment_providers_in_use ON public.payment_providers USING btree (merchant_id, livemode) WHERE (removed_at IS NULL);
CREATE INDEX payment_providers_of_merchant ON public.payment_providers USING btree (merchant_id, created_at, id);
CREATE INDEX payment_returns_created ON public.payment_returns USING btree (created_at);
CREATE INDEX payment_returns_session ON public.payment_returns USING btree (session_id);
CREATE INDEX person_roles_by_merchant ON public.person_roles USING btree (merchant_id);
CREATE INDEX provider_payments_due ON public.provider_payments USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE UNIQUE INDEX provider_payments_reference ON public.provider_payments USING btree (account_id, reference);
CREATE INDEX provider_payments_session ON public.provider_payments USING btree (session_id);
CREATE INDEX refunds_attention ON public.refunds USING btree (merchant_id, at) WHERE (state = ANY (ARRAY['REQUESTED'::text, 'FAILED'::text]));
CREATE INDEX refunds_by_time ON public.refunds USING btree (at, id);
CREATE INDEX refunds_due ON public.refunds USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX refunds_of_merchant ON public.refunds USING btree (merchant_id, at, id);
CREATE INDEX refunds_of_person ON public.refunds USING btree (merchant_id, person_id, at) WHERE (person_id IS NOT NULL);
CREATE UNIQUE INDEX refunds_reference ON public.refunds USING btree (merchant_id, livemode, reference) WHERE ((reference IS NOT NULL) AND (account_id IS NOT NULL));
CREATE INDEX refunds_session ON public.refunds USING btree (session_id);
CREATE INDEX refunds_unexpected ON public.refunds USING btree (unexpected_id) WHERE (unexpected_id IS NOT NULL);
CREATE INDEX sessions_awaiting_idle ON public.sessions USING btree (merchant_id, last_active_at, id) WHERE (awaits_idle = 1);
CREATE INDEX sessions_by_merchant ON public.sessions USING btree (merchant_id, livemode, created_at, id, session_state, payment_state, version);
CREATE UNIQUE INDEX sessions_by_order_number ON public.sessions USING btree (merchant_id, order_number) WHERE (order_number IS NOT NULL);
CREATE INDEX sessions_by_phone ON public.sessions USING btree (customer_phone, created_at, id) WHERE (customer_phone IS NOT NULL);
CREATE INDEX sessions_completed ON public.sessions USING btree (merchant_id, livemode, created_at) INCLUDE (currency_code, total_payable, has_coupon, coupon_discount, is_order) WHERE (session_state = 'COMPLETED'::text);
CREATE INDEX sessions_due ON public.sessions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX sessions_held ON public.sessions USING btree (held_since) WHERE (held_since IS NOT NULL);
CREATE INDEX sessions_open ON public.sessions USING btree (last_active_at) WHERE (session_state = ANY (ARRAY['INITIATED'::text, 'IN_PROGRESS'::text]));
CREATE INDEX sessions_placed ON public.sessions USING btree (merchant_id, livemode, placed_at, id) INCLUDE (currency_code, total_payable, is_order) WHERE (placed_at IS NOT NULL);
CREATE INDEX sessions_recovery ON public.sessions USING btree (merchant_id, created_at) INCLUDE (idle_at, returned, session_state, currency_code, total_payable, is_order) WHERE ((idle_at IS NOT NULL) OR (returned IS NOT NULL));
CREATE INDEX sessions_retained ON public.sessions USING btree ((
CASE
    WHEN ((session_state = 'COMPLETED'::text) AND (livemode = 1)) THEN 1
    ELSE 0
END), (
CASE
    WHEN ((session_state = 'COMPLETED'::text) AND (livemode = 1)) THEN placed_at
    ELSE last_active_at
END)) WHERE ((session_state = ANY (ARRAY['COMPLETED'::text, 'ABANDONED'::text])) AND (erased_at IS NULL));
CREATE INDEX sign_ins_by_person ON public.sign_ins USING btree (person_id);
CREATE INDEX stock_holds_by_address ON public.stock_holds USING btree (merchant_id, variant_id, address, units) WHERE (address IS NOT NULL);
CREATE INDEX stock_holds_by_client ON public.stock_holds USING btree (merchant_id, variant_id, client, units) WHERE (client IS NOT NULL);
CREATE INDEX stock_holds_by_phone ON public.stock_holds USING btree (merchant_id, variant_id, phone, units) WHERE (phone IS NOT NULL);
CREATE INDEX stock_holds_by_variant ON public.stock_holds USING btree (merchant_id, variant_id, units);
CREATE INDEX unexpected_payments_by_merchant ON public.unexpected_payments USING btree (merchant_id, at);
CREATE INDEX unexpected_payments_first ON public.unexpected_payments USING btree (merchant_id, key_id, at) WHERE (group_id = id);
CREATE INDEX unexpected_payments_grouped ON public.unexpected_payments USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE UNIQUE INDEX unexpected_payments_once ON public.unexpected_payments USING btree (merchant_id, livemode, session_id, payment_id, reference, amount, currency_code);
CREATE INDEX unexpected_payments_open ON public.unexpected_payments USING btree (livemode, at) WHERE (resolved_at IS NULL);
CREATE INDEX variants_in_order ON public.variants USING btree (merchant_id, product_id, "position");
CREATE INDEX webhook_endpoints_oldest_first ON public.webhook_endpoints USING btree (merchant_id, created_at);
CREATE UNIQUE INDEX webhook_endpoints_one_channel ON public.webhook_endpoints USING btree (merchant_id, kind) WHERE (kind <> 'webhook'::text);
CREATE INDEX write_batches_by_age ON public.write_batches USING btree (stands, at);
CREATE TRIGGER audit_entries_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.checkoutd_keep_audit();
CREATE TRIGGER disputes_require AFTER INSERT ON public.disputes FOR EACH STATEMENT EXECUTE FUNCTION public.checkoutd_require_refunds();
CREATE TRIGGER payment_providers_require AFTER INSERT ON public.payment_providers FOR EACH ROW WHEN ((new.kind <> 'demo'::text)) EXECUTE FUNCTION public.checkoutd_require_providers();
CREATE TRIGGER payment_providers_sealed BEFORE INSERT OR UPDATE OF secret ON public.payment_providers FOR EACH ROW WHEN ((new.secret IS NOT NULL)) EXECUTE FUNCTION public.checkoutd_require_sealed();
CREATE TRIGGER refunds_require AFTER INSERT ON public.refunds FOR EACH STATEMENT EXECUTE FUNCTION public.checkoutd_require_refunds();
CREATE TRIGGER secret_keys_require AFTER INSERT ON public.secret_keys FOR EACH STATEMENT EXECUTE FUNCTION public.checkoutd_require_sealing();
CREATE TRIGGER secrets_sealed BEFORE INSERT OR UPDATE OF value ON public.secrets FOR EACH ROW EXECUTE FUNCTION public.checkoutd_require_sealed();
CREATE TRIGGER session_counts_delete AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.livemode = 1)) EXECUTE FUNCTION public.checkoutd_count_session();
CREATE TRIGGER session_counts_insert AFTER INSERT ON public.sessions FOR EACH ROW WHEN ((new.livemode = 1)) EXECUTE FUNCTION public.checkoutd_count_session();
CREATE TRIGGER session_counts_update AFTER UPDATE OF session_state, payment_state ON public.sessions FOR EACH ROW WHEN (((new.livemode = 1) AND ((old.session_state <> new.session_state) OR (old.payment_state <> new.payment_state)))) EXECUTE FUNCTION public.checkoutd_count_session();
CREATE TRIGGER session_sums_delete AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.livemode = 1)) EXECUTE FUNCTION public.checkoutd_sum_session();
CREATE TRIGGER session_sums_insert AFTER INSERT ON public.sessions FOR EACH ROW WHEN ((new.livemode = 1)) EXECUTE FUNCTION public.checkoutd_sum_session();
CREATE TRIGGER session_sums_purged AFTER INSERT OR UPDATE ON public.purged_sessions FOR EACH ROW EXECUTE FUNCTION public.checkoutd_sum_purged();
CREATE TRIGGER session_sums_update AFTER UPDATE OF version ON public.sessions FOR EACH ROW WHEN (((new.livemode = 1) AND ((((old.version > 1) <> (new.version > 1)) OR ((old.version > 2) <> (new.version > 2))) OR ((old.session_state <> new.session_state) OR (old.payment_state <> new.payment_state)) OR (((((((old.placed_at IS DISTINCT FROM new.placed_at) OR (old.idle_at IS DISTINCT FROM new.idle_at)) OR (old.returned IS DISTINCT FROM new.returned)) OR (old.total_payable IS DISTINCT FROM new.total_payable)) OR (old.coupon_discount IS DISTINCT FROM new.coupon_discount)) OR (old.has_coupon IS DISTINCT FROM new.has_coupon)) OR (old.is_order IS DISTINCT FROM new.is_order))))) EXECUTE FUNCTION public.checkoutd_sum_session();
CREATE TRIGGER webhook_endpoints_sealed BEFORE INSERT OR UPDATE OF secret ON public.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION public.checkoutd_require_sealed();
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.checkout_links
    ADD CONSTRAINT checkout_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.coin_movements
    ADD CONSTRAINT coin_movements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id);
ALTER TABLE ONLY public.coupon_uses
    ADD CONSTRAINT coupon_uses_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES public.coupons(id);
ALTER TABLE ONLY public.coupon_uses
    ADD CONSTRAINT coupon_uses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id);
ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.webhook_endpoints(id);
ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.limit_refusals
    ADD CONSTRAINT limit_refusals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.merchant_domains
    ADD CONSTRAINT merchant_domains_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.message_sends
    ADD CONSTRAINT message_sends_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.otp_sends
    ADD CONSTRAINT otp_sends_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.payment_providers
    ADD CONSTRAINT payment_providers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.payment_references
    ADD CONSTRAINT payment_references_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.payment_returns
    ADD CONSTRAINT payment_returns_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.person_roles
    ADD CONSTRAINT person_roles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.person_roles
    ADD CONSTRAINT person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.provider_payments
    ADD CONSTRAINT provider_payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.payment_providers(id);
ALTER TABLE ONLY public.provider_payments
    ADD CONSTRAINT provider_payments_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.purged_sessions
    ADD CONSTRAINT purged_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.session_activity
    ADD CONSTRAINT session_activity_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_counts
    ADD CONSTRAINT session_counts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.session_sums
    ADD CONSTRAINT session_sums_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.unexpected_payments
    ADD CONSTRAINT unexpected_payments_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES public.products(merchant_id, product_id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
