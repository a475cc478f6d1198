/** Attempts to sign in are counted for an address, and for an account and an address together. */
import assert from "node:assert/strict";
import type { Passwords } from "../../../src/service/people/passwords.ts";
import { withWorld } from "../../support/app.ts";
import { IS_FEW } from "../../support/few.ts";
import { cookieOf, type Dashboard, dashboardOf, PASSWORD, signIn } from "./dashboard.ts";
import { enterPasskey, withPasskey } from "./passkeys.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OWNER = { everywhere: "owner" } as const;

/** The cookie of a browser in which Anna has signed in. */
async function knownBrowser(dashboard: Dashboard, before = ""): Promise<string> {
  const cookie = cookieOf(await signIn(dashboard, "anna", PASSWORD, { peer: "198.51.100.1" }));
  const page = await dashboard.send("GET", "/account", {
    headers: { cookie: `ck=${cookie}; ${before}` },
  });
  const [known = ""] = (page.headers.get("set-cookie") ?? "").split(";");
  assert.match(known, /^ck-known=[a-z0-9]+\.[\w-]{16}\.[\w-]{43}$/);
  return known;
}

Deno.test("under 10,000 guesses over addresses and logins none is in, and the right person within a minute", () =>
  withWorld(async (world) => {
    const passwords: Passwords = {
      hash: () => Promise.resolve("hash"),
      verify: (password, hash) => Promise.resolve(hash !== null && password === PASSWORD),
    };
    const dashboard = dashboardOf(world, { passwords });
    const anna = await dashboard.visitor("anna", OWNER);
    const browser = { headers: { cookie: await knownBrowser(dashboard) } };
    const { key } = await withPasskey(dashboard, anna);
    const answers = new Map<number, number>();
    const [addresses, step] = [40, 60];
    for (let n = 0; n < (IS_FEW ? 1000 : 10_000); n++) {
      const peer = `10.0.0.${n % addresses}`;
      const login = n % 4 === 0 ? `person${n % 40}` : "anna";
      const { status } = await signIn(dashboard, login, `guess ${n}`, { peer });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      world.clock.advance(step);
    }
    assert.deepEqual([...answers.keys()], [422, 429]);
    assert.ok(answers.get(422)! <= addresses * 5, JSON.stringify([...answers]));
    // At a guesser's own address, in a browser of hers.
    const peer = "10.0.0.1";
    assert.equal((await signIn(dashboard, "anna", PASSWORD, { peer })).status, 429);
    assert.equal((await signIn(dashboard, "anna", PASSWORD, { peer, ...browser })).status, 303);
    // At an address of her own, in any browser, also after a slip.
    const own = { peer: "203.0.113.5" };
    assert.equal((await signIn(dashboard, "anna", "a slip", own)).status, 422);
    const slipped = await signIn(dashboard, "anna", PASSWORD, own);
    assert.deepEqual([slipped.status, slipped.headers.get("retry-after")], [429, "60"]);
    assert.equal((await enterPasskey(dashboard, key)).status, 303);
    world.clock.advance(MINUTE_MS);
    assert.equal((await signIn(dashboard, "anna", PASSWORD, own)).status, 303);
  }));

Deno.test("a known browser has attempts of its own, for its person, for 90 days after the last page", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    await dashboard.visitor("anna", OWNER);
    await dashboard.visitor("ben", OWNER);
    const cookie = await knownBrowser(dashboard);
    const enter = async (login: string, password: string, known = cookie) =>
      (await signIn(dashboard, login, password, { headers: { cookie: known } })).status;
    for (let n = 0; n < 5; n++) await enter("ben", "wrong");
    assert.equal(await enter("ben", PASSWORD), 429, "it is not known to him");
    assert.equal(await enter("anna", PASSWORD, `${cookie}x`), 429);
    for (let n = 0; n < 5; n++) assert.equal(await enter(" ANNA", "wrong"), 422);
    assert.equal(await enter("anna", PASSWORD), 429);
    world.clock.advance(15 * MINUTE_MS);
    for (let n = 0; n < 5; n++) await enter("ben", "wrong");
    assert.equal(await enter("anna", PASSWORD), 303);
    // The cookie is renewed after a week, and keeps its name.
    world.clock.advance(7 * DAY_MS);
    const renewed = await knownBrowser(dashboard, cookie);
    assert.notEqual(renewed, cookie);
    assert.equal(renewed.split(".")[1], cookie.split(".")[1]);
    world.clock.advance(83 * DAY_MS);
    for (let n = 0; n < 5; n++) await enter("ben", "wrong");
    assert.equal(await enter("anna", PASSWORD), 429);
    assert.equal(await enter("anna", PASSWORD, renewed), 303);
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
