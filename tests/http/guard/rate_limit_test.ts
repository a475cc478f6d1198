import assert from "node:assert/strict";
import fc from "fast-check";
import { RollingLimiter } from "../../../src/http/guard/rate_limit.ts";

Deno.test("RollingLimiter.take() lets the quota pass and refuses the next one", () => {
  const limiter = new RollingLimiter(10);
  for (let i = 0; i < 100; i++) {
    const verdict = limiter.take("k", 100, 1000 + i);
    assert.equal(verdict.allowed, true);
    assert.equal(verdict.remaining, 99 - i);
  }
  const refused = limiter.take("k", 100, 2000);
  assert.deepEqual(refused, { allowed: false, quota: 100, remaining: 0, resetSeconds: 59 });
});

Deno.test("RollingLimiter.take() lets one through again once the first is a minute old", () => {
  const limiter = new RollingLimiter(10);
  limiter.take("k", 2, 0);
  limiter.take("k", 2, 30_000);
  assert.equal(limiter.take("k", 2, 59_999).allowed, false);
  assert.equal(limiter.take("k", 2, 60_000).allowed, true);
  assert.equal(limiter.take("k", 2, 60_001).allowed, false);
});

Deno.test("RollingLimiter.take() passes whoever waited for resetSeconds", () => {
  const limiter = new RollingLimiter(10);
  limiter.take("k", 1, 500);
  const { resetSeconds } = limiter.take("k", 1, 700);
  assert.equal(limiter.take("k", 1, 700 + resetSeconds * 1000).allowed, true);
});

Deno.test("RollingLimiter.take() counts subjects apart", () => {
  const limiter = new RollingLimiter(10);
  assert.equal(limiter.take("a", 1, 0).allowed, true);
  assert.equal(limiter.take("b", 1, 0).allowed, true);
  assert.equal(limiter.take("a", 1, 1).allowed, false);
});

Deno.test("RollingLimiter.take() follows a quota that changes, without forgetting", () => {
  const limiter = new RollingLimiter(10);
  for (let i = 0; i < 20; i++) limiter.take("k", 20, i);
  assert.equal(limiter.take("k", 10, 30).allowed, false);
  assert.equal(limiter.take("k", 30, 31).allowed, true);
});

Deno.test("RollingLimiter never lets more than the quota through in any 60 s", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(fc.property(gaps, fc.integer({ min: 1, max: 12 }), (steps, quota) => {
    const limiter = new RollingLimiter(2);
    const passed: number[] = [];
    let now = 0;
    for (const step of steps) {
      now += step;
      if (limiter.take("k", quota, now).allowed) passed.push(now);
    }
    passed.forEach((start, i) => {
      const inWindow = passed.slice(i).filter((at) => at < start + 60_000);
      assert.ok(inWindow.length <= quota);
    });
  }));
});

Deno.test("RollingLimiter never lets more than a large quota through in any 60 s", () => {
  const limiter = new RollingLimiter(2);
  const quota = 5000;
  const passed: number[] = [];
  // Three requests each 10 ms for three minutes: 18,000 a minute.
  for (let now = 0; now < 180_000; now += 10) {
    for (let i = 0; i < 3; i++) if (limiter.take("k", quota, now).allowed) passed.push(now);
  }
  let from = 0;
  for (let to = 0; to < passed.length; to++) {
    while ((passed[from] ?? 0) + 60_000 <= (passed[to] ?? 0)) from += 1;
    assert.ok(to - from + 1 <= quota);
  }
  // A grain of 60 ms in each minute is all that rounding may cost.
  assert.ok(passed.length > 3 * quota * 0.99, `${passed.length} passed`);
});

Deno.test("RollingLimiter forgets those who were idle longest, and stays bounded", () => {
  const limiter = new RollingLimiter(4);
  for (const subject of ["a", "b", "c"]) limiter.take(subject, 1, 0);
  limiter.take("a", 1, 1);
  limiter.take("e", 1, 2);
  assert.equal(limiter.take("a", 1, 3).allowed, false, "a was used lately and is remembered");
  assert.equal(limiter.take("b", 1, 4).allowed, true, "b was idle longest and is forgotten");
  for (let i = 0; i < 1000; i++) {
    limiter.take(`x${i}`, 1, 5);
    assert.ok(limiter.size <= 4);
  }
});

Deno.test("RollingLimiter remembers as many as half of its subjects, whoever else comes by", () => {
  const limiter = new RollingLimiter(100);
  for (let i = 0; i < 1000; i++) {
    limiter.take(`x${i}`, 1, i);
    const last = `x${Math.max(0, i - 23)}`;
    assert.equal(limiter.take(last, 1, i).allowed, false, `${last} at ${i}`);
  }
});

Deno.test("RollingLimiter keeps no more moments in all than it has room for", () => {
  const limiter = new RollingLimiter(1000, 1024);
  for (let i = 0; i < 300; i++) {
    for (let request = 0; request < 64; request++) limiter.take(`x${i}`, 64, i);
    assert.ok(limiter.size <= 16, `${limiter.size} subjects of 64 moments`);
    assert.equal(limiter.take(`x${i}`, 64, i).allowed, false);
  }
});
