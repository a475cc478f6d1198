/** Attempts to sign in are counted for an account and for an address. */
import assert from "node:assert/strict";
import type { Passwords } from "../../../src/service/people/passwords.ts";
import { withWorld } from "../../support/app.ts";
import { dashboardOf, PASSWORD, signIn } from "./dashboard.ts";

const MINUTE_MS = 60_000;
const OWNER = { everywhere: "owner" } as const;

Deno.test("five wrong passwords in 15 minutes lock an account, for the right one too", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    await dashboard.visitor("anna", OWNER);
    await dashboard.visitor("ben", OWNER);
    for (const login of ["anna", "zoe"]) {
      for (let n = 0; n < 5; n++) {
        const { status } = await signIn(dashboard, login, "wrong", { peer: `192.0.2.${n}` });
        assert.equal(status, 422);
        world.clock.advance(MINUTE_MS);
      }
      const locked = await signIn(dashboard, login.toUpperCase(), PASSWORD, { peer: "192.0.2.99" });
      assert.equal(locked.status, 429);
      assert.equal(locked.headers.get("retry-after"), "600");
      assert.match(locked.text, /Too many attempts: try again in 10 minutes/);
      world.clock.advance(-5 * MINUTE_MS);
    }
    assert.equal((await signIn(dashboard, "ben", PASSWORD, { peer: "192.0.2.99" })).status, 303);
    world.clock.advance(15 * MINUTE_MS);
    assert.equal((await signIn(dashboard, "anna", PASSWORD, { peer: "192.0.2.99" })).status, 303);
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
        (_, n) => signIn(dashboard, "anna", "x", { peer: `192.0.2.${n}` }),
      ),
    );
    assert.deepEqual([tried, all.filter(({ status }) => status === 429).length], [5, 45]);
  }));
