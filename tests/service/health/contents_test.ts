import assert from "node:assert/strict";
import type { ProviderKind } from "../../../src/domain/shop/provider.ts";
import { judgeProviders } from "../../../src/service/health/providers.ts";
import {
  judgeClock,
  judgeKeys,
  judgePayments,
  judgeTables,
  judgeUnanswered,
  judgeWebhooks,
} from "../../../src/service/health/contents.ts";
import type { EndpointFacts, KeyFacts } from "../../../src/store/maintenance.ts";
import { NOW } from "../../support/builders.ts";

const DAY_MS = 86_400_000;

const levels = (found: readonly { topic: string; level: string }[]) =>
  Object.fromEntries(found.map(({ topic, level }) => [topic, level]));

function aKey(over: Partial<KeyFacts> = {}): KeyFacts {
  const times = { createdAt: NOW - 30 * DAY_MS, lastUsedAt: NOW, expiresAt: NOW + 60 * DAY_MS };
  return { id: "1", name: "backend", shop: "Demo", ...times, ...over };
}

/** Keys, and what is said of them. */
const KEYS: readonly (readonly [Partial<KeyFacts>, Record<string, string>])[] = [
  [{}, { "keys": "ok" }],
  [{ expiresAt: null }, { "keys without expiry": "warn" }],
  [{ lastUsedAt: null }, { "unused keys": "warn" }],
  [{ lastUsedAt: null, createdAt: NOW - 7 * DAY_MS }, { "keys": "ok" }],
  [{ lastUsedAt: null, createdAt: NOW - 7 * DAY_MS - 1 }, { "unused keys": "warn" }],
  [{ lastUsedAt: NOW - 90 * DAY_MS }, { "keys": "ok" }],
  [{ lastUsedAt: NOW - 90 * DAY_MS - 1 }, { "unused keys": "warn" }],
  [{ expiresAt: NOW + 14 * DAY_MS + 1 }, { "keys": "ok" }],
  [{ expiresAt: NOW + 14 * DAY_MS }, { "keys about to expire": "warn" }],
  [{ expiresAt: NOW - 1, lastUsedAt: null }, { "keys": "ok" }],
];

for (const [key, found] of KEYS) {
  Deno.test(`judgeKeys() says ${JSON.stringify(found)} of ${JSON.stringify(key)}`, () => {
    assert.deepEqual(levels(judgeKeys({ keys: [aKey(key)] }, NOW)), found);
  });
}

Deno.test("judgeKeys() names some keys and counts the others", () => {
  const keys = Array.from({ length: 5 }, (_, i) => aKey({ name: `k${i}`, expiresAt: null }));
  const [found] = judgeKeys({ keys }, NOW);
  assert.match(found?.found ?? "", /5 keys .*: k0 of Demo, k1 of Demo, k2 of Demo and 2 more$/);
});

function anEndpoint(over: Partial<EndpointFacts> = {}): EndpointFacts {
  const none = { disabledAt: null, pending: 0, oldestDueAt: null, failed: 0 };
  return { id: "1", url: "https://hooks.example/", ...none, ...over };
}

/** Endpoints, and what is said of them. */
const ENDPOINTS: readonly (readonly [Partial<EndpointFacts>, Record<string, string>])[] = [
  [{}, { "webhooks": "ok" }],
  [{ pending: 3, oldestDueAt: NOW - 15 * 60_000 }, { "webhooks": "ok" }],
  [{ pending: 3, oldestDueAt: NOW + DAY_MS }, { "webhooks": "ok" }],
  [{ pending: 3, oldestDueAt: NOW - 15 * 60_000 - 1 }, { "webhook backlog": "warn" }],
  [{ pending: 10_000, oldestDueAt: NOW - DAY_MS }, { "webhook backlog": "warn" }],
  [{ pending: 3, oldestDueAt: NOW - DAY_MS - 1 }, { "webhook backlog": "action" }],
  [{ pending: 10_001, oldestDueAt: NOW - DAY_MS }, { "webhook backlog": "action" }],
  [{ disabledAt: NOW }, { "disabled webhooks": "warn" }],
  [
    { disabledAt: NOW, pending: 9, oldestDueAt: NOW - 9 * DAY_MS },
    { "disabled webhooks": "warn" },
  ],
  [{ failed: 2 }, { "failed webhooks": "warn" }],
];

for (const [endpoint, found] of ENDPOINTS) {
  Deno.test(`judgeWebhooks() says ${JSON.stringify(found)} of ${JSON.stringify(endpoint)}`, () => {
    const endpoints = [anEndpoint(endpoint)];
    assert.deepEqual(levels(judgeWebhooks({ endpoints }, NOW)), found);
  });
}

