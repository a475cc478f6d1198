/** The hourly list of what was refunded and disputed, of a provider with very many of these. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { PROVIDER_KINDS } from "../../../src/domain/shop/provider.ts";
import type { ListRequest } from "../../../src/payments/records.ts";
import type { ListedAccount } from "../../../src/store/reads/providers.ts";
import { ProviderFindings } from "../../../src/service/checkout/provider_findings.ts";
import { paymentProviders } from "../../../src/service/payment_providers.ts";

const HOUR_MS = 3_600_000;
const NOW = 1_000_000 * HOUR_MS;

/** Lists an account once; `pagesOf` is the number of pages that a slice has. */
async function listOnce(
  listedUntil: number,
  pagesOf: (slice: Pick<ListRequest, "since" | "until">) => number,
) {
  const ended: [since: number, until: number][] = [];
  const commits: [from: number | null, until: number][] = [];
  const warned: unknown[] = [];
  let calls = 0;
  const list = ({ since, until, cursor }: ListRequest) => {
    calls += 1;
    const page = Number(cursor ?? 0) + 1;
    const isLast = page >= pagesOf({ since, until });
    if (isLast) ended.push([since, until]);
    return Promise.resolve({
      charges: [],
      refunds: [],
      disputes: [],
      next: isLast ? null : String(page),
    });
  };
  const deps = {
    now: () => NOW,
    warn: (_message: string, fields: unknown) => void warned.push(fields),
    store: {
      providers: { toList: () => [{ id: "one", listedUntil, createdAt: 0 } as ListedAccount] },
      commit: (changes: readonly Change[]) => {
        for (const change of changes) {
          if (change.kind === "provider.listed") commits.push([change.from, change.until]);
        }
        return Promise.resolve();
      },
    },
    calls: {
      reach: (_account: unknown, call: (provider: unknown, access: unknown) => unknown) =>
        call({ list: (_access: unknown, request: ListRequest) => list(request) }, {}),
    },
  } as unknown as ConstructorParameters<typeof ProviderFindings>[0];
  await new ProviderFindings(deps).listDue();
  return { ended, commits, warned, calls };
}

Deno.test("an hour is one slice, which reaches two days back", async () => {
  const { ended, commits } = await listOnce(NOW - HOUR_MS, () => 3);
  assert.deepEqual(ended, [[NOW - 49 * HOUR_MS, NOW]]);
  assert.deepEqual(commits, [[NOW - HOUR_MS, NOW]]);
});

Deno.test("a month is listed in slices, each noted when it is done", async () => {
  const { ended, commits, calls } = await listOnce(NOW - 30 * 24 * HOUR_MS, () => 2);
  assert.deepEqual([ended.length, calls], [11, 22]);
  assert.deepEqual([ended[0]![0], ended.at(-1)![1]], [NOW - 32 * 24 * HOUR_MS, NOW]);
  for (const [i, [since]] of ended.entries()) assert.equal(since, ended[i - 1]?.[1] ?? since);
  assert.deepEqual(commits.map(([, until]) => until), ended.map(([, until]) => until));
});

Deno.test("a slice of more than 100 pages is listed in parts, to its end", async () => {
  const { ended, commits, warned } = await listOnce(
    NOW - HOUR_MS,
    ({ since, until }) => Math.ceil((until - since) / HOUR_MS) * 9,
  );
  assert.ok(ended.length > 4, String(ended.length));
  assert.deepEqual([ended[0]![0], ended.at(-1)![1]], [NOW - 49 * HOUR_MS, NOW]);
  for (const [i, [since]] of ended.entries()) assert.equal(since, ended[i - 1]?.[1] ?? since);
  assert.deepEqual(commits.at(-1)?.[1], NOW);
  assert.deepEqual(warned, []);
});

Deno.test("a list without an end is given up, and nothing is noted", async () => {
  const { commits, warned, calls } = await listOnce(NOW - HOUR_MS, () => Infinity);
  assert.deepEqual(commits, []);
  assert.equal(warned.length, 1);
  assert.ok(calls < 2000, String(calls));
});

Deno.test("each provider that is called has a list", async () => {
  const providers = paymentProviders({} as Parameters<typeof paymentProviders>[0]);
  for (const kind of PROVIDER_KINDS) {
    assert.equal((await providers[kind]()).hasList, kind !== "demo", kind);
  }
});
