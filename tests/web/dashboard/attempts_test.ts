/** Attempts to sign in are counted for an address, and for an account and an address together. */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import type { Passwords } from "../../../src/service/people/passwords.ts";
import { Attempts } from "../../../src/web/dashboard/sign_in/attempts.ts";
import { withWorld } from "../../support/app.ts";
import { dashboardOf, PASSWORD, signIn } from "./dashboard.ts";
import { enterPasskey, withPasskey } from "./passkeys.ts";

const MINUTE_MS = 60_000;
const OWNER = { everywhere: "owner" } as const;

Deno.test("10,000 guesses over addresses and logins: few are tried, and the right person at once", () => {
  const attempts = new Attempts();
  const [addresses, step] = [200, 100];
  let [now, tried] = [0, 0];
  const isTried = (login: string, address: string) => {
    try {
      attempts.beginSignIn(login, address, now);
      return true;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === "error.rate-limit-exceeded");
      return false;
    }
  };
  for (let n = 0; n < 10_000; n++) {
    const login = n % 4 === 0 ? `person${n % 40}` : "anna";
    if (isTried(login, `10.0.0.${n % addresses}`)) tried += 1;
    now += step;
  }
  const windows = Math.ceil(10_000 * step / (15 * MINUTE_MS));
  assert.ok(tried <= addresses * 5 * windows, String(tried));
  // From an address of her own, and a minute after a slip.
  assert.ok(isTried("anna", "203.0.113.5"));
  assert.ok(!isTried("anna", "203.0.113.5"));
  now += MINUTE_MS;
  assert.ok(isTried("anna", "203.0.113.5"));
});

Deno.test("under 1,000 guesses over addresses and logins none is in, and the right person is at once", () =>
  withWorld(async (world) => {
    const passwords: Passwords = {
      hash: () => Promise.resolve("hash"),
      verify: (password, hash) => Promise.resolve(hash !== null && password === PASSWORD),
    };
    const dashboard = dashboardOf(world, { passwords });
    const anna = await dashboard.visitor("anna", OWNER);
    const { key } = await withPasskey(dashboard, anna);
    const answers = new Map<number, number>();
    const [addresses, step] = [40, 600];
    for (let n = 0; n < 1000; n++) {
      const peer = `10.0.0.${n % addresses}`;
      const login = n % 4 === 0 ? `person${n % 40}` : "anna";
      const { status } = await signIn(dashboard, login, `guess ${n}`, { peer });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      world.clock.advance(step);
    }
    assert.deepEqual([...answers.keys()], [422, 429]);
    assert.ok(answers.get(422)! <= addresses * 5, JSON.stringify([...answers]));
    const own = { peer: "203.0.113.5" };
    assert.equal((await signIn(dashboard, "anna", "a slip", own)).status, 422);
    const slipped = await signIn(dashboard, "anna", PASSWORD, own);
    assert.deepEqual([slipped.status, slipped.headers.get("retry-after")], [429, "60"]);
    assert.equal((await enterPasskey(dashboard, key)).status, 303);
    world.clock.advance(MINUTE_MS);
    assert.equal((await signIn(dashboard, "anna", PASSWORD, own)).status, 303);
  }));

Deno.test("wrong passwords from many addresses lock no account", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    await dashboard.visitor("anna", OWNER);
    for (let n = 0; n < 12; n++) {
      const { status } = await signIn(dashboard, "anna", "wrong", { peer: `192.0.2.${n}` });
      assert.equal(status, 422);
    }
    // One that was wrong there, too: it is not under attack yet.
    assert.equal((await signIn(dashboard, " ANNA", PASSWORD, { peer: "192.0.2.3" })).status, 303);
  }));

Deno.test("five wrong passwords lock an address, for other accounts too; a right one counts not", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    await dashboard.visitor("anna", OWNER);
    for (let n = 0; n < 12; n++) {
      assert.equal((await signIn(dashboard, "anna", PASSWORD)).status, 303);
    }
    for (let n = 0; n < 5; n++) {
      assert.equal((await signIn(dashboard, `person${n}`, "wrong")).status, 422);
    }
    assert.equal((await signIn(dashboard, "anna", PASSWORD)).status, 429);
    assert.equal((await signIn(dashboard, "anna", PASSWORD, { peer: "192.0.2.2" })).status, 303);
    // All addresses of one network of IPv6 are one client's.
    for (let n = 0; n < 5; n++) {
      assert.equal(
        (await signIn(dashboard, `p${n}`, "wrong", { peer: `2001:db8::${n}` })).status,
        422,
      );
    }
    assert.equal((await signIn(dashboard, "anna", PASSWORD, { peer: "2001:db8::99" })).status, 429);
  }));

Deno.test("behind a proxy the client's own address is counted", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world, { trustedHops: 1 });
    const from = (address: string) => ({
      headers: { "x-forwarded-for": `203.0.113.1, ${address}` },
    });
    for (let n = 0; n < 5; n++) await signIn(dashboard, `p${n}`, "wrong", from("198.51.100.7"));
    assert.equal((await signIn(dashboard, "x", "wrong", from("198.51.100.7"))).status, 429);
    assert.equal((await signIn(dashboard, "x", "wrong", from("198.51.100.8"))).status, 422);
  }));

Deno.test("many attempts at once are no way around the limit", () =>
  withWorld(async (world) => {
    let tried = 0;
    const passwords: Passwords = {
      hash: () => Promise.resolve("hash"),
      verify: async () => {
        tried += 1;
        await Promise.resolve();
        return false;
      },
    };
    const dashboard = dashboardOf(world, { passwords });
    const all = await Promise.all(
      Array.from(
        { length: 50 },
        (_, n) => signIn(dashboard, `person${n}`, "x", { peer: "192.0.2.1" }),
      ),
    );
    assert.deepEqual([tried, all.filter(({ status }) => status === 429).length], [5, 45]);
  }));
