/** Keys of payment providers in the dashboard: added, replaced and refused, and in no page. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { providerSecretsFrom } from "../../../src/domain/shop/provider.ts";
import { NOW } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { clicked, PASSWORD } from "./dashboard.ts";
import { audited, fieldsOf, location } from "./owner.ts";
import {
  accountsOf,
  add,
  HOOK_SECRET,
  KEYS,
  NEW,
  requireNoSecret,
  withStripe,
} from "./provider_forms.ts";

const MINUTE_MS = 60_000;

Deno.test("a key is tried and added; no page, log, address or audit entry has it", () =>
  withStripe(async (scene) => {
    const { owner, path, stripe, dashboard, store, merchant } = scene;
    const added = await owner.post(`${path}/new/stripe`, NEW);
    assert.deepEqual(stripe.requests.map(({ method, url }) => `${method} ${url.pathname}`), [
      "GET /v1/account",
    ]);
    const [account, ...more] = await accountsOf(scene);
    assert.deepEqual(more, []);
    assert.deepEqual(account, {
      id: account?.id,
      merchantId: merchant.id,
      kind: "stripe",
      livemode: true,
      account: "acct_double",
      secret: account?.secret,
      createdAt: NOW,
      removedAt: null,
    });
    assert.deepEqual(providerSecretsFrom(account!.secret!.stored), {
      key: KEYS.live,
      hookSecret: HOOK_SECRET,
    });
    const own = `${path}/${account?.id}`;
    assert.equal(location(added), `${own}?done=added`);
    const places = ["", ".csv", "/new/stripe", `/${account?.id}`, `/${account?.id}?done=added`];
    const later = await Promise.all(places.map((one) => owner.get(`${path}${one}`)));
    later.push(await owner.post(`${own}/test`));
    assert.match(later[4]!.text, /Added\. It takes the shop&#39;s live payments from now on\./);
    assert.match(later[4]!.text, /The database has the key as plain text, and so have its backups/);
    assert.match(later[3]!.text, /<dt>Key<\/dt><dd>Stored as plain text: the server has no key/);
    assert.match(later[0]!.text, /Stripe[^]*Live[^]*In use[^]*acct_double/);
    assert.deepEqual(parseCsv(later[1]!.text).slice(0, 2), [
      "provider_id,kind,livemode,account,has_key,created_at,removed_at,time_zone".split(","),
      [
        account!.id,
        "stripe",
        "true",
        "acct_double",
        "true",
        parseCsv(later[1]!.text)[1]![5]!,
        "",
        "Asia/Kolkata",
      ],
    ]);
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
      limit: 50,
    });
    assert.deepEqual(await audited(scene), ["anna provider.add stripe"]);
    requireNoSecret([added, ...later], [rows, dashboard.log, scene.log, scene.told]);
  }));

Deno.test("another key of the account takes its place; one of another account is refused", () =>
  withStripe(async (scene) => {
    const { owner, path } = scene;
    assert.doesNotMatch((await owner.get(`${path}/new/stripe`)).text, /name="replaces"/);
    const own = await add(scene);
    const [before] = await accountsOf(scene);
    const page = await owner.get(own);
    const link = `${path}/new/stripe?mode=live&amp;replaces=1`;
    assert.ok(page.text.includes(`href="${link}"`), page.text);
    const form = await owner.get(link.replace("&amp;", "&"));
    assert.match(form.text, /<h1>New key of Stripe<[^]*name="replaces"[^>]* checked/);
    assert.match(form.text, /Left empty, the one of the account in use stays/);

    const other = await owner.post(`${path}/new/stripe`, { ...NEW, key: KEYS.other });
    const unnamed = await owner.post(`${path}/new/stripe`, { ...NEW, key: KEYS.restricted });
    const insisted = { ...NEW, key: KEYS.other, replaces: "on" };
    const different = await owner.post(`${path}/new/stripe`, insisted);
    const said = /role="alert">Stripe takes the shop&#39;s live payments([^<]*)</;
    for (
      const [seen, more] of [
        [other, ": remove it first, or check the box below if the key is of the same account"],
        [unnamed, ": remove it first, or check the box below if the key is of the same account"],
        [different, " by another account than that of the key: remove it first"],
      ] as const
    ) {
      assert.equal(seen.status, 422);
      assert.equal(said.exec(seen.text)?.[1], more);
    }
    assert.deepEqual(await accountsOf(scene), [before]);
    const replaced = await owner.post(`${path}/new/stripe`, { ...NEW, key: KEYS.next });
    assert.equal(location(replaced), `${own}?done=replaced`);
    assert.match((await owner.get(location(replaced))).text, /The new key is used from now on/);
    const told = { ...NEW, key: KEYS.restricted, replaces: "on" };
    assert.equal(await add(scene, told), own);
    const [after, ...more] = await accountsOf(scene);
    assert.deepEqual(more, []);
    assert.equal(providerSecretsFrom(after!.secret!.stored).key, KEYS.restricted);
    assert.equal(after?.account, "acct_double");
    requireNoSecret([page, form, other, unnamed, different, replaced]);
    const entries = await audited(scene);
    assert.deepEqual(entries, ["add", "key", "key"].map((verb) => `anna provider.${verb} stripe`));
  }));

Deno.test("a double click adds one account, and calls the provider once", () =>
  withStripe(async (scene) => {
    const { owner, path, dashboard, stripe } = scene;
    const both = await clicked(dashboard, 2, () => owner.post(`${path}/new/stripe`, NEW));
    const led = both.map(location);
    assert.equal(led[0], led[1]);
    assert.equal((await accountsOf(scene)).length, 1);
    assert.equal(stripe.requests.length, 1);
  }));

const LONG = "sk_live_".padEnd(501, "x");
/** Forms that are refused: the fields, the field with the message, and the message. */
const REFUSED: readonly (readonly [string, Readonly<Record<string, string>>, string, RegExp])[] = [
  ["stripe", { mode: "both" }, "mode", /Mode must be live or test/],
  ["stripe", { key: " " }, "key", /Secret key is missing/],
  ["stripe", { key: `${KEYS.live} ${KEYS.test}` }, "key", /must not have blanks/],
  ["stripe", { key: LONG }, "key", /at most 500 characters/],
  ["stripe", { key: "sk_live_unknown" }, "key", /The provider does not know this key: stripe/],
  ["stripe", { key: "pk_live_public" }, "key", /does not know this key/],
  ["stripe", { key: KEYS.test }, "mode", /The key is a test key: choose test payments/],
  ["stripe", { mode: "test" }, "mode", /The key is a live key: choose live payments/],
  ["stripe", { hook_secret: `${HOOK_SECRET} x` }, "hook_secret", /must not have blanks/],
  ["razorpay", { key_id: "" }, "key_id", /Key id is missing/],
  ["razorpay", { key_id: "rzp_live_1", key: "" }, "key", /Key secret is missing/],
  ["razorpay", { key_id: "nothing", key: "rzp" }, "key", /does not know this key: razorpay/],
  ["demo", { mode: "live" }, "mode", /The demo provider takes test payments only/],
];

