import type { Claims } from "../../commit/batch.ts";
import type { StatementData } from "../../commit/plan/statement.ts";
import type { LockCollector, Locks } from "../../write/locks.ts";
import { WRITES } from "../../write/writes.ts";
import { storable } from "../connection/storable.ts";

/** Kinds of locks that few commits have in common, and those that name a session. */
const OWN: ReadonlySet<keyof Locks> = new Set(["sessions", "activity", "customers"]);
const BY_SESSION: ReadonlySet<keyof Locks> = new Set(["stock", "deliveries"]);
/** Words of names that few commits have in common. */
const OWN_NAMES = ["idempotency:", "phone:", "reference:", "refund:", "dispute:"];

const isOwn = (kind: keyof Locks, name: string) =>
  OWN.has(kind) || (kind === "keys" && OWN_NAMES.some((word) => name.startsWith(word)));

/** Collects each lock once. */
class Collector implements LockCollector {
  readonly #found: Partial<Record<keyof Locks, Map<string, unknown>>> = {};

  add(kind: Exclude<keyof Locks, "variants">, name: string): void {
    const stored = storable(name);
    (this.#found[kind] ??= new Map()).set(stored, stored);
  }

  variant(merchantId: string, variantId: string): void {
    (this.#found.variants ??= new Map()).set(`${merchantId}:${variantId}`, [merchantId, variantId]);
  }

  claims(): Claims {
    const names: string[] = [];
    let isHot = false;
    for (
      const [kind, found] of Object.entries(this.#found) as [keyof Locks, Map<string, unknown>][]
    ) {
      for (const name of found.keys()) {
        const isOf = isOwn(kind, name);
        isHot ||= !isOf;
        // Ids are unique, so that a session has one name in all kinds.
        if (isOf || BY_SESSION.has(kind)) names.push(name);
      }
    }
    return { isHot, names };
  }

  json(): string {
    return JSON.stringify(
      Object.fromEntries(Object.entries(this.#found).map(([kind, of]) => [kind, [...of.values()]])),
    );
  }
}

/** What a commit works on, as its locks tell. */
export function claimsOf(commit: readonly StatementData[]): Claims {
  return collected([commit]).claims();
}

/** The locks of a batch as JSON ({@link Locks}). */
export function locksOf(batch: readonly (readonly StatementData[])[]): string {
  return collected(batch).json();
}

function collected(batch: readonly (readonly StatementData[])[]): Collector {
  const lock = new Collector();
  for (const commit of batch) {
    for (const { name, params } of commit) {
      for (const locks of WRITES[name].locks) locks(params, lock);
    }
  }
  return lock;
}
