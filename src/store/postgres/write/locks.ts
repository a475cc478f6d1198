import type { StatementData } from "../../commit/plan/statement.ts";
import type { LockCollector, Locks } from "../../write/locks.ts";
import { WRITES } from "../../write/writes.ts";
import { storable } from "../connection/storable.ts";

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

  json(): string {
    return JSON.stringify(
      Object.fromEntries(Object.entries(this.#found).map(([kind, of]) => [kind, [...of.values()]])),
    );
  }
}

/** The locks of a batch as JSON ({@link Locks}). */
export function locksOf(batch: readonly (readonly StatementData[])[]): string {
  const lock = new Collector();
  for (const commit of batch) {
    for (const { name, params } of commit) {
      for (const locks of WRITES[name].locks) locks(params, lock);
    }
  }
  return lock.json();
}
