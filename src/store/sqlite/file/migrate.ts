import type { DatabaseSync } from "node:sqlite";
import { APPLICATION_ID } from "../../sql/application_id.ts";
import init from "../migrations/0001_init.sql" with { type: "text" };
import checkout from "../migrations/0002_checkout.sql" with { type: "text" };
import counts from "../migrations/0003_session_counts.sql" with { type: "text" };
import idempotency from "../migrations/0004_idempotency.sql" with { type: "text" };
import catalogue from "../migrations/0005_catalogue.sql" with { type: "text" };
import paymentHolds from "../migrations/0006_payment_holds.sql" with { type: "text" };
import payments from "../migrations/0007_payments.sql" with { type: "text" };
import extra from "../migrations/0008_session_extra.sql" with { type: "text" };
import packed from "../migrations/0009_packed_sessions.sql" with { type: "text" };
import shown from "../migrations/0010_shown_sessions.sql" with { type: "text" };
import webhookInclude from "../migrations/0011_webhook_include.sql" with { type: "text" };
import days from "../migrations/0012_days.sql" with { type: "text" };
import orders from "../migrations/0013_orders.sql" with { type: "text" };
import recovery from "../migrations/0014_recovery.sql" with { type: "text" };
import pages from "../migrations/0015_pages.sql" with { type: "text" };
import channels from "../migrations/0016_channels.sql" with { type: "text" };
import checkoutLinks from "../migrations/0017_checkout_links.sql" with { type: "text" };
import manualPayments from "../migrations/0018_manual_payments.sql" with { type: "text" };
import couponUses from "../migrations/0019_coupon_uses.sql" with { type: "text" };
import keyScopes from "../migrations/0020_key_scopes.sql" with { type: "text" };
import people from "../migrations/0021_people.sql" with { type: "text" };
import livemode from "../migrations/0022_livemode.sql" with { type: "text" };
import audit from "../migrations/0023_audit.sql" with { type: "text" };
import statistics from "../migrations/0024_statistics.sql" with { type: "text" };
import safeguards from "../migrations/0025_safeguards.sql" with { type: "text" };
import buyers from "../migrations/0026_buyers.sql" with { type: "text" };
import lanes from "../migrations/0027_lanes.sql" with { type: "text" };
import shopEvents from "../migrations/0028_shop_events.sql" with { type: "text" };
import changedShops from "../migrations/0029_changed_shops.sql" with { type: "text" };
import sessionSums from "../migrations/0030_session_sums.sql" with { type: "text" };
import providers from "../migrations/0031_providers.sql" with { type: "text" };
import batches from "../migrations/0032_batches.sql" with { type: "text" };
import sealedSecrets from "../migrations/0033_sealed_secrets.sql" with { type: "text" };
import providerKeys from "../migrations/0034_provider_keys.sql" with { type: "text" };
import refunds from "../migrations/0035_refunds.sql" with { type: "text" };
import moneySums from "../migrations/0036_money_sums.sql" with { type: "text" };
import factors from "../migrations/0037_factors.sql" with { type: "text" };
import unexpectedOfProvider from "../migrations/0038_unexpected_of_provider.sql" with {
  type: "text",
};
import unexpectedDisputes from "../migrations/0039_unexpected_disputes.sql" with { type: "text" };
import auditSeals from "../migrations/0040_audit_seals.sql" with { type: "text" };
import keyAddresses from "../migrations/0041_key_addresses.sql" with { type: "text" };
import previousSecrets from "../migrations/0042_previous_secrets.sql" with { type: "text" };
import coinsGiven from "../migrations/0043_coins_given.sql" with { type: "text" };
import productsByHand from "../migrations/0044_products_by_hand.sql" with { type: "text" };
import passkeys from "../migrations/0045_passkeys.sql" with { type: "text" };
import personEmails from "../migrations/0046_person_emails.sql" with { type: "text" };
import personPlaces from "../migrations/0047_person_places.sql" with { type: "text" };
import pictures from "../migrations/0049_pictures.sql" with { type: "text" };
import refundsPending from "../migrations/0048_refunds_pending.sql" with { type: "text" };
import schema from "../migrations/schema.sql" with { type: "text" };
import type { HeldLock } from "../../maintenance.ts";
import { DatabaseOpenError, EmptyDatabaseError, OlderSchemaError } from "../../open_error.ts";
import type { SchemaMode } from "../../schema_mode.ts";
import { execScript } from "./slices.ts";

