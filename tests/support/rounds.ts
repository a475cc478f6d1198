import { setImmediate } from "node:timers/promises";
import type { Store } from "../../src/store/store.ts";

/** Round trips to a database that answers what was asked at once together. */
export interface Rounds {
  /** Of reads, each with the names of what was read. */
  reads: string[][];
  /** Number of commits. */
  commits: number;
}

/**
 * A store that counts the round trips it would take to a server, which it shares with others.
 *
 * @param onRound called at the end of each round trip
 */
export function countingRounds(
  store: Store,
  onRound: () => void,
): { readonly store: Store; readonly rounds: Rounds } {
  const rounds: Rounds = { reads: [], commits: 0 };
  let round: Promise<void> | undefined;
  const gate = async (name: string) => {
    if (round === undefined) {
      rounds.reads.push([]);
      round = setImmediate().then(() => setImmediate()).then(() => {
        round = undefined;
        onRound();
      });
    }
    rounds.reads.at(-1)?.push(name);
    await round;
  };
  const counted = (name: string, part: object) =>
    new Proxy(part, {
      get: (target, method) => {
        const member: unknown = Reflect.get(target, method);
        if (typeof member !== "function") return member;
        return async (...parameters: unknown[]) => {
          await gate(`${name}.${String(method)}`);
          return await member.apply(target, parameters);
        };
      },
    });
  const counts = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name === "commit") {
        return (...changes: Parameters<Store["commit"]>) => {
          rounds.commits += 1;
          return target.commit(...changes);
        };
      }
      if (name === "epoch") {
        return async (...since: Parameters<Store["epoch"]>) => {
          await gate("epoch");
          return await target.epoch(...since);
        };
      }
      if (name === "shared") return {};
      const isPart = typeof member === "object" && member !== null &&
        !["health", "writes", "file"].includes(String(name));
      return isPart ? counted(String(name), member) : member;
    },
  });
  return { store: counts, rounds };
}
