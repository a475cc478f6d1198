import type { Change } from "../domain/changes.ts";
import type { MerchantId } from "../domain/ids.ts";
import { type LimitRefusal, REFUSED_HOUR_MS, REFUSED_LATELY_MS } from "../domain/shop/limits.ts";
import type { Deps } from "./deps.ts";

/**
 * Counts what the limits of shops refuse. A flood is refused by the thousand, so counts are gathered
 * here and written by {@link flush}; of a server that is killed the last second is not counted.
 */
export class LimitRefusals {
  readonly #deps: Pick<Deps, "store" | "now">;
  readonly #totals = new Map<LimitRefusal, number>();
  #pending = new Map<string, Extract<Change, { kind: "limit.refused" }>>();

  constructor(deps: Pick<Deps, "store" | "now">) {
    this.#deps = deps;
  }

  /** Counts a refusal. */
  note(merchantId: MerchantId, refusal: LimitRefusal): void {
    const at = this.#deps.now();
    const hour = at - at % REFUSED_HOUR_MS;
    const key = `${merchantId} ${refusal} ${hour}`;
    const count = (this.#pending.get(key)?.count ?? 0) + 1;
    this.#pending.set(key, { kind: "limit.refused", merchantId, refusal, hour, count });
    this.#totals.set(refusal, (this.#totals.get(refusal) ?? 0) + 1);
  }

  /** Refusals by this process since its start. */
  totals(): ReadonlyMap<LimitRefusal, number> {
    return this.#totals;
  }

  /** Writes the counts since the last call. They are not worth a retry: metrics have them too. */
  async flush(): Promise<void> {
    const pending = [...this.#pending.values()];
    if (pending.length === 0) return;
    this.#pending = new Map();
    // A shop that was removed meanwhile has no counts.
    await Promise.allSettled(pending.map((change) => this.#deps.store.commit([change])));
  }

  /** Time before which counts are no longer shown. */
  shownFrom(): number {
    return this.#deps.now() - REFUSED_LATELY_MS - REFUSED_HOUR_MS;
  }
}
