import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { expiresSoon, KEY_EXPIRES_SOON_MS } from "../../../src/domain/shop/attention.ts";
import { AttentionPanel } from "../../../src/web/dashboard/overview/attention.tsx";
import { NOW, uuid } from "../../support/builders.ts";
import type { KeyId } from "../../../src/domain/ids.ts";
import { aKey } from "../../support/keys.ts";
import { FORMATS, HOSTILE, SAMPLE_NOW } from "./sample_frame.tsx";
import { SAMPLE_ATTENTION } from "./sample_overview.ts";

function panelOf(attention: Parameters<typeof AttentionPanel>[0]["attention"]): string {
  return String(AttentionPanel({ shopId: "s", attention, alarms: [], formats: FORMATS, now: NOW }));
}

/** Badge and link of each problem. */
function problemsOf(html: string): string[] {
  return [...html.matchAll(/<span class="badge (\w+)">([^<]*)<\/span><div><a href="([^"]*)"/g)]
    .map(([, ...found]) => found.join(" "));
}

Deno.test("AttentionPanel lists problems with the page of each, lost sales first", () => {
  deepEqual(
    problemsOf(panelOf(SAMPLE_ATTENTION)),
    [
      "bad Sales /shops/s/providers",
      "bad Payment /shops/s/unexpected-payments",
      "bad Transfer /shops/s/sessions?payment=PENDING",
      `bad Dispute /shops/s/sessions/${uuid(70)}`,
      `bad Dispute /shops/s/sessions/${uuid(71)}`,
      "bad Refund /shops/s/refunds?state=FAILED",
      "warn Refund /shops/s/refunds?state=PENDING",
      "warn To refund /shops/s/refunds?state=REQUESTED",
      "bad Webhook /shops/s/webhooks/e1",
      "warn Stock /shops/s/products",
      "warn API key /shops/s/keys",
      "warn Unusual /shops/s/orders",
      "warn Limits /shops/s/",
    ].map((text) => text.replace("bad Transfer", "warn Transfer")),
  );
});

Deno.test("AttentionPanel begins with the alarms of the server, and their reasons as text", () => {
  const message = `Cannot make the backup: ${HOSTILE}`;
  const alarms = [{ topic: "backup", since: NOW - 3_600_000, message }] as const;
  const html = String(
    AttentionPanel({
      shopId: "s",
      attention: SAMPLE_ATTENTION,
      alarms,
      formats: FORMATS,
      now: NOW,
    }),
  );
  equal(problemsOf(html)[0], "bad Backup /health");
  match(html, /The nightly backup fails.*Cannot make the backup: .*It began 1 hour ago/s);
  doesNotMatch(html, /<script>/);
});

Deno.test("AttentionPanel says calmly that there is nothing, or nothing that may be seen", () => {
  for (const attention of [{}, { unexpectedPayments: 0, endpoints: [], keys: [] }]) {
    match(panelOf(attention), /Nothing needs attention/);
    doesNotMatch(panelOf(attention), /<section/);
  }
});

Deno.test("AttentionPanel is urgent about a transfer that is overdue, and counts one as one", () => {
  const html = panelOf({ awaited: { count: 1, firstDueAt: NOW - 3_600_000 } });
  match(html, /badge bad">Transfer/);
  match(html, />1 transfer to be confirmed</);
  match(html, /The first was due 1 hour ago/);
  match(panelOf({ unexpectedPayments: 1 }), />1 payment without an order</);
});

Deno.test("AttentionPanel says when evidence is due, how old refunds are, and that disputes are more", () => {
  const html = String(
    AttentionPanel({
      shopId: "s",
      attention: SAMPLE_ATTENTION,
      alarms: [],
      formats: FORMATS,
      now: SAMPLE_NOW,
    }),
  );
  match(html, />This shop cannot be paid<[\s\S]*>This shop does not deliver to its own country</);
  match(html, /₹1,349\.09 disputed by the customer&#39;s bank/);
  match(html, /Evidence is due in 3 days, on Wed, 25 Nov/);
  match(html, /No evidence can be sent/);
  match(html, />1 refund failed</);
  match(html, />2 refunds to pay back</);
  match(html, /href="[^"]+state=PENDING"[^>]*>1 refund without an answer</);
  match(html, /The first was asked for 3 days ago/);
  const [dispute] = SAMPLE_ATTENTION.disputes;
  const many = panelOf({ disputes: dispute === undefined ? [] : new Array(8).fill(dispute) });
  equal(problemsOf(many).length, 5);
  match(many, /and 3 other disputes/);
});

Deno.test("AttentionPanel shows names of products, endpoints and keys as text", () => {
  const [endpoint] = SAMPLE_ATTENTION.endpoints;
  const html = panelOf({
    endpoints: endpoint === undefined ? [] : [{ ...endpoint, url: HOSTILE }],
    keys: [aKey({ name: HOSTILE, expiresAt: NOW + 1 })],
    lowStock: {
      count: 7,
      lowest: SAMPLE_ATTENTION.lowStock.lowest.map((one) => ({ ...one, product: HOSTILE })),
    },
  });
  doesNotMatch(html, /<script|<img/);
  match(html, />7 variants are low on stock</);
  equal(html.split("&lt;script&gt;").length, 5);
});

Deno.test("expiresSoon() is true of a live key that works, within 14 days, without a successor", () => {
  const at = (ms: number) => aKey({ expiresAt: NOW + ms });
  equal(expiresSoon(at(KEY_EXPIRES_SOON_MS), NOW), true);
  equal(expiresSoon(at(1), NOW), true);
  equal(expiresSoon(at(KEY_EXPIRES_SOON_MS + 1), NOW), false);
  equal(expiresSoon(at(0), NOW), false);
  equal(expiresSoon(aKey(), NOW), false);
  equal(expiresSoon({ ...at(1), revokedAt: NOW }, NOW), false);
  equal(expiresSoon({ ...at(1), successorId: uuid<KeyId>(9) }, NOW), false);
});