/** Migrations from an empty file to the current schema; a released one never changes. */
const MIGRATIONS: readonly string[] = [
  init,
  checkout,
  counts,
  idempotency,
  catalogue,
  paymentHolds,
  payments,
  extra,
  packed,
  shown,
  webhookInclude,
  days,
  orders,
  recovery,
  pages,
  channels,
  checkoutLinks,
  manualPayments,
  couponUses,
  keyScopes,
  people,
  livemode,
  audit,
  statistics,
  safeguards,
  buyers,
  lanes,
  shopEvents,
  changedShops,
  sessionSums,
  providers,
  batches,
  sealedSecrets,
  providerKeys,
  refunds,
  moneySums,
  factors,
  unexpectedOfProvider,
  unexpectedDisputes,
  auditSeals,
  keyAddresses,
  previousSecrets,
  coinsGiven,
  productsByHand,
  passkeys,
  personEmails,
  personPlaces,
  refundsPending,
  pictures,
];

/** Schema version of this program: the number of migrations, stored in `user_version`. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** "ckcp", stored in `application_id` until a copy into the file is complete. */
export const UNFINISHED_ID = 0x636b6370;

/**
 * Refuses a database of a newer version or another program.
 *
 * @param path names the file in the message
 * @returns true if migrations are needed
 * @throws {DatabaseOpenError} naming the file, and both versions if it is newer
 */
export function checkSchema(db: DatabaseSync, path: string): boolean {
  checkOwner(db, path);
  const version = readPragma(db, "user_version");
  if (version > SCHEMA_VERSION) {
    throw new DatabaseOpenError(
      `The database has schema version ${version}, this program supports up to ${SCHEMA_VERSION}: ${path}`,
    );
  }
  return version < SCHEMA_VERSION;
}

/**
 * Refuses a database of another program; an empty one is accepted.
 *
 * @throws {DatabaseOpenError} naming the file
 */
export function checkOwner(db: DatabaseSync, path: string): void {
  // Read before the owner: another process may make the schema in between, and commits both.
  const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  if (readPragma(db, "application_id") === UNFINISHED_ID) {
    throw new DatabaseOpenError(
      `A copy into this database was not finished; run \`db copy\` again: ${path}`,
    );
  }
  if (!isEmpty && readPragma(db, "application_id") !== APPLICATION_ID) {
    throw new DatabaseOpenError(`The database belongs to another program: ${path}`);
  }
}

/** Makes the current schema in an empty database. */
export function makeCurrentSchema(db: DatabaseSync): void {
  db.exec(schema);
  db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** Runs the migrations up to a version in an empty database. */
export function makeSchema(db: DatabaseSync, version: number): void {
  for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql);
}

/** What may be done to a schema. */
export interface SchemaOptions {
  /** Default: migrate. */
  readonly schema?: SchemaMode | undefined;
  /** Keeps servers out while an older schema is migrated; throws if one runs. */
  readonly lockToMigrate?: (() => HeldLock) | undefined;
}

/**
 * {@link checkSchema}, which also refuses a migration that the mode does not allow.
 *
 * @throws {OlderSchemaError}
 */
export function checkMode(db: DatabaseSync, path: string, schema: SchemaMode = "migrate"): boolean {
  const isBehind = checkSchema(db, path);
  if (!isBehind || schema === "migrate") return isBehind;
  const version = readPragma(db, "user_version");
  if (version > 0) throw new OlderSchemaError(version, SCHEMA_VERSION, path);
  if (schema === "require") throw new EmptyDatabaseError(`The database has no tables: ${path}`);
  return true;
}

/**
 * Migrates the schema in one transaction; writes nothing if it is current. A new database gets the
 * whole schema at once, which takes a fifth of the time of the migrations.
 *
 * Another process that opens the file meanwhile waits and then finds the work done, because the
 * version is read again in the transaction.
 */
export function migrate(
  db: DatabaseSync,
  path: string,
  { schema: mode, lockToMigrate }: SchemaOptions = {},
): void {
  if (!checkMode(db, path, mode)) return;
  const held = readPragma(db, "user_version") > 0 ? lockToMigrate?.() : undefined;
  try {
    runMigrations(db, path, mode);
  } finally {
    held?.release();
  }
}

function runMigrations(db: DatabaseSync, path: string, mode: SchemaMode | undefined): void {
  db.prepare("BEGIN IMMEDIATE").run();
  try {
    if (checkMode(db, path, mode)) {
      const version = readPragma(db, "user_version");
      const scripts = version === 0 ? [schema] : MIGRATIONS.slice(version);
      for (const sql of scripts) execScript(db, sql);
      db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; PRAGMA application_id = ${APPLICATION_ID}`);
    }
    db.prepare("COMMIT").run();
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** Makes a cheap check that is true once a newer program has migrated an open database. */
export function schemaWatch(db: DatabaseSync): () => boolean {
  const version = db.prepare("PRAGMA user_version");
  return () => Number(version.get()?.["user_version"]) > SCHEMA_VERSION;
}

/** Reads a pragma with one number. */
export function readPragma(db: DatabaseSync, name: string): number {
  const value = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (typeof value !== "number") throw new TypeError(`PRAGMA ${name} gave no number: ${value}`);
  return value;
}
