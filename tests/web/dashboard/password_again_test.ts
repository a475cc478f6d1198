/** Forms that give access, and exports of persons, ask for the password again. */
import assert from "node:assert/strict";
import type { ShopPage } from "../../../src/web/dashboard/page.ts";
import { dashboardPages } from "../../../src/web/dashboard/pages.ts";
import { PASSWORD } from "./dashboard.ts";
import { location, withOwner } from "./owner.ts";

const MINUTE_MS = 60_000;
const ASKED = /<h1>Enter your password<\/h1>/;
/** Forms of settings that say where money or mail goes, how much goes back, or what may frame the page. */
const SETTINGS = [
  "settings.payments.page",
  "settings.payments.transfer",
  "settings.checkout.origins",
  "settings.checkout.recovery",
  "settings.limits.refunds",
  "settings.messages.mail",
  "settings.messages.mail.remove",
  "settings.messages.sms",
  "settings.messages.sms.remove",
];
const KEY = {
  id: crypto.randomUUID(),
  name: "Back <office>",
  mode: "live",
  scopes: "sessions:read",
};

Deno.test("a key is made within 5 minutes of the password, later after it is entered again", () =>
  withOwner("keys", async ({ owner, path, clock, services, merchant }) => {
    clock.advance(5 * MINUTE_MS - 1);
    assert.doesNotMatch((await owner.post(`${path}/new`, KEY)).text, ASKED);
    clock.advance(1);
    const before = await services.keys.list(merchant.id);
    const asked = await owner.post(`${path}/new`, KEY);
    assert.equal(asked.status, 403);
    assert.match(asked.text, ASKED);
    assert.match(asked.text, /type="hidden" name="name" value="Back &lt;office&gt;"/);
    const wrong = await owner.post(`${path}/new`, { ...KEY, own_password: "wr0ng" });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /The password is wrong/);
    assert.ok(!wrong.text.includes("wr0ng"));
    assert.deepEqual(await services.keys.list(merchant.id), before);
    const id = crypto.randomUUID();
    const made = await owner.post(`${path}/new`, {
      ...KEY,
      id,
      expires: "never",
      own_password: PASSWORD,
    });
    assert.doesNotMatch(made.text, ASKED);
    clock.advance(4 * MINUTE_MS);
    assert.doesNotMatch((await owner.post(`${path}/${id}/revoke`)).text, ASKED);
  }));

Deno.test("all forms of keys, people, providers, refunds and webhooks ask, some of settings, and the exports of persons; no other page does", () =>
  withOwner("", async ({ owner, dashboard, merchant, clock }) => {
    clock.advance(5 * MINUTE_MS);
    const asking = new Set<string>();
    const pages = dashboardPages(dashboard.services)
      .filter((page): page is ShopPage => page.path.startsWith("/shops/"));
    for (const { id, method, path } of pages) {
      const at = path.replace("{shop}", merchant.id).replaceAll(/\{\w+\}/g, crypto.randomUUID());
      const { text } = method === "GET" ? await owner.get(at) : await owner.post(at);
      if (ASKED.test(text)) asking.add(id);
    }
    const expected = pages.filter(({ id, method, needs }) =>
      method === "POST"
        ? SETTINGS.includes(id) || ["keys", "people", "providers", "refunds", "webhooks"]
          .some((thing) => needs === `${thing}:write`)
        : ["sessions.csv", "orders.csv", "customers.csv", "audit.csv"].includes(id)
    );
    assert.deepEqual([...asking].sort(), expected.map(({ id }) => id).sort());
    assert.ok(asking.has("people.add") && asking.has("webhooks.add") && asking.has("keys.rotate"));
    assert.ok(asking.has("providers.add") && asking.has("providers.test"));
  }));

Deno.test("an export leads back to its file, and five wrong passwords lock the account's forms", () =>
  withOwner("customers", async ({ owner, path, clock, dashboard }) => {
    clock.advance(5 * MINUTE_MS);
    const asked = await owner.get(`${path}.csv?q=98`);
    assert.equal(asked.status, 403);
    assert.match(asked.text, new RegExp(`name="next" value="${path}\\.csv\\?q=98"`));
    const form = { next: `${path}.csv?q=98`, own_password: PASSWORD };
    for (const next of ["https://evil.example", "//evil.example"]) {
      const { text } = await owner.post("/password", { own_password: PASSWORD, next });
      assert.ok(!text.includes("evil.example"));
    }
    clock.advance(5 * MINUTE_MS);
    const ready = await owner.post("/password", form);
    assert.match(ready.text, new RegExp(`href="${path}\\.csv\\?q=98">Download CSV`));
    assert.equal(
      (await owner.get(`${path}.csv`)).headers.get("content-type"),
      "text/csv; charset=utf-8",
    );
    clock.advance(5 * MINUTE_MS);
    for (let n = 0; n < 5; n++) {
      const { status, text } = await owner.post("/password", { ...form, own_password: `no ${n}` });
      assert.equal(status, 422);
      assert.match(text, /name="next" value="\/shops/);
    }
    assert.equal((await owner.post("/password", form)).status, 429);
    assert.deepEqual(
      dashboard.attempts.map(({ login, outcome }) => `${login} ${outcome}`),
      Array.from({ length: 5 }, () => "anna wrong"),
    );
    assert.equal(location(await owner.get("/password")), "/");
  }));
