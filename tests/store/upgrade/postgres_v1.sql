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
CREATE FUNCTION public.checkoutd_write_68f23d835c9b3246(fence uuid, locks jsonb, batch jsonb) RETURNS text
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
       INSERT INTO sessions (id, merchant_id, livemode, session_state, payment_state, version, created_at, updated_at, last_active_at, expired, customer_phone, held_since, due_at, placed_at, order_number, awaits_idle, idle_at, returned, doc, extra, view, packed)
       SELECT r.id, r.merchant_id, r.livemode, r.session_state, r.payment_state, r.version, r.created_at, r.updated_at, r.last_active_at, r.expired, r.customer_phone, r.held_since, r.due_at, r.placed_at, r.order_number, r.awaits_idle, r.idle_at, r.returned, r.doc, r.extra, r.view, r.packed FROM jsonb_populate_record(NULL::sessions, p) AS r;
          WHEN 'session.put' THEN
       UPDATE sessions SET session_state = (p ->> 'session_state'), payment_state = (p ->> 'payment_state'),
         version = (p ->> 'version')::bigint, updated_at = greatest(updated_at, (p ->> 'at')::bigint),
         last_active_at = CASE WHEN (p ->> 'expired')::boolean THEN last_active_at
           ELSE greatest(last_active_at, (p ->> 'at')::bigint) END,
         expired = (p ->> 'expired')::smallint,
         customer_phone = (p ->> 'customer_phone'), held_since = (p ->> 'held_since')::bigint,
         due_at = (p ->> 'due_at')::bigint,
         placed_at = (p ->> 'placed_at')::bigint, order_number = (p ->> 'order_number'),
         awaits_idle = (p ->> 'awaits_idle')::smallint,
         idle_at = (p ->> 'idle_at')::bigint, returned = (p ->> 'returned'), doc = (p ->> 'doc'), packed = (p ->> 'packed')::bytea,
         view = (p ->> 'view')
       WHERE id = (p ->> 'id') AND version = (p ->> 'expected_version')::bigint;
          WHEN 'session.touch' THEN
       INSERT INTO session_activity AS a (session_id, last_active_at)
       SELECT id, (p ->> 'at')::bigint FROM sessions WHERE id = (p ->> 'id')
       ON CONFLICT (session_id) DO UPDATE SET last_active_at = excluded.last_active_at
       WHERE a.last_active_at < excluded.last_active_at;
          WHEN 'session.delete' THEN
       DELETE FROM sessions WHERE id = (p ->> 'id') AND last_active_at < (p ->> 'before')::bigint
         AND NOT EXISTS (SELECT 1 FROM session_activity AS a
           WHERE a.session_id = (p ->> 'id') AND a.last_active_at >= (p ->> 'before')::bigint)
         AND (due_at IS NULL OR (p ->> 'even_awaited')::boolean);
          WHEN 'session.eraseExtra' THEN
       UPDATE sessions SET extra = '{}' WHERE id = (p ->> 'id');
          WHEN 'link.put' THEN
       INSERT INTO checkout_links (session_id, token_hash, created_at)
       SELECT r.session_id, r.token_hash, r.created_at FROM jsonb_populate_record(NULL::checkout_links, p) AS r
       ON CONFLICT (session_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at;
          WHEN 'link.renew' THEN
       UPDATE checkout_links SET created_at = (p ->> 'created_at')::bigint
       WHERE session_id = (p ->> 'session_id') AND token_hash = (p ->> 'token_hash');
          WHEN 'link.delete' THEN
       DELETE FROM checkout_links WHERE session_id = (p ->> 'id');
          WHEN 'idempotency.add' THEN
       INSERT INTO idempotency_records (merchant_id, livemode, method, path, key, fingerprint, at, status, location, session_id, begun_id, body)
       SELECT r.merchant_id, r.livemode, r.method, r.path, r.key, r.fingerprint, r.at, r.status, r.location, r.session_id, r.begun_id, r.body FROM jsonb_populate_record(NULL::idempotency_records, p) AS r;
          WHEN 'idempotency.purge' THEN
       DELETE FROM idempotency_records WHERE ctid IN (
         SELECT ctid FROM idempotency_records WHERE at < (p ->> 'before')::bigint FOR UPDATE SKIP LOCKED);
          WHEN 'idempotency.deleteOfSession' THEN
       DELETE FROM idempotency_records WHERE merchant_id = (p ->> 'merchant_id') AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || (p ->> 'path_id') || '/' AND path < '/session/' || (p ->> 'path_id') || '0';
          WHEN 'event.add' THEN
       INSERT INTO events (id, merchant_id, session_id, type, at, data)
       SELECT r.id, r.merchant_id, r.session_id, r.type, r.at, r.data FROM jsonb_populate_record(NULL::events, p) AS r RETURNING seq INTO event_number;
          WHEN 'event.addDeliveries' THEN
       INSERT INTO deliveries
         (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
       SELECT w.id, event_number, 'PENDING', 0, (p ->> 'at')::bigint, NULL, '', (p ->> 'at')::bigint
       FROM webhook_endpoints AS w
       WHERE w.merchant_id = (p ->> 'merchant_id') AND w.livemode = (p ->> 'livemode')::smallint
         AND w.disabled_at IS NULL
         AND (w.events = '[]' OR w.events::jsonb ? (p ->> 'type'))
         AND (w.kind = 'webhook' OR (p ->> 'reaches')::jsonb ? w.kind)
       FOR KEY SHARE OF w;
          WHEN 'delivery.put' THEN
       UPDATE deliveries SET state = (p ->> 'state'), attempts = (p ->> 'attempts')::bigint,
         next_at = (p ->> 'next_at')::bigint, last_status = (p ->> 'last_status')::bigint,
         last_error = (p ->> 'last_error'), updated_at = (p ->> 'updated_at')::bigint
       WHERE endpoint_id = (p ->> 'endpoint_id')
         AND event_seq = (SELECT seq FROM events WHERE id = (p ->> 'event_id'));
          WHEN 'event.redactBefore' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'otp' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place)) WHERE seq IN (
         SELECT seq FROM events WHERE type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL AND at < (p ->> 'before')::bigint
         FOR NO KEY UPDATE SKIP LOCKED);
          WHEN 'event.redact' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'otp' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place)) WHERE type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL AND id = (p ->> 'id');
          WHEN 'event.erasePhones' THEN
       UPDATE events
       SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'otp' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each(((SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'phone' THEN '""' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place)))::json) WITH ORDINALITY AS m0 (key, value, place))
       WHERE session_id = (p ->> 'id') AND type = 'otp.requested' AND ((p ->> 'phone') IS NULL OR data::json ->> 'phone' = (p ->> 'phone'));
          WHEN 'event.eraseReferences' THEN
       UPDATE events SET data = (SELECT '{' || string_agg(to_json(m0.key)::text || ':' || CASE
           WHEN m0.key = 'reference' THEN 'null' ELSE m0.value::text END, ','
           ORDER BY m0.place) || '}'
         FROM json_each((data)::json) WITH ORDINALITY AS m0 (key, value, place))
       WHERE session_id = (p ->> 'id') AND (data::json ->> 'reference') IS NOT NULL;
          WHEN 'event.eraseReasons' THEN
       UPDATE events
       SET data = (SELECT '{' || string_agg(to_json(m1.key)::text || ':' || CASE
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
         ON w.merchant_id = e.merchant_id WHERE session_id = (p ->> 'id') AND type = 'otp.requested' AND e.data::json ->> 'phone' = '');
          WHEN 'event.deleteDeliveries' THEN
       DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id = (p ->> 'id'));
          WHEN 'event.deleteOfSession' THEN
       DELETE FROM events WHERE session_id = (p ->> 'id');
          WHEN 'coupon.addUse' THEN
       INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
       SELECT (p ->> 'session_id'), (p ->> 'coupon_id'), (p ->> 'customer_id')
       WHERE (p ->> 'limit') IS NULL OR (p ->> 'customer_id') IS NOT NULL AND (p ->> 'limit')::bigint > (
         SELECT count(*) FROM coupon_uses
         WHERE coupon_id = (p ->> 'coupon_id') AND customer_id = (p ->> 'customer_id'));
          WHEN 'coupon.countUse' THEN
       UPDATE coupons SET used = used + 1
       WHERE id = (p ->> 'id') AND ((p ->> 'limit') IS NULL OR used < least((p ->> 'limit')::bigint, usage_limit));
          WHEN 'coupon.uncountUse' THEN
       UPDATE coupons SET used = greatest(0, used - 1)
       WHERE id = (p ->> 'coupon_id') AND EXISTS (SELECT 1 FROM coupon_uses
         WHERE session_id = (p ->> 'session_id') AND coupon_id = (p ->> 'coupon_id'));
          WHEN 'coupon.deleteUse' THEN
       DELETE FROM coupon_uses WHERE session_id = (p ->> 'session_id') AND coupon_id = (p ->> 'coupon_id');
          WHEN 'stock.addHold' THEN
       INSERT INTO stock_holds (session_id, merchant_id, variant_id, units)
       SELECT r.session_id, r.merchant_id, r.variant_id, r.units FROM jsonb_populate_record(NULL::stock_holds, p) AS r
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
          WHEN 'stock.deleteHolds' THEN
       DELETE FROM stock_holds WHERE session_id = (p ->> 'id');
          WHEN 'customer.put' THEN
       INSERT INTO customers (id, merchant_id, phone, created_at, seeded_coins)
       SELECT r.id, r.merchant_id, r.phone, r.created_at, r.seeded_coins FROM jsonb_populate_record(NULL::customers, p) AS r
       ON CONFLICT (id) DO UPDATE SET seeded_coins = excluded.seeded_coins
       WHERE customers.merchant_id = excluded.merchant_id AND customers.phone = excluded.phone;
          WHEN 'customer.add' THEN
       INSERT INTO customers (id, merchant_id, phone, created_at, seeded_coins)
       SELECT r.id, r.merchant_id, r.phone, r.created_at, r.seeded_coins FROM jsonb_populate_record(NULL::customers, p) AS r;
          WHEN 'customer.erase' THEN
       UPDATE customers SET phone = 'erased:' || id WHERE id = (p ->> 'id') AND phone LIKE '+%'
         AND (NOT (p ->> 'only_idle')::boolean OR (available = 0 AND processing = 0
           AND NOT EXISTS (SELECT 1 FROM sessions WHERE customer_phone = customers.phone
             AND merchant_id = customers.merchant_id AND livemode = 1)));
          WHEN 'coins.addMovement' THEN
       INSERT INTO coin_movements (id, customer_id, from_account, to_account, coins, reason, session_id, moved_at)
       SELECT r.id, r.customer_id, r.from_account, r.to_account, r.coins, r.reason, r.session_id, r.moved_at FROM jsonb_populate_record(NULL::coin_movements, p) AS r;
          WHEN 'coins.moveBalances' THEN
       UPDATE customers SET issued = issued + (p ->> 'ISSUED')::bigint, available = available + (p ->> 'AVAILABLE')::bigint,
         processing = processing + (p ->> 'PROCESSING')::bigint, used = used + (p ->> 'USED')::bigint
       WHERE id = (p ->> 'id');
          WHEN 'coins.eraseReasons' THEN
       UPDATE coin_movements SET reason = '(erased)' WHERE customer_id = (p ->> 'id') AND session_id IS NULL;
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
       DELETE FROM otp_sends WHERE ctid IN (
         SELECT ctid FROM otp_sends WHERE sent_at < (p ->> 'before')::bigint FOR UPDATE SKIP LOCKED);
          WHEN 'reference.take' THEN
       INSERT INTO payment_references (merchant_id, livemode, reference, session_id, payment_id)
       SELECT r.merchant_id, r.livemode, r.reference, r.session_id, r.payment_id FROM jsonb_populate_record(NULL::payment_references, p) AS r;
          WHEN 'unexpected.add' THEN
       INSERT INTO unexpected_payments (id, merchant_id, livemode, session_id, payment_id, reference, amount, currency_code, reason, message, at, resolved_at, note)
       SELECT r.id, r.merchant_id, r.livemode, r.session_id, r.payment_id, r.reference, r.amount, r.currency_code, r.reason, r.message, r.at, r.resolved_at, r.note FROM jsonb_populate_record(NULL::unexpected_payments, p) AS r;
          WHEN 'unexpected.resolve' THEN
       UPDATE unexpected_payments SET resolved_at = (p ->> 'at')::bigint, note = (p ->> 'note')
       WHERE id = (p ->> 'id') AND resolved_at IS NULL;
          WHEN 'unexpected.eraseNotes' THEN
       UPDATE unexpected_payments SET note = '(erased)'
       WHERE merchant_id = (p ->> 'merchant_id') AND session_id = (p ->> 'id') AND note IS NOT NULL;
          WHEN 'merchant.put' THEN
       INSERT INTO merchants (id, name, country_code, currency_code, cart_format, catalogue, redirect_url, rules, created_at, updated_at)
       SELECT r.id, r.name, r.country_code, r.currency_code, r.cart_format, r.catalogue, r.redirect_url, r.rules, r.created_at, r.updated_at FROM jsonb_populate_record(NULL::merchants, p) AS r
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, country_code = excluded.country_code, currency_code = excluded.currency_code, cart_format = excluded.cart_format, catalogue = excluded.catalogue, redirect_url = excluded.redirect_url, rules = excluded.rules, created_at = excluded.created_at, updated_at = excluded.updated_at;
          WHEN 'domains.delete' THEN
       DELETE FROM merchant_domains WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'domain.add' THEN
       INSERT INTO merchant_domains (domain, merchant_id, position)
       SELECT r.domain, r.merchant_id, r.position FROM jsonb_populate_record(NULL::merchant_domains, p) AS r;
          WHEN 'key.add' THEN
       INSERT INTO api_keys (id, merchant_id, name, hash, prefix, rate_limit, created_at, last_used_at, expires_at, revoked_at, scopes, successor_id, livemode)
       SELECT r.id, r.merchant_id, r.name, r.hash, r.prefix, r.rate_limit, r.created_at, r.last_used_at, r.expires_at, r.revoked_at, r.scopes, r.successor_id, r.livemode FROM jsonb_populate_record(NULL::api_keys, p) AS r;
          WHEN 'key.revoke' THEN
       UPDATE api_keys SET revoked_at = (p ->> 'at')::bigint WHERE id = (p ->> 'id') AND revoked_at IS NULL;
          WHEN 'key.rotate' THEN
       UPDATE api_keys SET successor_id = (p ->> 'successor_id'), expires_at = (p ->> 'ends_at')::bigint
       WHERE id = (p ->> 'id') AND successor_id IS NULL AND revoked_at IS NULL;
          WHEN 'key.used' THEN
       UPDATE api_keys SET last_used_at = (p ->> 'at')::bigint
       WHERE id = (p ->> 'id') AND (last_used_at IS NULL OR last_used_at < (p ->> 'at')::bigint);
          WHEN 'coupon.put' THEN
       INSERT INTO coupons (id, merchant_id, code, code_key, application_type, enabled, starts_at, ends_at, usage_limit, created_at, definition)
       SELECT r.id, r.merchant_id, r.code, r.code_key, r.application_type, r.enabled, r.starts_at, r.ends_at, r.usage_limit, r.created_at, r.definition FROM jsonb_populate_record(NULL::coupons, p) AS r
       ON CONFLICT (id) DO UPDATE SET code = excluded.code, code_key = excluded.code_key, application_type = excluded.application_type, enabled = excluded.enabled, starts_at = excluded.starts_at, ends_at = excluded.ends_at, usage_limit = excluded.usage_limit, created_at = excluded.created_at, definition = excluded.definition
       WHERE coupons.merchant_id = excluded.merchant_id;
          WHEN 'coupon.delete' THEN
       DELETE FROM coupons WHERE id = (p ->> 'id');
          WHEN 'webhook.add' THEN
       INSERT INTO webhook_endpoints (id, merchant_id, kind, url, secret, templates, events, include, allow_insecure, disabled_at, created_at, livemode)
       SELECT r.id, r.merchant_id, r.kind, r.url, r.secret, r.templates, r.events, r.include, r.allow_insecure, r.disabled_at, r.created_at, r.livemode FROM jsonb_populate_record(NULL::webhook_endpoints, p) AS r;
          WHEN 'webhook.put' THEN
       INSERT INTO webhook_endpoints (id, merchant_id, kind, url, secret, templates, events, include, allow_insecure, disabled_at, created_at, livemode)
       SELECT r.id, r.merchant_id, r.kind, r.url, r.secret, r.templates, r.events, r.include, r.allow_insecure, r.disabled_at, r.created_at, r.livemode FROM jsonb_populate_record(NULL::webhook_endpoints, p) AS r
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, url = excluded.url, secret = excluded.secret, templates = excluded.templates, events = excluded.events, include = excluded.include, allow_insecure = excluded.allow_insecure, disabled_at = excluded.disabled_at, created_at = excluded.created_at, livemode = excluded.livemode
       WHERE webhook_endpoints.merchant_id = excluded.merchant_id;
          WHEN 'secret.add' THEN
       INSERT INTO secrets (name, value, created_at)
       SELECT r.name, r.value, r.created_at FROM jsonb_populate_record(NULL::secrets, p) AS r;
          WHEN 'webhook.deleteDeliveries' THEN
       DELETE FROM deliveries WHERE endpoint_id = (p ->> 'id');
          WHEN 'webhook.delete' THEN
       DELETE FROM webhook_endpoints WHERE id = (p ->> 'id');
          WHEN 'product.put' THEN
       INSERT INTO products (merchant_id, product_id, id, title, handle, vendor, body_html, status, images)
       SELECT r.merchant_id, r.product_id, r.id, r.title, r.handle, r.vendor, r.body_html, r.status, r.images FROM jsonb_populate_record(NULL::products, p) AS r
       ON CONFLICT (merchant_id, product_id) DO UPDATE SET id = excluded.id, title = excluded.title, handle = excluded.handle, vendor = excluded.vendor, body_html = excluded.body_html, status = excluded.status, images = excluded.images;
          WHEN 'product.deleteVariants' THEN
       DELETE FROM variants WHERE merchant_id = (p ->> 'merchant_id') AND product_id = (p ->> 'product_id')::bigint
         AND variant_id NOT IN (SELECT value::bigint FROM json_array_elements_text((p ->> 'kept')::json));
          WHEN 'variant.put' THEN
       INSERT INTO variants (merchant_id, variant_id, product_id, position, title, price, compare_at_price, grams, taxable, inventory_policy, image_id, inventory_quantity, imported_quantity, held)
       SELECT r.merchant_id, r.variant_id, r.product_id, r.position, r.title, r.price, r.compare_at_price, r.grams, r.taxable, r.inventory_policy, r.image_id, r.inventory_quantity, r.inventory_quantity, (SELECT coalesce(sum(units), 0) FROM stock_holds
    WHERE merchant_id = r.merchant_id AND variant_id = r.variant_id) FROM jsonb_populate_record(NULL::variants, p) AS r
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
          WHEN 'merchant.deleteRecords' THEN
       DELETE FROM idempotency_records WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteOtps' THEN
       DELETE FROM otp_sends WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteKeys' THEN
       DELETE FROM api_keys WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteDeliveries' THEN
       DELETE FROM deliveries WHERE endpoint_id IN (
         SELECT id FROM webhook_endpoints WHERE merchant_id = (p ->> 'merchant_id'));
          WHEN 'merchant.deleteEndpoints' THEN
       DELETE FROM webhook_endpoints WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.deleteCounts' THEN
       DELETE FROM session_count_deltas WHERE merchant_id = (p ->> 'merchant_id');
       DELETE FROM session_counts WHERE merchant_id = (p ->> 'merchant_id');
          WHEN 'merchant.delete' THEN
       DELETE FROM merchants WHERE id = (p ->> 'merchant_id');
          WHEN 'person.add' THEN
       INSERT INTO people (id, login, name, role, password_hash, created_at)
       SELECT r.id, r.login, r.name, r.role, r.password_hash, r.created_at FROM jsonb_populate_record(NULL::people, p) AS r;
          WHEN 'person.setRole' THEN
       UPDATE people SET role = (p ->> 'role') WHERE id = (p ->> 'id');
          WHEN 'person.setShopRole' THEN
       INSERT INTO person_roles (person_id, merchant_id, role)
       SELECT r.person_id, r.merchant_id, r.role FROM jsonb_populate_record(NULL::person_roles, p) AS r
       ON CONFLICT (person_id, merchant_id) DO UPDATE SET role = excluded.role;
          WHEN 'person.deleteShopRole' THEN
       DELETE FROM person_roles WHERE person_id = (p ->> 'person_id') AND merchant_id = (p ->> 'merchant_id');
          WHEN 'person.setPassword' THEN
       UPDATE people SET password_hash = (p ->> 'password_hash') WHERE id = (p ->> 'id');
          WHEN 'person.delete' THEN
       DELETE FROM people WHERE id = (p ->> 'id');
          WHEN 'signInLink.put' THEN
       INSERT INTO sign_in_links (person_id, token_hash, created_at)
       SELECT r.person_id, r.token_hash, r.created_at FROM jsonb_populate_record(NULL::sign_in_links, p) AS r
       ON CONFLICT (person_id) DO UPDATE
       SET token_hash = excluded.token_hash, created_at = excluded.created_at;
          WHEN 'signInLink.delete' THEN
       DELETE FROM sign_in_links WHERE token_hash = (p ->> 'token_hash');
          WHEN 'signInLinks.purge' THEN
       DELETE FROM sign_in_links WHERE created_at < (p ->> 'created_before')::bigint;
          WHEN 'signIn.add' THEN
       INSERT INTO sign_ins (token_hash, person_id, created_at, last_seen_at)
       SELECT r.token_hash, r.person_id, r.created_at, r.last_seen_at FROM jsonb_populate_record(NULL::sign_ins, p) AS r;
          WHEN 'signIn.seen' THEN
       UPDATE sign_ins SET last_seen_at = (p ->> 'at')::bigint
       WHERE token_hash = (p ->> 'token_hash') AND last_seen_at < (p ->> 'at')::bigint;
          WHEN 'signIn.delete' THEN
       DELETE FROM sign_ins WHERE token_hash = (p ->> 'token_hash');
          WHEN 'signIn.deleteAll' THEN
       DELETE FROM sign_ins WHERE person_id = (p ->> 'person_id');
          WHEN 'signIns.purge' THEN
       DELETE FROM sign_ins
       WHERE created_at < (p ->> 'created_before')::bigint OR last_seen_at < (p ->> 'seen_before')::bigint;
          WHEN 'audit.add' THEN
       INSERT INTO audit_entries (id, at, subject_kind, subject_id, subject_label, merchant_id, action, object_kind, object_id, object_label, before, after)
       SELECT r.id, r.at, r.subject_kind, r.subject_id, r.subject_label, r.merchant_id, r.action, r.object_kind, r.object_id, r.object_label, r.before, r.after FROM jsonb_populate_record(NULL::audit_entries, p) AS r;
          WHEN 'expect.merchant' THEN
       PERFORM 1 WHERE (SELECT json_build_array(name, country_code, currency_code, cart_format, catalogue, redirect_url, rules, created_at, updated_at, (
         SELECT json_agg(domain ORDER BY position) FROM merchant_domains WHERE merchant_id = m.id
       ))::text FROM merchants AS m WHERE m.id = (p ->> 'merchant_id') AND m.id = (p ->> 'id')) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'expect.coupon' THEN
       PERFORM 1 WHERE (SELECT json_build_array(code, code_key, application_type, enabled, starts_at, ends_at, usage_limit, created_at, definition)::text FROM coupons
       WHERE merchant_id = (p ->> 'merchant_id') AND id = (p ->> 'id')) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'expect.product' THEN
       PERFORM 1 WHERE (SELECT json_build_array(id, title, handle, vendor, body_html, status, images, (
         SELECT json_agg(
           json_build_array(variant_id, position, title, price, compare_at_price, grams, taxable, inventory_policy, image_id, imported_quantity)
           ORDER BY position
         ) FROM variants WHERE merchant_id = one.merchant_id AND product_id = one.product_id
       ))::text FROM products AS one
       WHERE one.merchant_id = (p ->> 'merchant_id') AND one.product_id = ((p ->> 'id'))::bigint) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'expect.stock' THEN
       PERFORM 1 WHERE (SELECT json_build_array(inventory_quantity)::text FROM variants
       WHERE merchant_id = (p ->> 'merchant_id') AND variant_id = ((p ->> 'id'))::bigint) IS NOT DISTINCT FROM (p ->> 'stamp');
          WHEN 'epoch.bump' THEN
       UPDATE epoch SET value = value + 1;
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
SET default_tablespace = '';
SET default_table_access_method = heap;
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
    created_at bigint NOT NULL
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
    CONSTRAINT customers_available_check CHECK (((available >= 0) AND (available <= '9007199254740991'::bigint))),
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
    CONSTRAINT deliveries_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);
