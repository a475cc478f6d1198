import assert from "node:assert/strict";
import fc from "fast-check";
import { bearerToken } from "../../src/web/guard/auth.ts";
import { clientAddress, limitedAddress, namedAddress } from "../../src/web/guard/client_address.ts";
import { Framing } from "../../src/web/guard/framing.ts";
import { requestPath } from "../../src/web/guard/target.ts";
import { RollingLimiter } from "../../src/web/guard/rate_limit.ts";

Deno.test("bearerToken() takes the token of a bearer header, the scheme in any case", () => {
  assert.equal(bearerToken("Bearer abc"), "abc");
  assert.equal(bearerToken("bearer  abc"), "abc");
});

Deno.test("bearerToken() takes nothing else", () => {
  for (
    const header of [
      null,
      "",
      "Bearer",
      "Bearer ",
      "Basic abc",
      "abc",
      "Bearer a b",
      "Bearer a, Bearer b",
    ]
  ) {
    assert.equal(bearerToken(header), undefined, String(header));
  }
});

Deno.test("clientAddress() is the socket's when no proxy is trusted", () => {
  assert.equal(clientAddress("192.0.2.1", "198.51.100.7", 0), "192.0.2.1");
});

Deno.test("namedAddress() is none where a trusted proxy names none", () => {
  for (const claim of ["unknown", "203.0.113.9,", ""]) {
    assert.equal(namedAddress("10.0.0.1", claim, 1), undefined, claim);
  }
  assert.equal(namedAddress("10.0.0.1", "203.0.113.9", 2), undefined);
  assert.equal(namedAddress("10.0.0.1", "203.0.113.9, ::ffff:10.1.1.1", 1), "10.1.1.1");
  assert.equal(namedAddress("10.0.0.1", null, 1), "10.0.0.1");
});

Deno.test("clientAddress() believes as many hops as are trusted, from the right", () => {
  const forwarded = "203.0.113.9, 198.51.100.7, 192.0.2.44";
  assert.equal(clientAddress("10.0.0.1", forwarded, 1), "192.0.2.44");
  assert.equal(clientAddress("10.0.0.1", forwarded, 2), "198.51.100.7");
});

Deno.test("clientAddress() leaves out the port that some proxies name, and takes no odd forms", () => {
  const of = (claim: string) => clientAddress("10.0.0.1", claim, 1);
  assert.equal(of("192.0.2.44:4711"), "192.0.2.44");
  assert.equal(of("[2001:db8:1:2:3::1]:443"), "2001:db8:1:2:3::1");
  assert.equal(of("[2001:DB8:1:2:3::1]"), "2001:db8:1:2:3::1");
  assert.equal(of("2001:db8:1:2:3::1"), "2001:db8:1:2:3::1");
  assert.equal(of("::ffff:192.0.2.44"), "192.0.2.44");
  for (const odd of ["1", "0x7f.1", "192.0.2.44:port", "[192.0.2.44", "a:1"]) {
    assert.equal(of(odd), "10.0.0.1", odd);
  }
});

Deno.test("clientAddress() falls back to the socket's when the claim is missing or no address", () => {
  assert.equal(clientAddress("10.0.0.1", null, 1), "10.0.0.1");
  assert.equal(clientAddress("10.0.0.1", "unknown", 1), "10.0.0.1");
  assert.equal(clientAddress("10.0.0.1", "192.0.2.1", 2), "10.0.0.1");
});

Deno.test("clientAddress() takes IPv4 out of IPv6", () => {
  assert.equal(clientAddress("::ffff:192.0.2.1", null, 0), "192.0.2.1");
});

Deno.test("limitedAddress() is that of IPv4, and the /64 of IPv6", () => {
  assert.equal(limitedAddress("192.0.2.1"), "192.0.2.1");
  assert.equal(limitedAddress("unix"), "unix");
  const one = limitedAddress("2001:db8:1:2:3:4:5:6");
  assert.equal(one, "2001:db8:1:2::/64");
  assert.equal(one, limitedAddress("2001:db8:1:2:ffff::1"));
  assert.notEqual(one, limitedAddress("2001:db8:1:3::1"));
});

