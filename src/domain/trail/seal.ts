import { hash } from "node:crypto";
import type { AuditAction } from "./actions.ts";
import type { AuditEntry } from "./entry.ts";

/** A link of the chain over the audit trail: it seals the entries of about a minute. */
export interface AuditSeal {
  /** 0 for the beginning of the chain, which seals none. */
  readonly seal: number;
  /** When it was made. */
  readonly at: number;
  /** Number of its entries. */
  readonly entries: number;
  /** SHA-256 of the hash before it and of its entries, hexadecimal; random for the beginning. */
  readonly hash: string;
}

/** Number and hash of a seal, as they are kept elsewhere. */
export type SealHead = Pick<AuditSeal, "seal" | "hash">;

/** An entry under a seal. The texts that can name a person are in it as salted digests. */
export interface SealedEntry {
  readonly entryId: string;
  readonly seal: number;
  /** Place among the entries of the seal, from 0. */
  readonly place: number;
  /** SHA-256 of what never changes, and of the two digests below. */
  readonly digest: string;
  /** Null once the name of the subject was erased. */
  readonly subjectSalt: string | null;
  readonly subjectDigest: string;
  /** Null once the names and fields of the object were erased. */
  readonly objectSalt: string | null;
  readonly objectDigest: string;
}

/** A sealed entry as it is stored; without the entry if it is gone. */
export interface SealedRow {
  readonly sealed: SealedEntry;
  readonly entry: AuditEntry | null;
}

/** Instead of a name that was erased. */
export const ERASED_NAME = "(erased)";

/** Longest time that an entry may take to be committed, or a server's clock be behind another's. */
const LATE_MS = 3_600_000;

/**
 * True for an entry that says an earlier time than the seal before its own. Those from before the
 * chain are sealed in its first hour.
 *
 * @param begunAt when the chain began; null if its beginning was deleted
 */
export function isLate(
  { at }: Pick<AuditEntry, "at">,
  last: AuditSeal,
  begunAt: number | null,
): boolean {
  return at < last.at - LATE_MS && last.at > (begunAt ?? -Infinity) + LATE_MS;
}

/** Makes the next seal of a chain. */
export function sealNext(
  last: SealHead,
  entries: readonly AuditEntry[],
  { at, newSalt }: { readonly at: number; readonly newSalt: () => string },
): { readonly seal: AuditSeal; readonly sealed: readonly SealedEntry[] } {
  const number = last.seal + 1;
  const sealed = entries.map((entry, place): SealedEntry => {
    const [subjectSalt, objectSalt] = [newSalt(), newSalt()];
    const digests = {
      subjectDigest: subjectDigest(entry, subjectSalt),
      objectDigest: objectDigest(entry, objectSalt),
    };
    const digest = entryDigest(entry, digests);
    return { entryId: entry.id, seal: number, place, digest, subjectSalt, objectSalt, ...digests };
  });
  const seal = { seal: number, at, entries: entries.length };
  return { seal: { ...seal, hash: sealHash(last, seal, sealed) }, sealed };
}

/**
 * Compares a seal with the one before it and with its entries as they are stored.
 *
 * @param rows by their place
 * @param begunAt as in {@link isLate}
 * @returns what is wrong, in words; empty if it holds
 */
export function problemsOf(
  last: AuditSeal,
  seal: AuditSeal,
  rows: readonly SealedRow[],
  begunAt: number | null,
): readonly string[] {
  const found: string[] = [];
  if (seal.seal !== last.seal + 1) found.push(`Seals after ${last.seal} are missing`);
  const sealed = rows.map((row) => row.sealed);
  if (rows.length !== seal.entries || sealed.some(({ place }, n) => place !== n)) {
    found.push(`Seal ${seal.seal} has other entries than it sealed`);
  } else if (sealHash(last, seal, sealed) !== seal.hash) {
    found.push(`Seal ${seal.seal} does not follow from the one before it and its entries`);
  }
  for (const { sealed: one, entry } of rows) {
    if (entry === null) found.push(`Entry ${one.entryId} was removed`);
    else if (!isAsSealed(entry, one)) found.push(`Entry ${entry.id} was changed`);
    else if (isLate(entry, last, begunAt)) {
      found.push(`Entry ${entry.id} was added later than it says`);
    }
  }
  return found;
}

/** Action of the entry that says how many entries lost a name. */
export const ERASE_ACTION = "audit.erase" satisfies AuditAction;

/** Ids of the entries whose subject has a name, and of those on a person with it. */
export interface NamedEntries {
  readonly by: readonly string[];
  readonly on: readonly string[];
}

/** Names that were erased, of subjects and of objects, less those of which entries say so. */
export interface ErasedExcess {
  readonly by: number;
  readonly on: number;
}

/** No name was erased. */
export const NO_EXCESS: ErasedExcess = { by: 0, on: 0 };

/**
 * Goes on counting names that were erased and entries that say so. Erasures of earlier versions say
 * no number: names that were erased before them are not counted.
 *
 * @param sealed null for an entry that waits for its seal
 * @param entry null if it is gone
 */
export function notSaid(
  { by, on }: ErasedExcess,
  sealed: SealedEntry | null,
  entry: AuditEntry | null,
): ErasedExcess {
  const next = {
    by: by + Number(sealed?.subjectSalt === null),
    on: on + Number(sealed?.objectSalt === null),
  };
  if (entry?.action !== ERASE_ACTION) return next;
  const said = entry.after;
  return {
    by: said === null ? Math.min(next.by, 0) : next.by - Number(said["entries_by"]),
    on: said === null ? Math.min(next.on, 0) : next.on - Number(said["entries_on"]),
  };
}

/** True for a sealed entry of which something was erased. */
export function hasErasedName({ subjectSalt, objectSalt }: SealedEntry): boolean {
  return subjectSalt === null || objectSalt === null;
}

function isAsSealed(entry: AuditEntry, sealed: SealedEntry): boolean {
  const { subjectSalt, objectSalt } = sealed;
  const { subject, object, before, after } = entry;
  const hasSubject = subjectSalt === null
    ? subject.label === ERASED_NAME
    : subjectDigest(entry, subjectSalt) === sealed.subjectDigest;
  const hasObject = objectSalt === null
    ? object.label === ERASED_NAME && before === null && after === null
    : objectDigest(entry, objectSalt) === sealed.objectDigest;
  return hasSubject && hasObject && entryDigest(entry, sealed) === sealed.digest;
}

function sealHash(
  { hash: before }: SealHead,
  { seal, at, entries }: Omit<AuditSeal, "hash">,
  sealed: readonly Pick<SealedEntry, "entryId" | "digest">[],
): string {
  return digestOf([before, seal, at, entries, ...sealed.map(({ digest }) => digest)]);
}

function entryDigest(
  { id, at, subject, merchantId, action, object }: AuditEntry,
  { subjectDigest, objectDigest }: Pick<SealedEntry, "subjectDigest" | "objectDigest">,
): string {
  const ids = [subject.kind, subject.id, merchantId, action, object.kind, object.id];
  return digestOf([id, at, ...ids, subjectDigest, objectDigest]);
}

function subjectDigest({ subject }: AuditEntry, salt: string): string {
  return digestOf([salt, subject.label]);
}

function objectDigest({ object, before, after }: AuditEntry, salt: string): string {
  return digestOf([salt, object.label, before, after]);
}

function digestOf(values: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(values), "hex");
}
