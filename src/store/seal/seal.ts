import { authenticatorPlace } from "../../domain/people/factor.ts";
import { providerPlace } from "../../domain/shop/provider.ts";
import { type Endpoint, endpointPlace, secretOf } from "../../domain/shop/webhook.ts";
import {
  type RecordedKey,
  sealedBy,
  type SecretPlace,
  serverPlace,
  type StoredSecret,
} from "../../domain/secret.ts";
import { counted } from "../../domain/values/wording.ts";
import { auditEntry } from "../../domain/trail/entry.ts";
import { auditToRow } from "../../schema/stored/audit.ts";
import { endpointFromRow, secretColumnWith } from "../../schema/stored/endpoint.ts";
import { authenticatorFromRow, loginOfAuthenticator } from "../../schema/stored/factor.ts";
import { accountFromRow } from "../../schema/stored/provider.ts";
import { secretFromRow, secretKeyFromRow } from "../../schema/stored/secret.ts";
import type { SealOptions, SealReport, SecretFacts } from "../../domain/sealing.ts";
import type { Reader } from "../read/query.ts";

/** Tables with secrets, which are written anew once plain text is gone from their rows. */
export const SECRET_TABLES = [
  "webhook_endpoints",
  "payment_providers",
  "authenticators",
  "secrets",
] as const;

/** A stored secret, and its column with another form of it. */
interface SecretRow {
  readonly table: keyof typeof UPDATE;
  /** Id, or name. */
  readonly key: string;
  /** Of the endpoint its address, of the provider its kind, of the person the login; else the name. */
  readonly label: string;
  readonly secret: StoredSecret;
  readonly place: SecretPlace;
  readonly columnWith: (secret: StoredSecret) => string;
}

/** Reads all secrets, those of the server last. */
async function readSecretRows(reader: Reader): Promise<SecretRow[]> {
  const endpoints = reader.query(
    [],
    "SELECT * FROM webhook_endpoints ORDER BY merchant_id, created_at, id",
    (row) => endpointSecrets(endpointFromRow(row)),
  );
  const providers = reader.query(
    [],
    `SELECT * FROM payment_providers WHERE secret IS NOT NULL
       ORDER BY merchant_id, created_at, id`,
    (row): SecretRow => {
      const account = accountFromRow(row);
      const { id: key, kind, secret } = account;
      if (secret === null) throw new RangeError(`A provider's key is gone: ${key}`);
      const place = providerPlace(account);
      const columnWith = ({ stored }: StoredSecret) => stored;
      return { table: "payment_providers", key, label: kind, secret, place, columnWith };
    },
  );
  const authenticators = reader.query(
    [],
    `SELECT a.*, p.login FROM authenticators AS a JOIN people AS p ON p.id = a.person_id
       ORDER BY p.login`,
    (row): SecretRow => {
      const { personId: key, secret } = authenticatorFromRow(row);
      const label = loginOfAuthenticator(row);
      const place = authenticatorPlace(key);
      const columnWith = ({ stored }: StoredSecret) => stored;
      return { table: "authenticators", key, label, secret, place, columnWith };
    },
  );
  const own = reader.query([], "SELECT * FROM secrets ORDER BY name", (row): SecretRow => {
    const { name, value } = secretFromRow(row);
    const place = serverPlace(name);
    const columnWith = ({ stored }: StoredSecret) => stored;
    return { table: "secrets", key: name, label: name, secret: value, place, columnWith };
  });
  return [
    ...(await endpoints.all({})).flat(),
    ...await providers.all({}),
    ...await authenticators.all({}),
    ...await own.all({}),
  ];
}

/** The secrets of an endpoint: a rotated one has two. */
function endpointSecrets(endpoint: Endpoint): SecretRow[] {
  const of = { key: endpoint.id, label: endpoint.url, place: endpointPlace(endpoint) };
  const secret = secretOf(endpoint);
  const columnWith = (secret: StoredSecret) => secretColumnWith(endpoint, secret);
  const current = { ...of, table: "webhook_endpoints", secret, columnWith } as const;
  if (endpoint.kind !== "webhook" || endpoint.previous === null) return [current];
  return [current, {
    ...of,
    table: "webhook_endpoints.previous",
    secret: endpoint.previous.secret,
    columnWith,
  }];
}

/** Reads the recorded keys. */
async function readRecordedKeys(reader: Reader): Promise<RecordedKey[]> {
  return await reader.query([], "SELECT * FROM secret_keys", secretKeyFromRow).all({});
}

/** Reads what is sealed and by which key. */
export async function readSecretFacts(reader: Reader): Promise<SecretFacts> {
  const rows = await readSecretRows(reader);
  return {
    keys: await readRecordedKeys(reader),
    secrets: rows.map(({ label, secret, place }) => ({ label, secret, place })),
  };
}

/** A database within the transaction that seals. */
export interface SealTarget {
  readonly reader: Reader;
  /** Runs a statement with parameters `$1`, `$2`. */
  run(sql: string, ...values: readonly (string | number | null)[]): unknown;
  /** Makes the id of an audit entry. */
  readonly newId: () => string;
}

/** A report, and if the files may have plain text that no row has any more. */
export interface Sealed extends SealReport {
  readonly mustClean: boolean;
}

