import type { SessionId } from "../../src/domain/ids.ts";
import type { World } from "./app.ts";

/** Counts the reads of sessions: whole, their heads, or as shown. */
export function countReads(
  { store }: World,
  name: "find" | "head" | "shown",
): () => number {
  const read: (id: SessionId) => unknown = store.sessions[name].bind(store.sessions);
  let count = 0;
  Object.defineProperty(store.sessions, name, {
    value: (id: SessionId) => {
      count += 1;
      return read(id);
    },
  });
  return () => count;
}
