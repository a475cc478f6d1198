import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { Freshness, SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import type { Epoch } from "../../../src/store/store.ts";
import { M1, M2 } from "../../store/support.ts";

/** A store whose answers the test gives, by a clock of its own. */
class Epochs {
  now = 0;
  /** Number of checks that were made. */
  count = 0;
  drops = 0;
  readonly freshness = new Freshness({ epoch: () => this.#ask() }, () => this.now);
  readonly #running: PromiseWithResolvers<Epoch>[] = [];

  constructor() {
    this.freshness.onStale(() => this.drops += 1);
  }

  #ask(): Promise<Epoch> {
    const check = Promise.withResolvers<Epoch>();
    this.count += 1;
    this.#running.push(check);
    assert.equal(this.#running.length, 1, "one check at a time");
    return check.promise;
  }

  /** Asks for a renewal; `done` says whether it is over. */
  renew(): { done: boolean; readonly over: Promise<void> } {
    const asked = { done: false, over: this.freshness.renew() };
    asked.over.then(() => asked.done = true, () => {});
    return asked;
  }

  async answer(epoch: number | Error): Promise<void> {
    const check = this.#running.pop();
    if (epoch instanceof Error) check?.reject(epoch);
    else check?.resolve({ value: epoch, ofShops: 0, changed: [] });
    await setImmediate();
  }
}

Deno.test("Freshness counts from before it asked, however long the answer took", async () => {
  let now = 0;
  let asked = 0;
  const epoch = () => {
    now += SETTLE_MS;
    return { value: asked += 1, ofShops: 0, changed: [] };
  };
  const freshness = new Freshness({ epoch }, () => now);
  await freshness.renew();
  await freshness.renew();
  assert.equal(asked, 2);
});

Deno.test("Freshness lasts 5 ms from the start of a check", async () => {
  const epochs = new Epochs();
  const first = epochs.renew();
  epochs.now = 3;
  await epochs.answer(1);
  assert.ok(first.done);
  epochs.now = 4.9;
  assert.ok(epochs.freshness.isFresh());
  await epochs.freshness.renew();
  assert.equal(epochs.count, 1);
  epochs.now = 5;
  assert.ok(!epochs.freshness.isFresh());
  epochs.renew();
  assert.equal(epochs.count, 2);
  await epochs.answer(1);
});

Deno.test("Freshness.renew() joins a check that began less than 5 ms ago", async () => {
  const epochs = new Epochs();
  const first = epochs.renew();
  epochs.now = 4.9;
  const joined = epochs.renew();
  epochs.now = 100;
  await epochs.answer(1);
  assert.deepEqual([first.done, joined.done, epochs.count], [true, true, 1]);
});

Deno.test("Freshness.renew() waits for the next check if one began 5 ms ago, with all others", async () => {
  const epochs = new Epochs();
  const first = epochs.renew();
  epochs.now = 5;
  const late = [epochs.renew(), epochs.renew()];
  epochs.now = 9;
  late.push(epochs.renew());
  await epochs.answer(1);
  assert.equal(first.done, true);
  assert.deepEqual(late.map(({ done }) => done), [false, false, false]);
  epochs.now = 10;
  late.push(epochs.renew());
  assert.deepEqual([epochs.count, epochs.drops], [2, 1]);
  await epochs.answer(2);
  assert.deepEqual(late.map(({ done }) => done), [true, true, true, true]);
  assert.deepEqual([epochs.count, epochs.drops], [2, 2]);
});

Deno.test("Freshness.renew() fails with the check that it waits for, and checks again later", async () => {
  const epochs = new Epochs();
  const first = epochs.renew();
  epochs.now = 5000;
  const late = epochs.renew();
  const failed = Promise.all([first, late].map(({ over }) => assert.rejects(over, /gone/)));
  await epochs.answer(new Error("gone"));
  await failed;
  assert.ok(!epochs.freshness.isFresh());
  const next = epochs.renew();
  await epochs.answer(1);
  assert.deepEqual([next.done, epochs.count], [true, 2]);
});

Deno.test("Freshness drops a shop that changed, and all if a change concerned more or is not counted", async () => {
  const seen: number[] = [];
  const epochs: Epoch[] = [];
  const epoch = (since = -1) => {
    seen.push(since);
    return epochs.shift()!;
  };
  let now = 0;
  const freshness = new Freshness({ epoch }, () => now += SETTLE_MS);
  let dropped: readonly MerchantId[] | null = null;
  freshness.onStale((isStale) => dropped = [M1, M2].filter(isStale));
  const after = async (value: number, ofShops: number, ...changed: readonly MerchantId[]) => {
    dropped = null;
    epochs.push({ value, ofShops, changed });
    await freshness.renew();
    return dropped;
  };
  assert.deepEqual(await after(4, 2), [M1, M2], "the first time");
  assert.equal(await after(4, 2), null);
  assert.deepEqual(await after(5, 3, M1), [M1]);
  assert.deepEqual(await after(7, 4, M2), [M1, M2], "a shop and a key");
  assert.deepEqual(await after(8, 4), [M1, M2], "by a program that counts no shops");
  assert.deepEqual(await after(7, 3), [M1, M2], "an earlier state of the database");
  assert.deepEqual(seen, [0, 2, 2, 3, 4, 4]);
});
