import { invalidatesCaches } from "../../domain/administrative.ts";
import type { Store } from "../store.ts";
import type { CommitQueue } from "./queue.ts";

/**
 * `Store.commit` over a queue.
 *
 * @param epoch a stored epoch that must be read again after administrative changes
 */
export function committing(
  queue: Pick<CommitQueue, "commit">,
  epoch?: { forget(): void },
): Store["commit"] {
  return async (changes) => {
    if (changes.length === 0) return;
    try {
      await queue.commit(changes);
    } finally {
      // Also after a failure, which may leave open what was written.
      if (changes.some(invalidatesCaches)) epoch?.forget();
    }
  };
}