/** Seals the rows of a database; the caller has a transaction, and keeps other writers out. */
export async function sealRows(
  { reader, run, newId }: SealTarget,
  { keys, now, isNeeded = false, rotatedBy, forgetsOwn = false }: SealOptions,
): Promise<Sealed> {
  const [rows, recorded] = [await readSecretRows(reader), await readRecordedKeys(reader)];
  const unchanged = { sealed: 0, locked: 0, problem: null, mustClean: false };
  const isFirst = recorded.length === 0;
  const isRotation = rotatedBy !== undefined;
  if (isFirst && rows.length === 0 && !isNeeded) return unchanged;
  const known = recorded.map((key) => key.fingerprint);
  const isKnown = (one: string) => known.includes(one);
  const lost = rows.filter(({ secret, place }) => keys.open(secret, place) === null);
  const forgotten = lost.filter(({ table }) => forgetsOwn && table === "secrets");
  if (!isFirst && !keys.fingerprints().some(isKnown)) {
    const why = keys.problem ?? "the key of this program is another one than the database's";
    if (!isRotation) return { ...unchanged, problem: why };
    const left = lost.filter((row) => !forgotten.includes(row));
    if (left.length > 0) return { ...unchanged, problem: `${why}; ${needsText(left)}` };
    // Nothing needs a lost key: a new one takes its place.
    keys.make();
  }
  if (isFirst) keys.make();
  const own = keys.fingerprints();
  const held = known.find((one) => own.includes(one));
  const [newest] = own;
  if (newest === undefined) return { ...unchanged, problem: keys.problem };
  const fingerprint = isRotation ? newest : held ?? newest;
  if (!isKnown(fingerprint)) await run(RECORD, fingerprint, now);
  for (const { key } of forgotten) await run(FORGET, key);
  const kept = rows.filter((row) => !forgotten.includes(row));
  const { sealed, locked, needed } = await updateRows(kept, { run, keys, fingerprint });
  for (const one of isRotation ? known : []) {
    if (one !== fingerprint && !needed.has(one)) await run(RETIRE, one);
  }
  const mustClean = isFirst || recorded.some(({ cleanedAt }) => cleanedAt === null);
  // Rows of another key had no plain text.
  if (!mustClean) await run(CLEANED, now);
  if (isRotation) {
    const gone = forgotten.length === 0 ? {} : { forgotten: forgotten.map(({ label }) => label) };
    const after = { fingerprint, sealed, locked, ...gone };
    const made = { id: newId(), at: now, by: rotatedBy };
    const row = auditToRow(auditEntry({ ...ROTATION, after }, made));
    const names = Object.keys(row);
    const holes = names.map((_, n) => `$${n + 1}`);
    await run(
      `INSERT INTO audit_entries (${names.join(", ")}) VALUES (${holes.join(", ")})`,
      ...Object.values(row),
    );
  }
  return { sealed, locked, problem: null, mustClean };
}

/** Says what needs a key that is not here, and what to do. */
function needsText(rows: readonly SecretRow[]): string {
  const count = (isOne: (row: SecretRow) => boolean) => rows.filter(isOne).length;
  const own = count(({ table }) => table === "secrets");
  const webhooks = new Set(rows.flatMap(({ place }) => place.kind === "webhook" ? place.row : []));
  const providers = count(({ table }) => table === "payment_providers");
  const authenticators = count(({ table }) => table === "authenticators");
  const channels = count(({ place }) => place.kind === "email" || place.kind === "sms");
  const parts = [
    ...webhooks.size > 0 ? [counted(webhooks.size, "webhook endpoint")] : [],
    ...providers > 0 ? [counted(providers, "payment provider")] : [],
    ...authenticators > 0 ? [counted(authenticators, "authenticator app")] : [],
    ...channels > 0 ? [counted(channels, "channel")] : [],
    ...own > 0 ? ["the server's own secrets"] : [],
  ];
  const prints = [...new Set(rows.map(({ secret }) => sealedBy(secret)))].join(", ");
  return `still sealed by a key that is not here (fingerprint ${prints}): ${parts.join(", ")}; ` +
    "put that key into the file, or remove those endpoints, channels, providers and apps (dashboard " +
    "factor reset) if it is lost, and rotate again";
}

/** Seals each row that another key has sealed, or none. */
async function updateRows(
  rows: readonly SecretRow[],
  { run, keys, fingerprint }:
    & Pick<SealTarget, "run">
    & Pick<SealOptions, "keys">
    & { readonly fingerprint: string },
) {
  const needed = new Set<string>();
  let sealed = 0;
  let locked = 0;
  for (const { table, key, secret, place, columnWith } of rows) {
    const by = sealedBy(secret);
    if (by === fingerprint) continue;
    const text = keys.open(secret, place);
    if (text === null) {
      locked += 1;
      if (by !== null) needed.add(by);
    } else {
      await run(UPDATE[table], columnWith(keys.seal(text, place, fingerprint)), key);
      sealed += 1;
    }
  }
  return { sealed, locked, needed };
}

const ROTATION = {
  merchantId: null,
  action: "secrets.rotate",
  object: { kind: "secrets", id: null, label: null },
  before: null,
} as const;
const RECORD = "INSERT INTO secret_keys (fingerprint, created_at) VALUES ($1, $2)";
const FORGET = "DELETE FROM secrets WHERE name = $1";
const RETIRE = "DELETE FROM secret_keys WHERE fingerprint = $1";
const UPDATE = {
  webhook_endpoints: "UPDATE webhook_endpoints SET secret = $1 WHERE id = $2",
  "webhook_endpoints.previous": "UPDATE webhook_endpoints SET previous_secret = $1 WHERE id = $2",
  payment_providers: "UPDATE payment_providers SET secret = $1 WHERE id = $2",
  authenticators: "UPDATE authenticators SET secret = $1 WHERE person_id = $2",
  secrets: "UPDATE secrets SET value = $1 WHERE name = $2",
} as const;

/** Notes that plain text is gone from the files. */
export const CLEANED = "UPDATE secret_keys SET cleaned_at = $1 WHERE cleaned_at IS NULL";
