import assert from "node:assert/strict";
import fc from "fast-check";
import { AUDIT_ACTIONS, AUDIT_NOUNS } from "../../../src/domain/trail/actions.ts";
import { type AuditKind, factOf, HIDDEN } from "../../../src/domain/trail/fact.ts";
import { AUDITED_SESSION } from "../../../src/domain/trail/sale.ts";
import {
  AUDITED_CHANNEL,
  AUDITED_COUPON,
  AUDITED_KEY,
  AUDITED_MERCHANT,
  AUDITED_WEBHOOK,
} from "../../../src/domain/trail/shop.ts";
import { aCoupon, aMerchant, NOW } from "../../support/builders.ts";
import { anEmailChannel, anSmsChannel } from "../../support/channels.ts";
import { aKey } from "../../support/keys.ts";
import { fixed } from "../../support/shop.ts";
import { anEndpoint } from "../../support/webhooks.ts";
import { runs } from "../../support/arbitraries.ts";

Deno.test("factOf() has the fields that differ, as they were and as they are", () => {
  const before = aCoupon({ code: "SAVE10", endsAt: null });
  const after = { ...before, discount: fixed(2_500), endsAt: NOW, enabled: false };
  const fact = factOf(AUDITED_COUPON, "coupon.update", { before, after });
  assert.deepEqual(fact, {
    merchantId: before.merchantId,
    action: "coupon.update",
    object: { kind: "coupon", id: before.id, label: "SAVE10" },
    before: {
      discount: AUDITED_COUPON.shown(before)["discount"],
      ends_at: null,
      enabled: true,
    },
    after: {
      discount: { type: "FIXED", amount: 2_500, cap: null },
      ends_at: "2026-01-02T03:04:05.000Z",
      enabled: false,
    },
  });
});

Deno.test("factOf() of a thing that is created or deleted has its fields, without empty ones", () => {
  const coupon = aCoupon({ endsAt: null, productIds: [] });
  const created = factOf(AUDITED_COUPON, "coupon.create", { before: null, after: coupon });
  assert.equal(created.before, null);
  assert.equal(created.after?.["code"], coupon.code);
  assert.ok(!("ends_at" in created.after) && !("product_ids" in created.after));
  const deleted = factOf(AUDITED_COUPON, "coupon.delete", { before: coupon, after: null });
  assert.deepEqual([deleted.before, deleted.after], [created.after, null]);
  assert.throws(() => factOf(AUDITED_COUPON, "coupon.delete", { before: null, after: null }), {
    name: "RangeError",
  });
});

Deno.test("factOf() shows where money went and goes, and of a hidden field only that it differs", () => {
  const before = aMerchant();
  const manual = { instructions: "Pay Asha", upi: { id: "asha@upi", name: "Asha" }, days: 3 };
  const paymentUrl = "https://pay.example/s3cret";
  const paid = { ...before, checkout: { ...before.checkout, manual, paymentUrl } };
  const first = factOf(AUDITED_MERCHANT, "merchant.update", { before, after: paid });
  assert.deepEqual(first.before, {
    manual_payment_days: null,
    manual_payment_instructions: null,
    manual_payment_upi: null,
    payment_host: null,
    payment_url: null,
  });
  assert.deepEqual(first.after, {
    manual_payment_days: 3,
    manual_payment_instructions: "Pay Asha",
    manual_payment_upi: { id: "asha@upi", name: "Asha" },
    payment_host: "pay.example",
    payment_url: HIDDEN,
  });
  const upi = { id: "mallory@upi", name: "Asha" };
  const moved = { ...paid, checkout: { ...paid.checkout, manual: { ...manual, upi } } };
  const second = factOf(AUDITED_MERCHANT, "merchant.update", { before: paid, after: moved });
  assert.deepEqual([second.before, second.after], [
    { manual_payment_upi: { id: "asha@upi", name: "Asha" } },
    { manual_payment_upi: { id: "mallory@upi", name: "Asha" } },
  ]);
});

Deno.test("factOf() shows no secret of keys, endpoints and channels", () => {
  const key = aKey();
  const hook = { ...anEndpoint(1), url: "https://u.example/hooks/s3cret?token=s3cret" };
  const [sms, mail] = [anSmsChannel(), anEmailChannel()];
  const facts = [
    factOf(AUDITED_KEY, "key.create", { before: null, after: key }),
    factOf(AUDITED_WEBHOOK, "webhook.add", { before: null, after: hook }),
    factOf(AUDITED_CHANNEL, "channel.add", { before: null, after: sms }),
    factOf(AUDITED_CHANNEL, "channel.add", { before: null, after: mail }),
  ];
  const text = JSON.stringify(facts);
  assert.match(text, /"host":"u\.example"/);
  const secrets = [key.hash, hook.secret.stored, "s3cret", mail.server.stored, mail.from];
  for (const secret of secrets) assert.ok(!text.includes(secret), secret);
});

const THING: AuditKind<Readonly<Record<string, unknown>>> = {
  kind: "key",
  place: () => ({ merchantId: null, id: null, label: null }),
  shown: ({ a, b }) => ({ a: a as number, b: b as number[] }),
  hidden: ({ c }) => ({ c }),
};

Deno.test("factOf() has a field if and only if it differs, the same on both sides", () => {
  const thing = fc.record({
    a: fc.integer({ min: 0, max: 2 }),
    b: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
    c: fc.constantFrom(null, "", "one secret", "another secret"),
    d: fc.integer(),
  });
  fc.assert(
    fc.property(thing, thing, (before, after) => {
      const fact = factOf(THING, "key.revoke", { before, after });
      const same = (name: "a" | "b" | "c") =>
        JSON.stringify(before[name]) === JSON.stringify(after[name]);
      const names = (["a", "b", "c"] as const).filter((name) => !same(name));
      assert.deepEqual(Object.keys(fact.before ?? {}), names);
      assert.deepEqual(Object.keys(fact.after ?? {}), names);
      assert.doesNotMatch(JSON.stringify(fact), /secret/);
    }),
    runs(500),
  );
});

Deno.test("actions are named once, each by a noun and a verb or by a command alone", () => {
  assert.equal(new Set(AUDIT_ACTIONS).size, AUDIT_ACTIONS.length);
  for (const action of AUDIT_ACTIONS) assert.match(action, /^[a-z]+(\.[a-z]+(-[a-z]+)*)?$/);
  assert.ok(AUDIT_NOUNS.includes("coupon") && !AUDIT_NOUNS.includes("seed"));
  assert.equal(AUDITED_SESSION.kind, "session");
});
