/** The second step and its app under attack, and under a double click. */
import assert from "node:assert/strict";
import { Attempts, MAX_SIGN_IN_ATTEMPTS } from "../../../src/web/dashboard/sign_in/attempts.ts";
import { clicked, cookieOf, type Dashboard, OWN_FORM, PASSWORD, signIn } from "./dashboard.ts";
import { codeAt, equip, offerIn } from "./factor.ts";
import { withOwner } from "./owner.ts";

/** The status of the second step with a code. */
async function entered(
  dashboard: Dashboard,
  code: string,
  peer: string,
  known = "",
): Promise<number> {
  const waiting = cookieOf(await signIn(dashboard, "anna", PASSWORD, { peer }));
  const headers = { ...OWN_FORM, cookie: `ck=${waiting}; ${known}` };
  return (await dashboard.send("POST", "/sign-in/factor", { headers, form: { code }, peer }))
    .status;
}

Deno.test("wrong app codes keep out no recovery code", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const anna = await equip(dashboard, clock, owner);
    for (let n = 0; n < MAX_SIGN_IN_ATTEMPTS; n++) {
      await entered(dashboard, "000000", `192.0.2.${n}`);
    }
    assert.equal(await entered(dashboard, anna.next(), "203.0.113.1"), 429);
    assert.equal(await entered(dashboard, anna.codes[0]!, "203.0.113.2"), 303);
  }));

Deno.test("wrong app codes of strangers keep no known browser and no signed-in person out", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const anna = await equip(dashboard, clock, owner);
    const { headers: page } = await anna.get("/account");
    const [known = ""] = (page.get("set-cookie") ?? "").split(";");
    for (let n = 0; n < MAX_SIGN_IN_ATTEMPTS; n++) {
      await entered(dashboard, "000000", `192.0.2.${n}`);
    }
    assert.equal(await entered(dashboard, anna.next(), "192.0.2.9"), 429);
    assert.equal(await entered(dashboard, anna.next(), "192.0.2.9", known), 303);
    clock.advance(5 * 60_000);
    const form = { own_code: anna.next(), next: "/" };
    assert.equal((await anna.post("/password", form)).status, 200);
  }));

Deno.test("a flood of addresses makes no wrong code of a person forgotten", () => {
  const attempts = new Attempts();
  for (let n = 0; n < MAX_SIGN_IN_ATTEMPTS; n++) attempts.begin("person 1", 0);
  for (let n = 0; n < 20_001; n++) attempts.begin(`address ${n}`, 1);
  assert.throws(() => attempts.begin("person 1", 2), /Too many attempts/);
});

Deno.test("an app that is set up again from an old offer takes no code that was used", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const { sealed, secret } = offerIn((await owner.post("/account/factor/app")).text);
    const code = codeAt(secret, clock.now());
    const done = await owner.post("/account/factor/confirm", { sealed, code });
    const again = await dashboard.send("POST", "/account/factor/confirm", {
      cookie: cookieOf(done),
      headers: OWN_FORM,
      form: { sealed, code },
    });
    assert.equal(again.status, 422);
    assert.match(again.text, /The code was used before/);
  }));

Deno.test("a double click on the code of an app shows its recovery codes in either answer", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const { sealed, secret } = offerIn((await owner.post("/account/factor/app")).text);
    const form = { sealed, code: codeAt(secret, clock.now()) };
    const answers = await clicked(
      dashboard,
      2,
      () => owner.post("/account/factor/confirm", form),
    );
    const [first, second] = answers.map(({ text }) => text.match(/<code>[a-z2-7-]{29}<\/code>/g));
    assert.equal(first?.length, 10);
    assert.deepEqual(second, first);
    assert.deepEqual(answers.map(({ status }) => status), [200, 200]);
  }));

Deno.test("pages of the whole server wait for the factor that a shop requires", () =>
  withOwner("", async ({ dashboard, store, merchant }) => {
    const boss = await dashboard.visitor("boss", { everywhere: "owner" });
    assert.equal((await boss.get("/health")).status, 200);
    await store.commit([{ kind: "merchant.put", merchant: { ...merchant, requiresFactor: true } }]);
    const { status, headers } = await boss.get("/health");
    assert.deepEqual([status, headers.get("location")], [303, "/account/factor?done=required"]);
  }));