Deno.test("judgeClock() finds what was written later than now, but for a minute", () => {
  const at = (ms: number) => judgeClock([{ what: "the last session", at: NOW + ms }], NOW);
  assert.equal(at(-DAY_MS).level, "ok");
  assert.deepEqual([at(60_000).level, at(60_001).level], ["ok", "action"]);
  const ahead = at(3 * DAY_MS);
  assert.equal(ahead.level, "action");
  assert.match(ahead.found, /shows 2026-01-02 03:04:05Z, and the last session is 3 days later/);
});

Deno.test("judgePayments() asks for action while money is without an order", () => {
  const judge = (open: number, oldestAt: number | null, mostUnknown = 0) =>
    judgePayments({ unexpected: { open, oldestAt, mostUnknown } }, NOW);
  assert.equal(judge(0, null).level, "ok");
  const { level, found } = judge(2, NOW - 3 * DAY_MS);
  assert.equal(level, "action");
  assert.equal(found, "2 payment results without an order, the oldest 3 days ago");
  assert.equal(judge(1002, NOW - 3 * DAY_MS, 1000).found, found.replace("2", "1002"));
  const many = judge(1002, NOW - 3 * DAY_MS, 1001).found;
  assert.match(
    many,
    /; 1001 that one key reported in a day are of payments that its shop never had$/,
  );
});

Deno.test("judgeUnanswered() names payments a day after the end of their pages", () => {
  const judge = (...pageEndsAt: number[]) =>
    judgeUnanswered(
      { atProviders: pageEndsAt.map((at, i) => ({ paymentId: `p${i}`, pageEndsAt: at })) },
      NOW,
    );
  assert.deepEqual(judge(NOW - DAY_MS, NOW + DAY_MS), []);
  const [{ level, found } = assert.fail()] = judge(NOW - 3 * DAY_MS, NOW - DAY_MS - 1, NOW);
  assert.equal(level, "action");
  assert.equal(
    found,
    "No final answer to 2 payments, the oldest 3 days after the end of its page: p0, p1",
  );
});

Deno.test("judgeProviders() names the end of pages and of holds, and what they come from", () => {
  const judge = (kind: ProviderKind, ttlMinutes: number) => {
    const [{ level, topic, found } = assert.fail()] = judgeProviders(
      { providers: [{ kind, accounts: 2 }] },
      { paymentTtlMs: ttlMinutes * 60_000 },
    );
    assert.deepEqual([level, topic], ["ok", `payments at ${kind}`]);
    const times = [
      ...found.matchAll(/after (?:the start of its payment, the holds after )?(\d+)/g),
    ];
    const first = /ends (\d+) minutes/.exec(found)?.[1];
    const [, by] = /: by (.*)$/.exec(found) ?? [];
    return [Number(first), ...times.map(([, minutes]) => Number(minutes)), by];
  };
  const ttl = (minutes: number) => `--payment-ttl (${minutes} minutes)`;
  const shortest = `the shortest page of stripe (30 minutes), which is longer than ${ttl(30)}`;
  assert.deepEqual(judge("stripe", 30), [32, 35, 50, shortest]);
  assert.deepEqual(judge("stripe", 35), [32, 35, 50, ttl(35)]);
  assert.deepEqual(judge("razorpay", 30), [27, 30, 45, ttl(30)]);
  const longest = `the longest page of stripe (1440 minutes), which is shorter than ${ttl(2880)}`;
  assert.deepEqual(judge("stripe", 2880), [1438, 1441, 1456, longest]);
});

Deno.test("judgeClock() does not believe a clock from before the program", () => {
  assert.equal(judgeClock([], 0).level, "action");
});

Deno.test("judgeTables() reports an older schema, one that is too new, and damage", () => {
  const unexpected = { open: 0, oldestAt: null, mostUnknown: 0 };
  const none = {
    server: null,
    shops: [],
    unusual: [],
    stopped: [],
    keys: [],
    endpoints: [],
    providers: [],
    atProviders: [],
    latest: [],
  };
  const facts = { ...none, unexpected };
  const judge = (schemaVersion: number, damage: string[], isUsable = schemaVersion === 3) =>
    levels(judgeTables({ ...facts, schemaVersion, knownVersion: 3, isUsable, damage }));
  assert.deepEqual(judge(3, []), { "schema": "ok", "integrity": "ok" });
  assert.deepEqual(judge(2, []), { "schema": "warn", "integrity": "ok" });
  assert.deepEqual(judge(4, [], true), { "schema": "ok", "integrity": "ok" });
  assert.deepEqual(judge(4, []), { "schema": "action", "integrity": "ok" });
  assert.deepEqual(judge(3, ["row 1 missing"]), { "schema": "ok", "integrity": "action" });
});