CREATE TABLE public.epoch (
    id bigint NOT NULL,
    value bigint NOT NULL,
    CONSTRAINT epoch_id_check CHECK ((id = 1)),
    CONSTRAINT epoch_value_check CHECK ((value >= 0))
);
CREATE TABLE public.events (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
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
    CONSTRAINT merchants_cart_format_check CHECK ((cart_format = ANY (ARRAY['plain'::text, 'shopify'::text]))),
    CONSTRAINT merchants_catalogue_check CHECK ((catalogue = ANY (ARRAY['open'::text, 'strict'::text]))),
    CONSTRAINT merchants_rules_check CHECK (((rules)::json IS NOT NULL))
);
CREATE TABLE public.otp_sends (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    sent_at bigint NOT NULL
);
CREATE TABLE public.payment_references (
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    livemode smallint NOT NULL,
    reference text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    payment_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT payment_references_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1])))
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
CREATE TABLE public.schema_migrations (
    version bigint NOT NULL,
    program text DEFAULT 'checkoutd'::text NOT NULL COLLATE pg_catalog."C",
    ran_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT schema_migrations_program_check CHECK ((program = 'checkoutd'::text))
);
CREATE TABLE public.secrets (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT secrets_value_check CHECK ((length(value) = 43))
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
    CONSTRAINT sessions_expired_check CHECK ((expired = ANY (ARRAY[0, 1]))),
    CONSTRAINT sessions_livemode_check CHECK ((livemode = ANY (ARRAY[0, 1]))),
    CONSTRAINT sessions_payment_state_check CHECK ((payment_state = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'PAID'::text, 'FAILED'::text]))),
    CONSTRAINT sessions_session_state_check CHECK ((session_state = ANY (ARRAY['INITIATED'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'ABANDONED'::text]))),
    CONSTRAINT sessions_version_check CHECK ((version > 0))
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
    last_seen_at bigint NOT NULL
);
CREATE TABLE public.stock_holds (
    session_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    variant_id bigint NOT NULL,
    units bigint NOT NULL,
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
    CONSTRAINT webhook_endpoints_allow_insecure_check CHECK ((allow_insecure = ANY (ARRAY[0, 1]))),
    CONSTRAINT webhook_endpoints_events_check CHECK (((events)::json IS NOT NULL)),
    CONSTRAINT webhook_endpoints_include_check CHECK (((include)::json IS NOT NULL)),
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
INSERT INTO public.api_keys VALUES ('00000000-0000-7000-8000-000000000100', '00000000-0000-7000-8000-000000000001', 'test', '896d54a859b6765e23171b802b2c1306ee527448c56e20367489d393685f2ed3', 'ck_live_htVg', NULL, 1767323045000, 1767331445050, NULL, NULL, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000101', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000100', 'test', NULL, '{"name":"test","prefix":"ck_live_htVg","scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000103', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000002', 'key.create', 'key', '00000000-0000-7000-8000-000000000102', 'other', NULL, '{"name":"other","prefix":"ck_live_lBtq","scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000105', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000104', 'old', NULL, '{"name":"old","prefix":"ck_live_asyv","rate_limit":50,"scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000106', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.revoke', 'key', '00000000-0000-7000-8000-000000000104', 'old', '{"revoked_at":null}', '{"revoked_at":"2026-01-02T03:04:05.000Z"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000108', 1767323045050, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000107', 'short', NULL, '{"name":"short","prefix":"ck_live_xHPq","rate_limit":50,"scopes":["sessions:read","sessions:write","payments:write"],"livemode":true,"expires_at":"2026-01-02T04:04:05.050Z"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000135', 1767327845050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000123', NULL, '{"payment_state":"PENDING"}', '{"payment_state":"FAILED"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000167', 1767329045050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000136', 'WSGC-6YZ8', '{"state":"ABANDONED","payment_state":"PENDING","order_number":null,"late":null,"amount_paid":0}', '{"state":"COMPLETED","payment_state":"PAID","order_number":"WSGC-6YZ8","late":true,"amount_paid":70670}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000194', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000187', NULL, '{"payment_state":"PENDING"}', '{"payment_state":"FAILED"}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000202', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000195', 'EVTX-7PXQ', '{"state":"IN_PROGRESS","payment_state":"PENDING","order_number":null,"amount_paid":0}', '{"state":"COMPLETED","payment_state":"PAID","order_number":"EVTX-7PXQ","amount_paid":75800}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000215', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000208', NULL, '{"payment_state":"PENDING","amount_paid":0}', '{"payment_state":"PAID","amount_paid":7980}');
INSERT INTO public.audit_entries VALUES ('00000000-0000-7000-8000-000000000224', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000217', NULL, '{"payment_state":"PENDING","amount_paid":0}', '{"payment_state":"PAID","amount_paid":7980}');
INSERT INTO public.checkout_links VALUES ('00000000-0000-7000-8000-000000000195', '251aa5042cf0a6393f22ca0e095e572ce480e30e07d236a854d184e2e5e1f70b', 1767329645050);
INSERT INTO public.checkout_links VALUES ('00000000-0000-7000-8000-000000000225', '1fd3127776ca0984d88c189015afbae84dfd4a99b8e89dc180dc2a953f21f9fb', 1767329645050);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000060', '00000000-0000-7000-8000-000000000050', 'ISSUED', 'AVAILABLE', 500, 'seed', NULL, 1767323045000, 1);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000121', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 50, 'hold:00000000-0000-7000-8000-000000000120', '00000000-0000-7000-8000-000000000111', 1767327245050, 2);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000146', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 50, 'hold:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767328445050, 3);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000148', '00000000-0000-7000-8000-000000000050', 'PROCESSING', 'AVAILABLE', 50, 'release:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767328445050, 4);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000160', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 440, 'hold:00000000-0000-7000-8000-000000000159', '00000000-0000-7000-8000-000000000150', 1767329045050, 5);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000162', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 10, 'hold-late:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767329045050, 6);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000163', '00000000-0000-7000-8000-000000000050', 'PROCESSING', 'USED', 10, 'use:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767329045050, 7);
INSERT INTO public.coin_movements VALUES ('00000000-0000-7000-8000-000000000164', '00000000-0000-7000-8000-000000000050', 'ISSUED', 'AVAILABLE', 323, 'earn', '00000000-0000-7000-8000-000000000136', 1767329045050, 8);
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO public.coupon_uses VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
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
INSERT INTO public.customers VALUES ('00000000-0000-7000-8000-000000000125', '00000000-0000-7000-8000-000000000001', '+919876543211', 1767327845050, 0, 0, 0, 0, 0);
INSERT INTO public.customers VALUES ('00000000-0000-7000-8000-000000000050', '00000000-0000-7000-8000-000000000001', '+919876543210', 1767323045000, 500, -823, 323, 490, 10);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 50, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 51, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 52, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 53, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 54, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 55, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 56, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 57, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 58, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 59, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 60, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 61, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 62, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 63, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 64, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000601', 64, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 65, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 66, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 67, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 68, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000601', 68, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 69, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 70, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 71, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 72, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 73, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 74, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000601', 74, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 75, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 76, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 77, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 78, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 79, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 80, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 81, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 82, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 83, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 84, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 85, 'PENDING', 0, 1767331445050, NULL, '', 1767331445050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 86, 'PENDING', 0, 1767331445050, NULL, '', 1767331445050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 87, 'PENDING', 0, 1767331445050, NULL, '', 1767331445050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 89, 'DELIVERED', 8, 1767335045050, 204, '', 1767335045050);
INSERT INTO public.deliveries VALUES ('00000000-0000-7000-8000-000000000070', 88, 'FAILED', 8, 1767335045050, NULL, 'refused', 1767335045050);
INSERT INTO public.epoch VALUES (1, 13);
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (1, '00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000109', 'session.abandoned', 1767326645050, '{"session_id":"00000000-0000-7000-8000-000000000109","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (2, '00000000-0000-7000-8000-000000000112', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'otp.requested', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:19:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (3, '00000000-0000-7000-8000-000000000113', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (4, '00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (5, '00000000-0000-7000-8000-000000000115', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (6, '00000000-0000-7000-8000-000000000116', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (7, '00000000-0000-7000-8000-000000000117', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (8, '00000000-0000-7000-8000-000000000118', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"741.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (9, '00000000-0000-7000-8000-000000000119', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (10, '00000000-0000-7000-8000-000000000122', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'payment.pending', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000120","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (11, '00000000-0000-7000-8000-000000000124', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'otp.requested', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543211","expires_at":"2026-01-02T04:29:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (12, '00000000-0000-7000-8000-000000000126', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (13, '00000000-0000-7000-8000-000000000127', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (14, '00000000-0000-7000-8000-000000000128', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (15, '00000000-0000-7000-8000-000000000129', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (16, '00000000-0000-7000-8000-000000000130', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (17, '00000000-0000-7000-8000-000000000131', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (18, '00000000-0000-7000-8000-000000000133', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'payment.pending', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000132","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (19, '00000000-0000-7000-8000-000000000134', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'payment.failed', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"FAILED","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000132","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":"pay_no","payment_due_at":null,"reason":"REPORTED"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (20, '00000000-0000-7000-8000-000000000137', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'otp.requested', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:39:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (21, '00000000-0000-7000-8000-000000000138', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (22, '00000000-0000-7000-8000-000000000139', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (23, '00000000-0000-7000-8000-000000000140', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (24, '00000000-0000-7000-8000-000000000141', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (25, '00000000-0000-7000-8000-000000000142', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (26, '00000000-0000-7000-8000-000000000143', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"741.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (27, '00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (41, '00000000-0000-7000-8000-000000000169', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'otp.requested', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543211","expires_at":"2026-01-02T04:59:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (28, '00000000-0000-7000-8000-000000000147', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'payment.pending', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000145","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (29, '00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.abandoned', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":11,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000145","livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (30, '00000000-0000-7000-8000-000000000151', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'otp.requested', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:49:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (31, '00000000-0000-7000-8000-000000000152', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (32, '00000000-0000-7000-8000-000000000153', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (33, '00000000-0000-7000-8000-000000000154', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (34, '00000000-0000-7000-8000-000000000155', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (35, '00000000-0000-7000-8000-000000000156', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (36, '00000000-0000-7000-8000-000000000157', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"702.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (37, '00000000-0000-7000-8000-000000000158', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"667.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (38, '00000000-0000-7000-8000-000000000161', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'payment.pending', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"667.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000159","livemode":true,"payment_amount":"667.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (39, '00000000-0000-7000-8000-000000000165', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'payment.paid', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":12,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"706.70","amount_paid":"706.70","shipping_option":"standard","cod_order":false,"order_number":"WSGC-6YZ8","payment_id":"00000000-0000-7000-8000-000000000145","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":"pay_00000000-0000-7000-8000-000000000145","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (40, '00000000-0000-7000-8000-000000000166', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.completed', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":12,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"706.70","amount_paid":"706.70","shipping_option":"standard","cod_order":false,"order_number":"WSGC-6YZ8","payment_id":"00000000-0000-7000-8000-000000000145","livemode":true,"order":{"number":"WSGC-6YZ8","livemode":true,"placed_at":"2026-01-02T04:44:05.050Z","late":true,"shortfall":{"coupons":[],"units":[],"coins":40},"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (42, '00000000-0000-7000-8000-000000000170', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (43, '00000000-0000-7000-8000-000000000171', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (44, '00000000-0000-7000-8000-000000000172', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (45, '00000000-0000-7000-8000-000000000173', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (46, '00000000-0000-7000-8000-000000000174', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (47, '00000000-0000-7000-8000-000000000175', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (48, '00000000-0000-7000-8000-000000000177', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000176","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (49, '00000000-0000-7000-8000-000000000178', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000176","livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (50, '00000000-0000-7000-8000-000000000180', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000179', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000179","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (51, '00000000-0000-7000-8000-000000000182', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000181', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000181","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (52, '00000000-0000-7000-8000-000000000183', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000181', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000181","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"648.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (53, '00000000-0000-7000-8000-000000000185', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000184', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000184","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (54, '00000000-0000-7000-8000-000000000186', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000184', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000184","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (55, '00000000-0000-7000-8000-000000000188', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (56, '00000000-0000-7000-8000-000000000189', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (57, '00000000-0000-7000-8000-000000000191', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000190","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (58, '00000000-0000-7000-8000-000000000192', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000190","livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (59, '00000000-0000-7000-8000-000000000193', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'payment.failed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"ABANDONED","payment_state":"FAILED","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000190","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":"pay_no","payment_due_at":null,"reason":"REPORTED"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (60, '00000000-0000-7000-8000-000000000196', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (61, '00000000-0000-7000-8000-000000000197', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (62, '00000000-0000-7000-8000-000000000199', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000198","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (63, '00000000-0000-7000-8000-000000000200', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'payment.paid', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"758.00","amount_paid":"758.00","shipping_option":"standard","cod_order":false,"order_number":"EVTX-7PXQ","payment_id":"00000000-0000-7000-8000-000000000198","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":"pay_00000000-0000-7000-8000-000000000198","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (64, '00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"758.00","amount_paid":"758.00","shipping_option":"standard","cod_order":false,"order_number":"EVTX-7PXQ","payment_id":"00000000-0000-7000-8000-000000000198","livemode":true,"order":{"number":"EVTX-7PXQ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (65, '00000000-0000-7000-8000-000000000204', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (66, '00000000-0000-7000-8000-000000000205', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (67, '00000000-0000-7000-8000-000000000206', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (68, '00000000-0000-7000-8000-000000000207', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","shipping_option":"standard","cod_order":true,"order_number":"1378-TKG9","payment_id":null,"livemode":true,"order":{"number":"1378-TKG9","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (69, '00000000-0000-7000-8000-000000000209', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (70, '00000000-0000-7000-8000-000000000210', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (71, '00000000-0000-7000-8000-000000000211', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (72, '00000000-0000-7000-8000-000000000213', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000212","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (73, '00000000-0000-7000-8000-000000000214', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'payment.paid', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000212","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":"pay_00000000-0000-7000-8000-000000000212","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (74, '00000000-0000-7000-8000-000000000216', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","shipping_option":"standard","cod_order":true,"order_number":"4DKE-E5WJ","payment_id":"00000000-0000-7000-8000-000000000212","livemode":true,"order":{"number":"4DKE-E5WJ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (75, '00000000-0000-7000-8000-000000000218', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000217', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000217","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (76, '00000000-0000-7000-8000-000000000219', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000217', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000217","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (77, '00000000-0000-7000-8000-000000000220', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000217', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000217","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (78, '00000000-0000-7000-8000-000000000222', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000217', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000217","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000221","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":null,"payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (79, '00000000-0000-7000-8000-000000000223', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000217', 'payment.paid', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000217","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000221","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":"pay_00000000-0000-7000-8000-000000000221","payment_due_at":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (80, '00000000-0000-7000-8000-000000000226', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000225', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000225","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (81, '00000000-0000-7000-8000-000000000227', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000225', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000225","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (82, '00000000-0000-7000-8000-000000000229', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000225', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000225","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000228","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":"2026-01-05T04:54:05.050Z"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (83, '00000000-0000-7000-8000-000000000231', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000230', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000230","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (84, '00000000-0000-7000-8000-000000000232', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000230', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000230","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (85, '00000000-0000-7000-8000-000000000233', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000230', 'session.idle', 1767331445050, '{"session_id":"00000000-0000-7000-8000-000000000230","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"recovery_url":null}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (86, '00000000-0000-7000-8000-000000000235', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000234', 'session.created', 1767331445050, '{"session_id":"00000000-0000-7000-8000-000000000234","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (87, '00000000-0000-7000-8000-000000000236', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000234', 'session.updated', 1767331445050, '{"session_id":"00000000-0000-7000-8000-000000000234","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (88, '00000000-0000-7000-8000-000000000237', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000234', 'session.abandoned', 1767335045050, '{"session_id":"00000000-0000-7000-8000-000000000234","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES (89, '00000000-0000-7000-8000-000000000239', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000238', 'session.created', 1767335045050, '{"session_id":"00000000-0000-7000-8000-000000000238","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO public.idempotency_records VALUES ('00000000-0000-7000-8000-000000000001', 1, 'POST', '/session/00000000-0000-7000-8000-000000000195/payment', 'once', '12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126', 1767329645050, 200, NULL, '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198', '\x8d56db6ee24810fd1554afeb24360182add1486c12cd46da5c04c9cbae22ab7117d01abbdbd3170442fcfba8da6d636666774224942a77579dba9c630e602cb3ce40068bb7dbdbfbc50222e0cc32c80e2038641087cf85ffbaa1af696bfa4f928e210261b13290fd7b002b6c8990c1a35b43041b26b9372b6fd65a7157d89c4227116c99164c063389e09b63d20abb876ce8cfd6a8ad4003d9e1d81d26646d8e3b5c3157dac1abb77f8e57a8aa661a7366f35a8b022193ae2c29b437ae47e93182b56604fd3a8e233042ae4bccbb54563b6c8a6b035c8fd208acb2acccb9308572748c6eba65deb8c3c1493a6d0ff63dcad95cad726355f115b2152b0d4660d98e2da9a290af626b2a6f636d6db2abab82cb4bdcb1aa2ef1aa72ebcb5a522f8d729ac2c2e3ece96df6371cdf9bc2845c538f0aa66d832864ee1006fb0c7ecdf6154a82b642fd43651b51d73ee824a696f2b69e5130d99689b28f9f9c4a73d4a7027b792ddb4196c493cbd18d37d0e44216a5e3c8db00a16d6cdf44bd194f09a1b68295790f401c813079ef41978f55043faf196d828729e479558572b53af31d23a850179b76817ebffa719cc0a975c4241ac7cbfdd3ddc3d3179a101a2394ec9e3c3ce52ff3e72ff386661ab9d058d8dce9b2376c8e95ba305669ec666e374c7e35d082269ebd47c038cf1be3d056f341d8c314a8f37a8d36b7fbda837e9bdffe355bdce7b3c7e7b7a7d7ee390d3d8ea062bbfc44cea4237293bdcfea343a490a2bacd8122f3f88ebdae30adc7e51c6a22652a3e44a7bb6570a22582abecf37b6a2a67daa3fcf06955b7fbaaa3ff7d5a66e2f7f904abfa63ddd6d2a34baf86d102f3a44c210e65c0eff4faad224246b75f1bf75ebacd17d5d220e37ffa5e947cb16728bd22abdefcd76787ca73fbf6bd2ea3dd1aad95dda3fa735caa2e79cfbad14d22b0e914c332b14594b6630ef2e6c59e930d426646712e90a2557c24b56add55678d980dbb7c5ebf323442059d5b4af52835b2524d1a0546b051980bf2c645f805aae6be488d5b9cf1952986099bcd6aa208292b2791cce585551f6a6d94bb727e31020344eac98281be3e829a8d1d0fba9c539331b369833dad37aa324b9fe4893747a33198fae87494ce885c404324806733482537b0673c57878346c53157e1ef027ca352b9d76b4a78d908465508654328c623c49068d1efd6a70e7b05b45cf556d452b219ea3c632c999262ca1a0c5c9d3bec6e263148ee3aef6f577a7ef3b47389c8c635aa61f329e670a02ea372068e9477f7a4c8144db6e48fae1657eff327bb88356fec38ba3ddc16e5f3b7d3a29b5c615d2a1aeb9dc11fb5a6ba34a4e17365872da3a8dc65235677aacf19b13da0bc67b04e1fdd7dcff29bc54a739326bb5583adbfece29c5162b3fbb4686705753580f0786f17072112717f1f0351e67e351168f2fe371fc0f1c8fdf01');
INSERT INTO public.merchant_domains VALUES ('other.example', '00000000-0000-7000-8000-000000000002', 0);
INSERT INTO public.merchant_domains VALUES ('demo-store.example', '00000000-0000-7000-8000-000000000001', 0);
INSERT INTO public.merchants VALUES ('00000000-0000-7000-8000-000000000002', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":0,"included":true},"shipping":[],"cod":null,"paymentOffers":[],"coin":null,"verifyPhone":"never","otpCountries":null,"timeZone":"UTC","idleAfterMinutes":30,"recoveryUrl":"","checkout":{"paymentUrl":"","returnOrigins":[],"embedOrigins":[],"logo":"","accent":null,"termsUrl":"","privacyUrl":"","cartLinks":false,"manual":null}}', 1767323045000, 1767323045000, 'open');
INSERT INTO public.merchants VALUES ('00000000-0000-7000-8000-000000000001', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":180000,"included":true},"shipping":[{"countries":["IN"],"postalPrefixes":[],"options":[{"id":"standard","name":"Standard","price":8000,"freeAbove":null}]},{"countries":["IN"],"postalPrefixes":["56"],"options":[{"id":"standard","name":"Standard","price":6000,"freeAbove":99900},{"id":"express","name":"Express","price":15000,"freeAbove":null}]},{"countries":["IN"],"postalPrefixes":["560"],"options":[{"id":"standard","name":"Standard","price":3000,"freeAbove":null}]}],"cod":{"fee":4000,"min":20000,"max":1000000,"countries":["IN"],"prepaid":{"type":"PERCENTAGE","rate":100000,"cap":null}},"paymentOffers":[{"method":"PREPAID","discount":{"type":"PERCENTAGE","rate":50000,"cap":10000}}],"coin":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"verifyPhone":"never","otpCountries":null,"timeZone":"UTC","idleAfterMinutes":30,"recoveryUrl":"","checkout":{"paymentUrl":"","returnOrigins":[],"embedOrigins":[],"logo":"","accent":null,"termsUrl":"","privacyUrl":"","cartLinks":false,"manual":null}}', 1767323045000, 1767323045000, 'open');
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767327245050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543211', 1767327845050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767328445050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767329045050);
INSERT INTO public.otp_sends VALUES ('00000000-0000-7000-8000-000000000001', '+919876543211', 1767329645050);
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000145');
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000198', '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198');
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000212', '00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000212');
INSERT INTO public.payment_references VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000221', '00000000-0000-7000-8000-000000000217', '00000000-0000-7000-8000-000000000221');
INSERT INTO public.people VALUES ('00000000-0000-7000-8000-000000000090', 'anna', 'Anna Rao', 'owner', 'scrypt$4$8$1$AAAA$AAAA', 1767323045000);
INSERT INTO public.people VALUES ('00000000-0000-7000-8000-000000000091', 'ben', 'Anna Rao', NULL, NULL, 1767323045000);
INSERT INTO public.person_roles VALUES ('00000000-0000-7000-8000-000000000091', '00000000-0000-7000-8000-000000000001', 'viewer');
INSERT INTO public.products VALUES ('00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000030', 'Mug', 'mug', 'Demo', '<p>A mug</p>', 'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
INSERT INTO public.products VALUES ('00000000-0000-7000-8000-000000000001', 9, '00000000-0000-7000-8000-000000000039', 'Poster', 'poster', 'Demo', '<p>A mug</p>', 'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
INSERT INTO public.schema_migrations VALUES (1, 'checkoutd', '2026-11-23 03:42:17.623422+00');
INSERT INTO public.secrets VALUES ('recovery', 'HBeEtUhO7Ns5P2oKyhG5HfCGa1ALje5QH9frm84JoX0', 1767331445050);
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
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'FAILED', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 2);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'COMPLETED', 'DRAFT', 1);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 3);
INSERT INTO public.session_counts VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PAID', 1);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000109', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2, 1767323045050, 1767326645050, 1767323045050, '{"currencyCode":"INR","choices":{},"order":null,"countryCode":"IN","redirectUrl":"https://demo-store.example/thanks","reference":null,"note":null,"attributes":{},"lines":[{"productId":"1","variantId":"11","quantity":2,"properties":{},"title":"Mug","handle":"mug","variantTitle":"Default Title","unitPrice":34900,"compareAtPrice":null,"grams":300,"singleVariant":true,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL","listed":true}],"priced":{"coupons":[],"resting":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":5,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[],"totals":{"subTotal":69800,"couponDiscount":0,"paymentOfferDiscount":0,"coinDiscount":0,"discount":0,"total":69800,"tax":10647,"taxesIncluded":true,"shipping":-1,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":0,"isPartialCod":false,"totalPayable":69800,"amountPaid":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"serviceable":true,"lines":[{"giftOf":null,"subTotal":69800,"discount":0,"total":69800,"tax":10647,"outOfStock":false}],"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"shippingOptions":[],"shippingOption":null,"requires":["address"]}}', 1, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 10, 1767326645050, 1767327245050, 1767327245050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767327245050]},"payment":{"id":"00000000-0000-7000-8000-000000000120","method":"PREPAID","amount":70670,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767327245050,"dueAt":null,"holds":"held","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767327245050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767327245050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":50},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":5,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":70670},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '8 {"id":"00000000-0000-7000-8000-000000000111","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":51.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":646.7,"tax":104.64,"taxes_included":true,"total_payable":706.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":5,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":5}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":450,"coin_redeemable":450,"coin_used":50,"coins_processing":50},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000120","method":"PREPAID","amount":706.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', 1767327245050, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000123', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'FAILED', 10, 1767327245050, 1767327845050, 1767327845050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"otp":{"challenge":null,"sentAt":[1767327845050]},"payment":{"holds":"released","id":"00000000-0000-7000-8000-000000000132","method":"PREPAID","amount":71170,"currencyCode":"INR","status":"FAILED","reference":"pay_no","startedAt":1767327845050,"dueAt":null,"late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767327845050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767327845050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID"},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":71170},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543211', '8 {"id":"00000000-0000-7000-8000-000000000123","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":46.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":651.7,"tax":104.64,"taxes_included":true,"total_payable":711.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"FAILED","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000132","method":"PREPAID","amount":711.7,"currency":"INR","status":"FAILED","reference":"pay_no","due_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, 1, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 12, 1767327845050, 1767329045050, 1767329045050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767328445050]},"payment":{"holds":null,"id":"00000000-0000-7000-8000-000000000145","method":"PREPAID","amount":70670,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000145","startedAt":1767328445050,"dueAt":null,"late":{"coupons":[],"units":[],"coins":40}},"amountPaid":70670,"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767328445050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767328445050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":50},"order":{"placedAt":1767329045050,"late":true,"shortfall":{"coupons":[],"units":[],"coins":40},"salesRecorded":true,"cancellation":null},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":70670},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '8 {"id":"00000000-0000-7000-8000-000000000136","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":51.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":646.7,"tax":104.64,"taxes_included":true,"total_payable":706.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":706.7,"coin_discount":5,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":323,"coin_redeemable":323,"coin_used":10,"coins_processing":490},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000145","method":"PREPAID","amount":706.7,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000145","due_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"WSGC-6YZ8","livemode":true,"placed_at":"2026-01-02T04:44:05.050Z","late":true,"shortfall":{"coupons":[],"units":[],"coins":40},"cancelled_at":null,"cancel_reason":null},"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329045050, 'WSGC-6YZ8', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 10, 1767328445050, 1767329045050, 1767329045050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767329045050]},"payment":{"id":"00000000-0000-7000-8000-000000000159","method":"PREPAID","amount":66770,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329045050,"dueAt":null,"holds":"held","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767329045050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767329045050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":440},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":66770},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '8 {"id":"00000000-0000-7000-8000-000000000150","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":90.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":607.7,"tax":104.64,"taxes_included":true,"total_payable":667.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":44,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":10,"coin_redeemable":10,"coin_used":440,"coins_processing":490},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000159","method":"PREPAID","amount":667.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', 1767329045050, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000168', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'PENDING', 10, 1767329045050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"otp":{"challenge":null,"sentAt":[1767329645050]},"payment":{"holds":"released","id":"00000000-0000-7000-8000-000000000176","method":"PREPAID","amount":71170,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329645050,"dueAt":null,"late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767329645050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767329645050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID"},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":71170},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543211', '8 {"id":"00000000-0000-7000-8000-000000000168","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":46.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":651.7,"tax":104.64,"taxes_included":true,"total_payable":711.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000176","method":"PREPAID","amount":711.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000179', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000179","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000181', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 2, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{"codes":[{"couponId":"00000000-0000-7000-8000-000000000021","enteredAt":1767329645050,"previousCode":null}]},"cart":{"tax":[9885]},"priced":{"coupons":[{"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":5000,"totalPayable":64800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000181","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":50,"sub_total_price":698,"total_price":648,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":50,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":648,"tax":98.85,"taxes_included":true,"total_payable":648,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":50},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000021","code":"FLAT50","application_type":"CODE","combine":false,"discount_type":"FIXED","discount_amount":50,"discount_max_cap":null,"cart_discounted_amount":648,"cart_discount_amount":50,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000021","_id":"00000000-0000-7000-8000-000000000021"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000184', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000184","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000187', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'FAILED', 5, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"holds":"released","id":"00000000-0000-7000-8000-000000000190","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"FAILED","reference":"pay_no","startedAt":1767329645050,"dueAt":null,"late":null},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000187","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"FAILED","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000190","method":"PREPAID","amount":758,"currency":"INR","status":"FAILED","reference":"pay_no","due_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 4, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"holds":null,"id":"00000000-0000-7000-8000-000000000198","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000198","startedAt":1767329645050,"dueAt":null,"late":null},"amountPaid":75800,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000195","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":758,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000198","method":"PREPAID","amount":758,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000198","due_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"EVTX-7PXQ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, 'EVTX-7PXQ', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 6, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"holds":null,"id":"00000000-0000-7000-8000-000000000212","method":"COD","amount":7980,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000212","startedAt":1767329645050,"dueAt":null,"late":null},"amountPaid":7980,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000208","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":79.8,"is_partial_cod":true,"amount_paid":79.8,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000212","method":"COD","amount":79.8,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000212","due_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"4DKE-E5WJ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, '4DKE-E5WJ', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000217', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PAID', 5, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"holds":"held","id":"00000000-0000-7000-8000-000000000221","method":"COD","amount":7980,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000221","startedAt":1767329645050,"dueAt":null,"late":null},"amountPaid":7980,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000217","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":79.8,"is_partial_cod":true,"amount_paid":79.8,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000221","method":"COD","amount":79.8,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000221","due_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000225', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 3, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000228","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329645050,"dueAt":1767588845050,"holds":"held","late":null},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000225","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":79.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000228","method":"PREPAID","amount":758,"currency":"INR","status":"PENDING","reference":null,"due_at":"2026-01-05T04:54:05.050Z","holds":"held"},"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, 1767588845050, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000230', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 4, 1767329645050, 1767331445050, 1767331445050, '{"form":"rest","currencyCode":"INR","recovery":{"idleAt":1767331445050,"returned":"RESUMED","reopenedAs":null,"closed":false},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000230","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":79.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":null,"resting_coupons":[],"requires":[],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, 1767331445050, 'RESUMED', NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000203', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'DRAFT', 4, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000203","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":null,"resting_coupons":[],"requires":[],"order":{"number":"1378-TKG9","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, '1378-TKG9', NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000234', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 4, 1767331445050, 1767335045050, 1767331445050, '{"currencyCode":"INR","recovery":{"idleAt":null,"returned":null,"reopenedAs":"00000000-0000-7000-8000-000000000238","closed":false},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"order":null,"countryCode":"IN","redirectUrl":"https://demo-store.example/thanks","reference":null,"note":null,"attributes":{},"lines":[{"productId":"1","variantId":"11","quantity":2,"properties":{},"title":"Mug","handle":"mug","variantTitle":"Default Title","unitPrice":34900,"compareAtPrice":null,"grams":300,"singleVariant":true,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL","listed":true}],"priced":{"lines":[{"giftOf":null,"subTotal":69800,"discount":0,"total":69800,"tax":10647,"outOfStock":false}],"coupons":[],"resting":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[],"totals":{"subTotal":69800,"couponDiscount":0,"paymentOfferDiscount":0,"coinDiscount":0,"discount":0,"total":69800,"tax":10647,"taxesIncluded":true,"shipping":6000,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":7980,"isPartialCod":false,"totalPayable":75800,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"shippingOptions":[{"id":"standard","name":"Standard","price":6000},{"id":"express","name":"Express","price":15000}],"shippingOption":"standard","serviceable":true,"requires":[]}}', 1, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sessions VALUES ('00000000-0000-7000-8000-000000000238', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767335045050, 1767335045050, 1767335045050, '{"form":"rest","currencyCode":"INR","recovery":{"idleAt":null,"returned":"REOPENED","reopenedAs":null,"closed":false},"choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '8 {"id":"00000000-0000-7000-8000-000000000238","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":73.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, 'REOPENED', NULL, 1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.sign_in_links VALUES ('00000000-0000-7000-8000-000000000091', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1767323045000);
INSERT INTO public.sign_ins VALUES ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '00000000-0000-7000-8000-000000000090', 1767323045000, 1767323045000);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 91, 1);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', 91, 1);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000217', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_holds VALUES ('00000000-0000-7000-8000-000000000225', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', 91, 1);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000203', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.stock_sales VALUES ('00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO public.variants VALUES ('00000000-0000-7000-8000-000000000001', 91, 9, 0, 'Default Title', 9900, NULL, 300, 1, 4, 'deny', 1, 2, 5);
INSERT INTO public.variants VALUES ('00000000-0000-7000-8000-000000000001', 11, 1, 0, 'Default Title', 34900, NULL, 300, 1, 12, 'deny', 1, 8, 20);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000070', '00000000-0000-7000-8000-000000000001', 'https://hooks.example/all', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[]', 0, NULL, 1767323045000, '[]', 'webhook', '{}', 1, 1);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000001', 'https://hooks.example/old', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[]', 0, 1767323045000, 1767323045000, '[]', 'webhook', '{}', 1, 2);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000601', '00000000-0000-7000-8000-000000000001', 'https://sms.example/send', '{"method":"POST","url":"https://sms.example/send?key=s3cret","headers":{"content-type":"application/json","authorization":"Bearer s3cret"},"body":"{\"to\":\"{phone}\",\"text\":\"{text}\",\"id\":\"{id}\"}"}', '["otp.requested","session.completed"]', 0, NULL, 1767323045001, '[]', 'sms', '{}', 1, 3);
INSERT INTO public.webhook_endpoints VALUES ('00000000-0000-7000-8000-000000000602', '00000000-0000-7000-8000-000000000001', 'smtps://orders@mail.example:465', '{"server":"smtps://orders:s3cret@mail.example:465","from":"orders@demo-store.example"}', '["session.completed"]', 0, NULL, 1767323045002, '[]', 'email', '{"placed":{"subject":"Order {order}","text":"Hi {name}: {total}"}}', 1, 4);
INSERT INTO public.write_batches VALUES ('01a2067f-5517-7694-85c2-2a2ab0ffbb96', true, NULL, '2026-11-23 03:42:17.893353+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5546-761a-8bdc-aa04018e179c', true, NULL, '2026-11-23 03:42:17.928897+00');
INSERT INTO public.write_batches VALUES ('01a2067f-555a-74ce-aefb-7842bc76ed29', true, NULL, '2026-11-23 03:42:17.947173+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5573-7243-837f-eed4786a7704', true, NULL, '2026-11-23 03:42:17.973426+00');
INSERT INTO public.write_batches VALUES ('01a2067f-557d-7369-ac86-58965b9912a9', true, NULL, '2026-11-23 03:42:17.981845+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5583-73a7-919a-51588de46a5a', true, NULL, '2026-11-23 03:42:17.987546+00');
INSERT INTO public.write_batches VALUES ('01a2067f-55b3-76bf-a5fd-03ccc86e170e', true, NULL, '2026-11-23 03:42:18.03552+00');
INSERT INTO public.write_batches VALUES ('01a2067f-55bb-77b5-90dc-6bcd0121839e', true, NULL, '2026-11-23 03:42:18.044347+00');
INSERT INTO public.write_batches VALUES ('01a2067f-55c7-775d-a72e-49c8411ac301', true, NULL, '2026-11-23 03:42:18.056545+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5667-716c-a7a9-a5fb8afa051c', true, NULL, '2026-11-23 03:42:18.215861+00');
INSERT INTO public.write_batches VALUES ('01a2067f-58a2-704e-a7ef-5b53ae27f3d3', true, NULL, '2026-11-23 03:42:18.794242+00');
INSERT INTO public.write_batches VALUES ('01a2067f-58c0-7469-bea6-5f8ad933e529', true, NULL, '2026-11-23 03:42:18.817127+00');
INSERT INTO public.write_batches VALUES ('01a2067f-59be-72b2-8a14-9ae785afcd10', true, NULL, '2026-11-23 03:42:19.073036+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5ad8-762d-bdca-c180837cd41f', true, NULL, '2026-11-23 03:42:19.362242+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5b25-7634-bdc6-d9482708057d', true, NULL, '2026-11-23 03:42:19.42955+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5b5c-7556-884a-15f94c98f1ec', true, NULL, '2026-11-23 03:42:19.4846+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5b8c-7652-b017-97963d355ca7', true, NULL, '2026-11-23 03:42:19.532772+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5bba-735a-89eb-a778a6477b71', true, NULL, '2026-11-23 03:42:19.582558+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5bf2-729a-97c7-d8da2a7b3a42', true, NULL, '2026-11-23 03:42:19.634693+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5c13-75d2-a9e7-d63e5042fe3d', true, NULL, '2026-11-23 03:42:19.667492+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5c40-726d-9e06-ac6f707111e5', true, NULL, '2026-11-23 03:42:19.725324+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5c70-7275-89fc-ba08e69110e2', true, NULL, '2026-11-23 03:42:19.760429+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5c87-7032-831f-7667f8f9ac9e', true, NULL, '2026-11-23 03:42:19.783327+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5cbb-75a3-a71b-d8b9b9258060', true, NULL, '2026-11-23 03:42:19.838547+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5cd9-705d-b1a1-30277715d6fb', true, NULL, '2026-11-23 03:42:19.866093+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5cf8-746a-a3de-37b1d42ab406', true, NULL, '2026-11-23 03:42:19.897252+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5d4c-7485-98a1-afcb71fe19ca', true, NULL, '2026-11-23 03:42:19.980297+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5d67-73b9-ba93-eb69766a7437', true, NULL, '2026-11-23 03:42:20.010426+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5d8b-77fb-bf74-0078184bb33d', true, NULL, '2026-11-23 03:42:20.043811+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5da4-748e-b309-54b9be8ca9fc', true, NULL, '2026-11-23 03:42:20.069439+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5dec-7325-972b-22536d2f047a', true, NULL, '2026-11-23 03:42:20.141042+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5e1f-73aa-8429-6571d5063874', true, NULL, '2026-11-23 03:42:20.19145+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5e48-72e9-82ef-c319b1058c28', true, NULL, '2026-11-23 03:42:20.232367+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5e5b-7710-94a5-09f9b1846f8a', true, NULL, '2026-11-23 03:42:20.251779+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5e78-73eb-9f90-aacaa8e42dc5', true, NULL, '2026-11-23 03:42:20.281293+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5e94-77ff-8a47-47ccf899e6b9', true, NULL, '2026-11-23 03:42:20.314256+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5eaf-732a-ba16-1833800ca2be', true, NULL, '2026-11-23 03:42:20.336037+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5ee5-7265-afee-df8870820092', true, NULL, '2026-11-23 03:42:20.390119+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5f3f-76db-9428-f50b145202b4', true, NULL, '2026-11-23 03:42:20.479669+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5f73-7184-aca2-77cad5f573f7', true, NULL, '2026-11-23 03:42:20.531986+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5f92-72d2-abe3-577f817cad9b', true, NULL, '2026-11-23 03:42:20.563115+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5fbb-7575-b9a1-b408cc2e9be1', true, NULL, '2026-11-23 03:42:20.603913+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5fd7-72b7-9efa-13579702864a', true, NULL, '2026-11-23 03:42:20.631476+00');
INSERT INTO public.write_batches VALUES ('01a2067f-5fef-70af-a4fa-d0e900611860', true, NULL, '2026-11-23 03:42:20.65833+00');
INSERT INTO public.write_batches VALUES ('01a2067f-600f-7255-ab07-f49d3d0c222b', true, NULL, '2026-11-23 03:42:20.687515+00');
INSERT INTO public.write_batches VALUES ('01a2067f-602d-72cf-a0de-ea4b5aa5a190', true, NULL, '2026-11-23 03:42:20.71837+00');
INSERT INTO public.write_batches VALUES ('01a2067f-604e-731d-94d2-d2e7650f57e4', true, NULL, '2026-11-23 03:42:20.753896+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6097-756f-8e6e-552948df9b66', true, NULL, '2026-11-23 03:42:20.854433+00');
INSERT INTO public.write_batches VALUES ('01a2067f-60e1-71f7-9ce9-21c121cd23d4', true, NULL, '2026-11-23 03:42:20.897871+00');
INSERT INTO public.write_batches VALUES ('01a2067f-60fb-77dc-9d0b-f382041c3e20', true, NULL, '2026-11-23 03:42:20.923302+00');
INSERT INTO public.write_batches VALUES ('01a2067f-610d-70fd-8993-7a0163c9fccf', true, NULL, '2026-11-23 03:42:20.941458+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6131-76d7-a43c-7ee36b0b0c1c', true, NULL, '2026-11-23 03:42:20.978196+00');
INSERT INTO public.write_batches VALUES ('01a2067f-615a-71a2-a09f-c139f328dc7b', true, NULL, '2026-11-23 03:42:21.042236+00');
INSERT INTO public.write_batches VALUES ('01a2067f-61ac-71ce-b023-4d8f5d9fb5be', true, NULL, '2026-11-23 03:42:21.1013+00');
INSERT INTO public.write_batches VALUES ('01a2067f-61cb-728c-8ab4-baa183318bbb', true, NULL, '2026-11-23 03:42:21.132669+00');
INSERT INTO public.write_batches VALUES ('01a2067f-61e2-7718-9e51-71070315b964', true, NULL, '2026-11-23 03:42:21.15521+00');
INSERT INTO public.write_batches VALUES ('01a2067f-61fa-741d-a29e-a520899f5146', true, NULL, '2026-11-23 03:42:21.179204+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6221-72cb-a55e-74cccadde387', true, NULL, '2026-11-23 03:42:21.221302+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6243-70ef-9cb0-931ae433c054', true, NULL, '2026-11-23 03:42:21.251856+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6272-71cd-8693-2665237ac018', true, NULL, '2026-11-23 03:42:21.298868+00');
INSERT INTO public.write_batches VALUES ('01a2067f-628c-742b-8071-84dbb1534dbe', true, NULL, '2026-11-23 03:42:21.326435+00');
INSERT INTO public.write_batches VALUES ('01a2067f-629f-76b9-b5d4-43b28b6647f6', true, NULL, '2026-11-23 03:42:21.344212+00');
INSERT INTO public.write_batches VALUES ('01a2067f-62bd-71f8-b8fb-b97d228865f1', true, NULL, '2026-11-23 03:42:21.373266+00');
INSERT INTO public.write_batches VALUES ('01a2067f-62d1-73c2-8c94-48189df2bc4b', true, NULL, '2026-11-23 03:42:21.393548+00');
INSERT INTO public.write_batches VALUES ('01a2067f-630b-75ab-a1d8-13451208f4f3', true, NULL, '2026-11-23 03:42:21.451369+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6312-7284-9678-2ed7241430de', true, NULL, '2026-11-23 03:42:21.458956+00');
INSERT INTO public.write_batches VALUES ('01a2067f-632f-7568-ad7e-9471edb68de7', true, NULL, '2026-11-23 03:42:21.488776+00');
INSERT INTO public.write_batches VALUES ('01a2067f-633b-75d5-b706-87f48e312165', true, NULL, '2026-11-23 03:42:21.5002+00');
INSERT INTO public.write_batches VALUES ('01a2067f-634f-75e6-a73b-d4bf9b719d12', true, NULL, '2026-11-23 03:42:21.522054+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6363-73ee-99bf-52be5cfc2861', true, NULL, '2026-11-23 03:42:21.540292+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6375-7008-bda5-46eb29c15f6f', true, NULL, '2026-11-23 03:42:21.557869+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6387-75b6-adde-9d4d93b667d7', true, NULL, '2026-11-23 03:42:21.578251+00');
INSERT INTO public.write_batches VALUES ('01a2067f-63a6-776d-b676-827cca08a646', true, NULL, '2026-11-23 03:42:21.614266+00');
INSERT INTO public.write_batches VALUES ('01a2067f-63d4-73dd-8036-76d0f028c812', true, NULL, '2026-11-23 03:42:21.653069+00');
INSERT INTO public.write_batches VALUES ('01a2067f-63f5-717b-91a5-b4ac7f39e3e6', true, NULL, '2026-11-23 03:42:21.685754+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6407-752b-a62d-15af0ee35563', true, NULL, '2026-11-23 03:42:21.706275+00');
INSERT INTO public.write_batches VALUES ('01a2067f-642b-739c-b621-840daf379339', true, NULL, '2026-11-23 03:42:21.740344+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6447-75d6-b31d-7e9d6a77d119', true, NULL, '2026-11-23 03:42:21.767733+00');
INSERT INTO public.write_batches VALUES ('01a2067f-645f-765c-a119-0b02f6acbf9f', true, NULL, '2026-11-23 03:42:21.7915+00');
INSERT INTO public.write_batches VALUES ('01a2067f-647b-77f8-a79f-5cd7ad754fbb', true, NULL, '2026-11-23 03:42:21.819564+00');
INSERT INTO public.write_batches VALUES ('01a2067f-648e-72b0-ab42-4c4be44cf4e8', true, NULL, '2026-11-23 03:42:21.840992+00');
INSERT INTO public.write_batches VALUES ('01a2067f-649d-724c-abcb-fc3185c453ea', true, NULL, '2026-11-23 03:42:21.854654+00');
INSERT INTO public.write_batches VALUES ('01a2067f-64b5-7076-90f1-fcb624b13992', true, NULL, '2026-11-23 03:42:21.877988+00');
INSERT INTO public.write_batches VALUES ('01a2067f-64c5-7119-bdca-3c6763cb39c0', true, NULL, '2026-11-23 03:42:21.893766+00');
INSERT INTO public.write_batches VALUES ('01a2067f-64d7-7530-91eb-056219553b60', true, NULL, '2026-11-23 03:42:21.911473+00');
INSERT INTO public.write_batches VALUES ('01a2067f-64de-71fc-ac29-ad1538fd1416', true, NULL, '2026-11-23 03:42:21.919909+00');
INSERT INTO public.write_batches VALUES ('01a2067f-64eb-7726-923a-4655ebde4f95', true, NULL, '2026-11-23 03:42:21.934235+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6503-77c6-9cf9-840f9f4cbbe8', true, NULL, '2026-11-23 03:42:21.956042+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6522-731e-aa30-179845a8d583', true, NULL, '2026-11-23 03:42:21.987288+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6539-77ef-991b-7fcd949ce72f', true, NULL, '2026-11-23 03:42:22.009768+00');
INSERT INTO public.write_batches VALUES ('01a2067f-654a-75db-b827-e2cf250fec73', true, NULL, '2026-11-23 03:42:22.026749+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6559-7006-8f07-e2b6d10a079f', true, NULL, '2026-11-23 03:42:22.041851+00');
INSERT INTO public.write_batches VALUES ('01a2067f-656e-72f6-90f1-638692872d8b', true, NULL, '2026-11-23 03:42:22.066249+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6587-7525-9100-8efca5dacc87', true, NULL, '2026-11-23 03:42:22.087857+00');
INSERT INTO public.write_batches VALUES ('01a2067f-659f-7321-a8cf-322bde8b8dc6', true, NULL, '2026-11-23 03:42:22.111295+00');
INSERT INTO public.write_batches VALUES ('01a2067f-65b7-7312-8588-957c747cde8e', true, NULL, '2026-11-23 03:42:22.138239+00');
INSERT INTO public.write_batches VALUES ('01a2067f-65de-72de-a81d-7e15ef7ace32', true, NULL, '2026-11-23 03:42:22.176246+00');
INSERT INTO public.write_batches VALUES ('01a2067f-65f1-7757-9ed0-66657b50b501', true, NULL, '2026-11-23 03:42:22.193608+00');
INSERT INTO public.write_batches VALUES ('01a2067f-65fa-7640-b742-31f5c6bee62b', true, NULL, '2026-11-23 03:42:22.219584+00');
INSERT INTO public.write_batches VALUES ('01a2067f-661b-75c8-9a43-cedb32f95510', true, NULL, '2026-11-23 03:42:22.236404+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6631-7035-9d8f-1d612026fd09', true, NULL, '2026-11-23 03:42:22.257427+00');
INSERT INTO public.write_batches VALUES ('01a2067f-665d-712c-95f5-f9063b8fbefe', true, NULL, '2026-11-23 03:42:22.301253+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6667-7664-ad47-cfa677436634', true, NULL, '2026-11-23 03:42:22.311654+00');
INSERT INTO public.write_batches VALUES ('01a2067f-6677-7095-a663-2b0df4a1e1ed', true, NULL, '2026-11-23 03:42:22.33023+00');
INSERT INTO public.write_batches VALUES ('01a2067f-668b-72a1-8f7f-4490bd851823', true, NULL, '2026-11-23 03:42:22.347676+00');
INSERT INTO public.write_batches VALUES ('01a2067f-669b-715a-bad4-6e22128300f0', true, NULL, '2026-11-23 03:42:22.363764+00');
INSERT INTO public.write_batches VALUES ('01a2067f-66ad-750a-aa7f-e7eb542ef8e2', true, NULL, '2026-11-23 03:42:22.382622+00');
INSERT INTO public.write_batches VALUES ('01a2067f-66cb-7066-8c88-127f1fe60693', true, NULL, '2026-11-23 03:42:22.411914+00');
INSERT INTO public.write_batches VALUES ('01a2067f-66e0-753d-ae1d-ee6c7c3b97ac', true, NULL, '2026-11-23 03:42:22.43267+00');
INSERT INTO public.write_batches VALUES ('01a2067f-66ec-7709-b5fb-48a59987d774', true, NULL, '2026-11-23 03:42:22.444863+00');
SELECT pg_catalog.setval('public.coin_movements_place_seq', 8, true);
SELECT pg_catalog.setval('public.events_seq_seq', 89, true);
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
ALTER TABLE ONLY public.epoch
    ADD CONSTRAINT epoch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_id_key UNIQUE (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_pkey PRIMARY KEY (merchant_id, livemode, method, path, key);
ALTER TABLE ONLY public.merchant_domains
    ADD CONSTRAINT merchant_domains_pkey PRIMARY KEY (domain);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_references
    ADD CONSTRAINT payment_references_pkey PRIMARY KEY (merchant_id, livemode, reference);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_login_key UNIQUE (login);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person_roles
    ADD CONSTRAINT person_roles_pkey PRIMARY KEY (person_id, merchant_id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (merchant_id, product_id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.session_activity
    ADD CONSTRAINT session_activity_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.session_counts
    ADD CONSTRAINT session_counts_pkey PRIMARY KEY (merchant_id, session_state, payment_state);
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
CREATE INDEX coupon_uses_by_coupon ON public.coupon_uses USING btree (coupon_id);
CREATE INDEX coupon_uses_by_customer ON public.coupon_uses USING btree (customer_id, coupon_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX coupons_automatic ON public.coupons USING btree (merchant_id, code_key) WHERE ((application_type = 'AUTOMATIC'::text) AND (enabled = 1));
CREATE INDEX deliveries_again ON public.deliveries USING btree (endpoint_id, next_at, event_seq) WHERE ((state = 'PENDING'::text) AND (attempts > 0));
CREATE INDEX deliveries_failed ON public.deliveries USING btree (endpoint_id, updated_at) WHERE (state = 'FAILED'::text);
CREATE INDEX deliveries_first ON public.deliveries USING btree (endpoint_id, event_seq, next_at) WHERE ((state = 'PENDING'::text) AND (attempts = 0));
CREATE INDEX events_by_session ON public.events USING btree (session_id);
CREATE INDEX events_with_code ON public.events USING btree (at) WHERE ((type = 'otp.requested'::text) AND (((data)::json ->> 'otp'::text) IS NOT NULL));
CREATE INDEX idempotency_records_by_age ON public.idempotency_records USING btree (at);
CREATE INDEX merchant_domains_in_order ON public.merchant_domains USING btree (merchant_id, "position");
CREATE INDEX otp_sends_by_age ON public.otp_sends USING btree (sent_at);
CREATE INDEX otp_sends_by_phone ON public.otp_sends USING btree (merchant_id, phone, sent_at);
CREATE INDEX otp_sends_by_shop ON public.otp_sends USING btree (merchant_id, sent_at);
CREATE INDEX person_roles_by_merchant ON public.person_roles USING btree (merchant_id);
CREATE INDEX sessions_awaiting_idle ON public.sessions USING btree (merchant_id, last_active_at, id) WHERE (awaits_idle = 1);
CREATE INDEX sessions_by_merchant ON public.sessions USING btree (merchant_id, livemode, created_at, id, session_state, payment_state, version);
CREATE UNIQUE INDEX sessions_by_order_number ON public.sessions USING btree (merchant_id, order_number) WHERE (order_number IS NOT NULL);
CREATE INDEX sessions_by_phone ON public.sessions USING btree (customer_phone, created_at, id) WHERE (customer_phone IS NOT NULL);
CREATE INDEX sessions_closed ON public.sessions USING btree (last_active_at) WHERE (session_state = ANY (ARRAY['COMPLETED'::text, 'ABANDONED'::text]));
CREATE INDEX sessions_completed ON public.sessions USING btree (merchant_id, livemode, created_at) INCLUDE (currency_code, total_payable, has_coupon, coupon_discount, is_order) WHERE (session_state = 'COMPLETED'::text);
CREATE INDEX sessions_due ON public.sessions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX sessions_held ON public.sessions USING btree (held_since) WHERE (held_since IS NOT NULL);
CREATE INDEX sessions_open ON public.sessions USING btree (last_active_at) WHERE (session_state = ANY (ARRAY['INITIATED'::text, 'IN_PROGRESS'::text]));
CREATE INDEX sessions_placed ON public.sessions USING btree (merchant_id, livemode, placed_at, id) INCLUDE (currency_code, total_payable, is_order) WHERE (placed_at IS NOT NULL);
CREATE INDEX sessions_recovery ON public.sessions USING btree (merchant_id, created_at) INCLUDE (idle_at, returned, session_state, currency_code, total_payable, is_order) WHERE ((idle_at IS NOT NULL) OR (returned IS NOT NULL));
CREATE INDEX sign_ins_by_person ON public.sign_ins USING btree (person_id);
CREATE INDEX stock_holds_by_variant ON public.stock_holds USING btree (merchant_id, variant_id, units);
CREATE INDEX unexpected_payments_by_merchant ON public.unexpected_payments USING btree (merchant_id, at);
CREATE UNIQUE INDEX unexpected_payments_once ON public.unexpected_payments USING btree (merchant_id, livemode, session_id, payment_id, reference, amount, currency_code);
CREATE INDEX unexpected_payments_open ON public.unexpected_payments USING btree (livemode, at) WHERE (resolved_at IS NULL);
CREATE INDEX variants_in_order ON public.variants USING btree (merchant_id, product_id, "position");
CREATE INDEX webhook_endpoints_oldest_first ON public.webhook_endpoints USING btree (merchant_id, created_at);
CREATE UNIQUE INDEX webhook_endpoints_one_channel ON public.webhook_endpoints USING btree (merchant_id, kind) WHERE (kind <> 'webhook'::text);
CREATE INDEX write_batches_by_age ON public.write_batches USING btree (stands, at);
CREATE TRIGGER audit_entries_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.checkoutd_keep_audit();
CREATE TRIGGER session_counts_delete AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.livemode = 1)) EXECUTE FUNCTION public.checkoutd_count_session();
CREATE TRIGGER session_counts_insert AFTER INSERT ON public.sessions FOR EACH ROW WHEN ((new.livemode = 1)) EXECUTE FUNCTION public.checkoutd_count_session();
CREATE TRIGGER session_counts_update AFTER UPDATE OF session_state, payment_state ON public.sessions FOR EACH ROW WHEN (((new.livemode = 1) AND ((old.session_state <> new.session_state) OR (old.payment_state <> new.payment_state)))) EXECUTE FUNCTION public.checkoutd_count_session();
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
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.merchant_domains
    ADD CONSTRAINT merchant_domains_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.otp_sends
    ADD CONSTRAINT otp_sends_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.payment_references
    ADD CONSTRAINT payment_references_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.person_roles
    ADD CONSTRAINT person_roles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.person_roles
    ADD CONSTRAINT person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
ALTER TABLE ONLY public.session_activity
    ADD CONSTRAINT session_activity_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_counts
    ADD CONSTRAINT session_counts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(id);
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
