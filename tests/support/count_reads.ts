import type { SessionId } from "../../src/domain/ids.ts";
import type { World } from "./app.ts";

/** Counts how often the store is asked for a session: for a whole one, or for what is shown. */
export function countReads(
  { store }: World,
  name: "session" | "shownSession",
): () => number {
  const read: (id: SessionId) => unknown = store[name].bind(store);
  let count = 0;
  Object.defineProperty(store, name, {
    value: (id: SessionId) => {
      count += 1;
      return read(id);
    },
  });
  return () => count;
}