Deno.test("requestPath() cuts the path out of the address as it was sent", () => {
  assert.equal(requestPath("http://a.example/session?x=1", "a.example"), "/session");
  assert.equal(requestPath("http://a.example/a/../b%2e//c", "a.example"), "/a/../b%2e//c");
  assert.equal(requestPath("http://[::1]:80/x", "[::1]:80"), "/x");
  assert.equal(requestPath("http://a.example", "a.example"), "");
});

Deno.test("requestPath() takes the host of HTTP/2 from the address, but no made-up one", () => {
  assert.equal(requestPath("http://127.0.0.1:8080/x", null), "/x");
  assert.equal(requestPath("http://shop.example/x", null), "/x");
  assert.equal(requestPath("http://localhost:8080/x", null), undefined);
  assert.equal(requestPath("http://localhost:8080/x", "localhost:8080"), "/x");
});

Deno.test("requestPath() takes a name without Host under TLS alone, where it is that of HTTP/2", () => {
  for (const name of ["x", "shop.example", "shop.example:8080", "1.2.3.4.example"]) {
    assert.equal(requestPath(`http://${name}/x`, null, false), undefined, name);
    assert.equal(requestPath(`https://${name}/x`, null, true), "/x", name);
    assert.equal(requestPath(`http://${name}/x`, name, false), "/x", name);
  }
  for (const address of ["127.0.0.1", "127.0.0.1:8080", "[::1]:8080"]) {
    assert.equal(requestPath(`http://${address}/x`, null, false), "/x", address);
  }
});

Deno.test("requestPath() knows no path when Host is missing or could reach into it", () => {
  for (
    const host of ["", "evil/x?", "a b", "a#b", "user@a", "a,b", "a:port", "[::1", "a\\b"]
  ) {
    assert.equal(requestPath("http://evil/x?/session", host), undefined, String(host));
  }
});

Deno.test("Framing.isClear refuses two lengths and codings besides chunked", () => {
  const framing = (headers: Record<string, string>) => new Framing(new Headers(headers)).isClear;
  for (const headers of [{}, { "content-length": "5" }, { "transfer-encoding": "Chunked" }]) {
    assert.equal(framing(headers), true, JSON.stringify(headers));
  }
  for (
    const headers of [
      { "content-length": "5, 5" },
      { "content-length": "+5" },
      { "transfer-encoding": "gzip, chunked" },
      { "transfer-encoding": "identity" },
    ]
  ) {
    assert.equal(framing(headers), false, JSON.stringify(headers));
  }
});

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

Deno.test("RollingLimiter.take() lets one through again once the first is as old as its window", () => {
  const limiter = new RollingLimiter(10, { windowSeconds: 3600 });
  for (let i = 0; i < 20; i++) {
    assert.equal(limiter.take("k", 20, i * 60_000).resetSeconds, 3600 - i * 60);
  }
  const refused = limiter.take("k", 20, 1_200_000);
  assert.deepEqual([refused.allowed, refused.resetSeconds], [false, 2400]);
  assert.equal(limiter.take("k", 20, 3_599_999).allowed, false);
  assert.equal(limiter.take("k", 20, 3_600_000).allowed, true);
  assert.equal(limiter.take("k", 20, 3_600_001).allowed, false);
});

Deno.test("RollingLimiter.take() accepts a request after resetSeconds", () => {
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

Deno.test("RollingLimiter remembers half of its subjects, however many others come", () => {
  const limiter = new RollingLimiter(100);
  for (let i = 0; i < 1000; i++) {
    limiter.take(`x${i}`, 1, i);
    const last = `x${Math.max(0, i - 23)}`;
    assert.equal(limiter.take(last, 1, i).allowed, false, `${last} at ${i}`);
  }
});

Deno.test("RollingLimiter keeps no more moments in all than it has room for", () => {
  const limiter = new RollingLimiter(1000, { maxMoments: 1024 });
  for (let i = 0; i < 300; i++) {
    for (let request = 0; request < 64; request++) limiter.take(`x${i}`, 64, i);
    assert.ok(limiter.size <= 16, `${limiter.size} subjects of 64 moments`);
    assert.equal(limiter.take(`x${i}`, 64, i).allowed, false);
  }
});
