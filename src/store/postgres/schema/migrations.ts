import init from "../migrations/0001_init.sql" with { type: "text" };
import servers from "../migrations/0002_servers.sql" with { type: "text" };
import safeguards from "../migrations/0003_safeguards.sql" with { type: "text" };
import retained from "../migrations/0004_sessions_retained.sql" with { type: "text" };
import buyers from "../migrations/0005_buyers.sql" with { type: "text" };
import lanes from "../migrations/0006_lanes.sql" with { type: "text" };
import shopEvents from "../migrations/0007_shop_events.sql" with { type: "text" };
import changedShops from "../migrations/0008_changed_shops.sql" with { type: "text" };
import sessionSums from "../migrations/0009_session_sums.sql" with { type: "text" };
import couponUses from "../migrations/0010_coupon_use_deltas.sql" with { type: "text" };
import providers from "../migrations/0011_providers.sql" with { type: "text" };
import batches from "../migrations/0012_batches.sql" with { type: "text" };
import batched from "../migrations/0013_deliveries_batched.sql" with { type: "text" };
import sealedSecrets from "../migrations/0014_sealed_secrets.sql" with { type: "text" };
import providerKeys from "../migrations/0015_provider_keys.sql" with { type: "text" };
import refunds from "../migrations/0016_refunds.sql" with { type: "text" };
import codeSecret from "../migrations/0017_code_secret.sql" with { type: "text" };
import moneySums from "../migrations/0018_money_sums.sql" with { type: "text" };
import factors from "../migrations/0019_factors.sql" with { type: "text" };
import unexpectedOfProvider from "../migrations/0020_unexpected_of_provider.sql" with {
  type: "text",
};
import unexpectedDisputes from "../migrations/0021_unexpected_disputes.sql" with { type: "text" };
import auditSeals from "../migrations/0022_audit_seals.sql" with { type: "text" };
import keyAddresses from "../migrations/0023_key_addresses.sql" with { type: "text" };
import previousSecrets from "../migrations/0024_previous_secrets.sql" with { type: "text" };
import coinsGiven from "../migrations/0025_coins_given.sql" with { type: "text" };
import dailyLimits from "../migrations/0026_daily_limits.sql" with { type: "text" };
import productsByHand from "../migrations/0027_products_by_hand.sql" with { type: "text" };
import passkeys from "../migrations/0028_passkeys.sql" with { type: "text" };
import limitEvents from "../migrations/0029_limit_events.sql" with { type: "text" };
import personEmails from "../migrations/0030_person_emails.sql" with { type: "text" };
import personPlaces from "../migrations/0031_person_places.sql" with { type: "text" };
import pictures from "../migrations/0033_pictures.sql" with { type: "text" };
import refundsPending from "../migrations/0032_refunds_pending.sql" with { type: "text" };

/** One step of the schema. */
export interface Migration {
  readonly sql: string;
  /** The oldest schema version whose programs work on the result. */
  readonly oldest: number;
  /**
   * The index that the migration makes, for a single `CREATE INDEX CONCURRENTLY`, which runs outside
   * of a transaction.
   */
  readonly index?: string;
}

/** Migrations from an empty database to the current schema; a released one never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { sql: init, oldest: 1 },
  // Earlier programs answer sessions from memory, and send every webhook themselves.
  { sql: servers, oldest: 2 },
  { sql: safeguards, oldest: 2 },
  { sql: retained, oldest: 2, index: "sessions_retained" },
  { sql: buyers, oldest: 2 },
  { sql: lanes, oldest: 2 },
  // Earlier programs cannot read an event of a shop, as no event of a new type: while one of them
  // runs, a key that floods the shop with unknown payments delays its deliveries until it has ended.
  { sql: shopEvents, oldest: 2 },
  { sql: changedShops, oldest: 2 },
  { sql: sessionSums, oldest: 2 },
  { sql: couponUses, oldest: 2 },
  // Earlier programs do not know who takes a payment: add a provider once none of them runs.
  { sql: providers, oldest: 2 },
  { sql: batches, oldest: 2 },
  { sql: batched, oldest: 2, index: "deliveries_batched" },
  // Earlier programs cannot read a sealed secret; none is sealed while one of them runs, and the first
  // one that is sealed raises `oldest`.
  { sql: sealedSecrets, oldest: 2 },
  // Earlier programs know the demo provider alone: the first other one raises `oldest`.
  { sql: providerKeys, oldest: 2 },
  // Earlier programs would write a session without its refunds: the first one raises `oldest`.
  { sql: refunds, oldest: 2 },
  // Earlier programs cannot check a code with a key: the first secret for codes raises `oldest`.
  { sql: codeSecret, oldest: 2 },
  { sql: moneySums, oldest: 2 },
  // Earlier dashboards ask for no second factor: the first one raises `oldest`.
  { sql: factors, oldest: 2 },
  { sql: unexpectedOfProvider, oldest: 2, index: "unexpected_payments_of_provider" },
  { sql: unexpectedDisputes, oldest: 2 },
  { sql: auditSeals, oldest: 2 },
  // Earlier programs take every key from any address: the first one with ranges raises `oldest`.
  { sql: keyAddresses, oldest: 2 },
  // Earlier programs sign with one secret: the first rotation with an overlap raises `oldest`.
  { sql: previousSecrets, oldest: 2 },
  { sql: coinsGiven, oldest: 2, index: "coin_movements_given" },
  // Earlier programs keep no limit of a day: the first one raises `oldest`.
  { sql: dailyLimits, oldest: 2 },
  { sql: productsByHand, oldest: 2 },
  // Earlier dashboards ask for no passkey: the secret of their challenges raises `oldest`.
  { sql: passkeys, oldest: 2 },
  // Earlier programs do not know `limit.crossed`: the first one raises `oldest`.
  { sql: limitEvents, oldest: 2 },
  { sql: personEmails, oldest: 2 },
  { sql: personPlaces, oldest: 2 },
  { sql: refundsPending, oldest: 2 },
  { sql: pictures, oldest: 2 },
];

/** All migrations. */
export const SCHEMA_TEXT = MIGRATIONS.map(({ sql }) => sql).join("\n");

/** Schema version of this program: the number of migrations. */
export const POSTGRES_SCHEMA_VERSION = MIGRATIONS.length;
