/** An invitation is accepted with an account that has a second factor, and does not pass over it. */
import assert from "node:assert/strict";
import { cookieOf, OWN_FORM, PASSWORD } from "./dashboard.ts";
import { equip } from "./factor.ts";
import { invite, waiting } from "./invitations.ts";
import { location, withOwner } from "./owner.ts";

Deno.test("an account with a factor accepts an invitation only once the factor is shown", () =>
  withOwner("people", async (scene) => {
    const { dashboard: { send, visitor }, clock } = scene;
    const ben = await equip(scene.dashboard, clock, await visitor("ben", {}));
    const link = await invite(scene);
    const form = { link, login: "ben", password: PASSWORD };
    const first = await send("POST", "/invitation/sign-in", { form, headers: OWN_FORM });
    assert.equal(location(first), "/sign-in/factor?next=%2Finvitation");
    assert.deepEqual((await waiting(scene)).people, []);
    const cookie = cookieOf(first);
    const own = { cookie, headers: OWN_FORM };
    // Without the factor nobody is signed in there, so the link is not taken.
    const early = await send("POST", "/invitation/accept", { ...own, form: { link } });
    assert.equal(early.status, 422);
    const code = { code: ben.next(), next: "/invitation" };
    const second = await send("POST", "/sign-in/factor", { ...own, form: code });
    assert.equal(location(second), "/invitation");
    const signedIn = { cookie: cookieOf(second), headers: OWN_FORM, form: { link } };
    assert.equal(
      location(await send("POST", "/invitation/accept", signedIn)),
      "/invitation/accepted",
    );
    assert.equal((await waiting(scene)).people.length, 1);
  }));