Deno.test("a refused key is not in the form that follows; the error is at its field", () =>
  withStripe(async (scene) => {
    const { owner, path, stripe } = scene;
    for (const [kind, over, field, message] of REFUSED) {
      const entered = { ...NEW, replaces: "on", ...over };
      const seen = await owner.post(`${path}/new/${kind}`, entered);
      assert.equal(seen.status, 422, JSON.stringify(over));
      // A hidden field shows its error above the form.
      const error = new RegExp(`(?:id="form-${field}-error"|role="alert")>([^<]*)<`).exec(
        seen.text,
      );
      assert.match(error?.[1] ?? "", message);
      assert.doesNotMatch(seen.text, /name="(?:key_id|key|hook_secret)"[^>]* value=/);
      requireNoSecret([seen]);
      for (const text of [LONG, "sk_live_unknown", "pk_live_public", "rzp_live_1"]) {
        assert.ok(!seen.text.includes(text));
      }
      if (kind === "stripe" && entered.mode !== "both") {
        assert.match(seen.text, new RegExp(`name="mode" value="${entered.mode}" checked`));
      }
    }
    stripe.faults.push("down");
    const silent = await owner.post(`${path}/new/stripe`, NEW);
    assert.equal(silent.status, 503);
    assert.match(silent.text, /role="alert">The payment provider does not answer/);
    requireNoSecret([silent]);
    assert.deepEqual(await accountsOf(scene), []);
    assert.deepEqual(await audited(scene), []);
    for (const kind of ["paypal", "x", "Stripe"]) {
      assert.equal((await owner.get(`${path}/new/${kind}`)).status, 404);
      assert.equal((await owner.post(`${path}/new/${kind}`, NEW)).status, 404);
    }
  }));

Deno.test("the password is asked for with the key; a page that asks for it alone drops the key", () =>
  withStripe(async (scene) => {
    const { owner, path, clock, stripe } = scene;
    const form = await owner.get(`${path}/new/stripe`);
    assert.match(form.text, /type="password"[^>]* name="own_password"/);
    clock.advance(5 * MINUTE_MS);
    const asked = await owner.post(`${path}/new/stripe`, { ...NEW, mode: "test" });
    const wrong = await owner.post(`${path}/new/stripe`, { ...NEW, own_password: "wr0ng" });
    assert.deepEqual([asked.status, wrong.status], [403, 422]);
    for (const seen of [asked, wrong]) assert.match(seen.text, /<h1>Enter your password</);
    requireNoSecret([asked, wrong]);
    assert.deepEqual(stripe.requests, []);
    const again = fieldsOf(asked.text).map(([name, value]) =>
      [name, name === "own_password" ? PASSWORD : value] as const
    );
    const lost = await owner.post(`${path}/new/stripe`, again);
    assert.equal(lost.status, 422);
    assert.match(lost.text, /id="form-key-error">Secret key is missing: no page keeps it/);
    assert.match(lost.text, /name="mode" value="test" checked/);
    clock.advance(5 * MINUTE_MS);
    location(await owner.post(`${path}/new/stripe`, { ...NEW, own_password: PASSWORD }));
    const [account] = await accountsOf(scene);
    const own = `${path}/${account?.id}`;
    clock.advance(5 * MINUTE_MS);
    for (const action of ["test", "remove"]) {
      assert.equal((await owner.post(`${own}/${action}`)).status, 403, action);
    }
    assert.deepEqual(await accountsOf(scene), [account]);
  }));
