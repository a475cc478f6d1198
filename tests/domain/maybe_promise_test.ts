import assert from "node:assert/strict";
import { after, attempt, type MaybePromise } from "../../src/domain/maybe_promise.ts";

const broken = new Error("broken");
const rescued = (error: unknown) => `rescued: ${error}`;

Deno.test("after() goes on at once with a value, and later with a promise", async () => {
  assert.equal(after(1, (n) => n + 1), 2);
  const later = after(Promise.resolve(1), (n) => n + 1);
  assert.ok(later instanceof Promise);
  assert.equal(await later, 2);
  assert.equal(await after(1, (n) => Promise.resolve(n + 1)), 2);
});

Deno.test("after() goes on with no failure, and hides none", async () => {
  await assert.rejects(
    async () => await after(Promise.reject(broken), () => assert.fail()),
    broken,
  );
  assert.throws(() =>
    after(1, () => {
      throw broken;
    }), broken);
});

Deno.test("attempt() leaves alone what does not fail", async () => {
  assert.equal(attempt<string>(() => "done", rescued), "done");
  assert.equal(await attempt<string>(() => Promise.resolve("done"), rescued), "done");
});

Deno.test("attempt() rescues what fails at once, and what fails later", async () => {
  const atOnce = attempt((): MaybePromise<string> => {
    throw broken;
  }, rescued);
  assert.equal(atOnce, "rescued: Error: broken");
  assert.equal(await attempt<string>(() => Promise.reject(broken), rescued), atOnce);
  assert.equal(
    await attempt<string>(() =>
      after(Promise.resolve(), () => {
        throw broken;
      }), rescued),
    atOnce,
  );
});
