/** The hourly list of what was refunded and disputed, of a provider with very many of these. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { AppError } from "../../../src/domain/errors.ts";
import { PROVIDER_KINDS } from "../../../src/domain/shop/provider.ts";
import { LIST_KINDS, type ListKind, type ListRequest } from "../../../src/payments/records.ts";
import type { ListedAccount } from "../../../src/store/reads/providers.ts";
import { ProviderFindings } from "../../../src/service/checkout/provider_findings.ts";
import { paymentProviders } from "../../../src/service/payment_providers.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = 1_000_000 * HOUR_MS;

/** Lists an account once; `pagesOf` is the number of pages that a slice has, null if it fails. */
async function listOnce(
  listedUntil: number,
  pagesOf: (slice: Omit<ListRequest, "cursor">) => number | null,
) {
  const ended: [since: number, until: number, kind: ListKind][] = [];
  const commits: [from: number | null, until: number][] = [];
  const warned: { readonly what?: string }[] = [];
  let calls = 0;
  const list = ({ cursor, ...slice }: ListRequest) => {
    calls += 1;
    const page = Number(cursor ?? 0) + 1;
    const pages = pagesOf(slice);
    if (pages === null) throw new AppError("error.unavailable", "No right");
    const isLast = page >= pages;
    if (isLast) ended.push([slice.since, slice.until, slice.kind]);
    return Promise.resolve({
      charges: [],
      refunds: [],
      disputes: [],
      unread: [],
      next: isLast ? null : String(page),
    });
  };
  const deps = {
    now: () => NOW,
    warn: (_message: string, fields: object) => void warned.push(fields),
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
  const endedOf = (kind: ListKind) =>
    ended.filter((one) => one[2] === kind).map(([since, until]) => [since, until] as const);
  return { ended: endedOf("refunds"), endedOf, commits, warned, calls };
}

Deno.test("an hour is one slice of each list, which reaches two days back", async () => {
  const { endedOf, commits } = await listOnce(NOW - HOUR_MS, () => 3);
  for (const kind of LIST_KINDS) assert.deepEqual(endedOf(kind), [[NOW - 49 * HOUR_MS, NOW]]);
  assert.deepEqual(commits, [[NOW - HOUR_MS, NOW]]);
});

Deno.test("a month is listed in slices, each noted when it is done", async () => {
  const { ended, commits, calls } = await listOnce(NOW - 30 * DAY_MS, () => 2);
  assert.deepEqual([ended.length, calls], [11, 66]);
  assert.deepEqual([ended[0]![0], ended.at(-1)![1]], [NOW - 32 * DAY_MS, NOW]);
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
  assert.equal(warned.length, 3);
  assert.ok(calls < 5000, String(calls));
});

Deno.test("a list that fails for a year is asked once, the others for the newest month", async () => {
  for (const failing of ["refunds", "disputes"] as const) {
    const { ended, endedOf, commits, warned, calls } = await listOnce(
      NOW - 365 * DAY_MS,
      ({ kind }) => kind === failing ? null : 1,
    );
    // A list that has failed is read again in the next hour.
    assert.deepEqual(commits, []);
    assert.deepEqual(warned.map(({ what }) => what), [`${failing} of account one`]);
    assert.deepEqual(endedOf(failing), []);
    const listed = failing === "refunds" ? endedOf("disputes") : ended;
    assert.deepEqual(listed[0]?.[0], NOW - 367 * DAY_MS);
    assert.deepEqual([listed[1]?.[0], listed.at(-1)?.[1]], [NOW - 30 * DAY_MS, NOW]);
    for (const [i, [since]] of listed.slice(2).entries()) {
      assert.equal(since, listed[i + 1]?.[1]);
    }
    assert.ok(calls <= 1 + 2 * 11, String(calls));
  }
});

Deno.test("what was listed before a list fails is noted, and no gap is left", async () => {
  const gone = NOW - 10 * DAY_MS;
  const { endedOf, commits } = await listOnce(
    NOW - 20 * DAY_MS,
    ({ kind, until }) => kind === "disputes" && until > gone ? null : 1,
  );
  assert.equal(commits.at(-1)?.[1], endedOf("disputes").at(-1)?.[1]);
  assert.ok(commits.at(-1)![1] <= gone);
  assert.deepEqual(endedOf("refunds").at(-1)?.[1], NOW);
});

Deno.test("fees that cannot be listed are logged, and hold up nothing", async () => {
  const { commits, warned } = await listOnce(
    NOW - 30 * DAY_MS,
    ({ kind }) => kind === "charges" ? null : 1,
  );
  assert.equal(commits.at(-1)?.[1], NOW);
  assert.deepEqual(warned.map(({ what }) => what), ["charges of account one"]);
});

Deno.test("without both refunds and disputes a provider is asked no more", async () => {
  const { commits, calls } = await listOnce(NOW - 30 * DAY_MS, () => null);
  assert.deepEqual([commits, calls], [[], 3]);
});

Deno.test("each provider that is called has a list", async () => {
  const providers = paymentProviders({} as Parameters<typeof paymentProviders>[0]);
  for (const kind of PROVIDER_KINDS) {
    assert.equal((await providers[kind]()).hasList, kind !== "demo", kind);
  }
});
