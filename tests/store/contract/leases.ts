import assert from "node:assert/strict";
import type { Leases } from "../../../src/store/shared.ts";
import type { Store } from "../../../src/store/store.ts";
import type { Promised } from "../contract.ts";

const HOUR_MS = 3_600_000;

/** Takes names, and returns those that it has in order. */
async function taken(leases: Leases, names: readonly string[], holder: string) {
  return [...await leases.take(names, holder, HOUR_MS)].sort();
}

/** Contract of the port: leases of a database that several servers share. */
export function leaseContract(promised: Promised): void {
  const shared = (title: string, run: (leases: Leases) => Promise<void>) =>
    promised(title, async ({ shared }: Store) => {
      if (shared !== null) await run(shared.leases);
    });

  shared("leases.take() gives each name to one holder, who can renew it", async (leases) => {
    assert.deepEqual(await taken(leases, [], "one"), []);
    assert.deepEqual(await taken(leases, ["b", "a", "b"], "one"), ["a", "b"]);
    assert.deepEqual(await taken(leases, ["c", "b", "a"], "two"), ["c"]);
    assert.deepEqual(await taken(leases, ["a", "b", "c", "d"], "one"), ["a", "b", "d"]);
  });

  shared("leases.release() gives back the holder's names alone", async (leases) => {
    await leases.take(["a", "b"], "one", HOUR_MS);
    await leases.take(["c"], "two", HOUR_MS);
    await leases.release(["a", "c", "unknown"], "one");
    await leases.release([], "one");
    assert.deepEqual(await taken(leases, ["a", "b", "c"], "three"), ["a"]);
  });

  shared("leases.take() gives a lease that is over to any holder", async (leases) => {
    await leases.take(["a"], "one", -1);
    assert.deepEqual(await taken(leases, ["a"], "two"), ["a"]);
    assert.deepEqual(await taken(leases, ["a"], "one"), []);
    await leases.take(["a"], "two", -1);
    assert.deepEqual(await taken(leases, ["a"], "one"), ["a"]);
  });
}
