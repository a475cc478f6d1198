import { dirname, join, resolve } from "node:path";
import { action, type Diagnosis, ok, some, warn } from "../../domain/diagnosis.ts";
import type { SecretKeys } from "../../domain/secret.ts";
import { counted } from "../../domain/values/wording.ts";
import { isUrl } from "../../store/database_url.ts";
import type { SecretFact, SecretFacts } from "../../domain/sealing.ts";
import type { Machine } from "./machine.ts";

const TOPIC = "secrets";
/** Permissions of all but the owner. */
const OTHERS = 0o077;

/** Secrets that none of the keys opens. */
export function lockedOf(
  { secrets }: Pick<SecretFacts, "secrets">,
  keys: Pick<SecretKeys, "open">,
): SecretFact[] {
  return secrets.filter(({ secret, place }) => keys.open(secret, place) === null);
}

/** Names of locked secrets, and what to do. */
export function lockedText(
  { keys: recorded }: SecretFacts,
  locked: readonly SecretFact[],
  { path }: Pick<SecretKeys, "path">,
): readonly [found: string, advice: string] {
  const prints = recorded.map(({ fingerprint }) => fingerprint).join(", ");
  const names = some(locked.map(({ label }) => label));
  return [
    `Locked: ${counted(locked.length, "secret")} (${names}), whose messages wait`,
    `Put the file of the key (fingerprint ${prints}) back${path === null ? "" : ` at ${path}`}, ` +
    "or name it with --secrets-key",
  ];
}

/** Judges whether secrets are sealed, and whether their key is there and kept apart. */
export function judgeSecrets(
  facts: SecretFacts,
  { database, keys, machine }: {
    readonly database: string;
    readonly keys: SecretKeys;
    readonly machine: Pick<Machine, "file">;
  },
): Diagnosis[] {
  if (facts.secrets.length === 0 && facts.keys.length === 0) {
    return [ok(TOPIC, "No secrets are stored yet")];
  }
  const count = counted(facts.secrets.length, "secret");
  if (facts.keys.length === 0) {
    const has = keys.fingerprints().length > 0 ? "the server seals them" : keys.problem;
    return [warn(
      TOPIC,
      `Stored as plain text: ${count}; ${has}`,
      "Start the server so that it can make a file outside of the database's folder, or name one " +
        "with --secrets-key",
    )];
  }
  const locked = lockedOf(facts, keys);
  if (locked.length > 0) {
    const [found, advice] = lockedText(facts, locked, keys);
    return [action(TOPIC, `${found}; ${keys.problem ?? "the key here is another one"}`, advice)];
  }
  const { path } = keys;
  if (path === null || keys.problem !== null) {
    return [
      action(
        TOPIC,
        `No secret can be sealed: ${keys.problem}`,
        "Name it with --secrets-key; if it is lost, checkoutctl secrets rotate makes a new one",
      ),
    ];
  }
  return [
    ...judgeKeyFile(path, database, machine),
    ok(TOPIC, `Sealed by the key in ${path}: ${count}`),
  ]
    .slice(0, 1);
}

function judgeKeyFile(
  path: string,
  database: string,
  machine: Pick<Machine, "file">,
): Diagnosis[] {
  if (!isUrl(database) && resolve(path).startsWith(join(resolve(dirname(database)), "/"))) {
    const found = `The key of the secrets is in the database's folder: ${path}`;
    return [warn(
      TOPIC,
      found,
      "Move it elsewhere and name it with --secrets-key: a copy of the " +
        "folder has both",
    )];
  }
  const mode = machine.file(path)?.mode ?? 0;
  if ((mode & OTHERS) === 0) return [];
  const text = mode.toString(8).padStart(3, "0");
  return [
    warn(
      TOPIC,
      `Others can use the key of the secrets: ${path}, mode ${text}`,
      `chmod 600 ${path}`,
    ),
  ];
}
