import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Listing } from "../../../src/payments/records.ts";
import { access, DAY_MS, openedPage, paidWorld, stripeWorld, T0 } from "./support.ts";

/** Walks all pages. */
async function listed(
  { provider }: Pick<ReturnType<typeof stripeWorld>, "provider">,
  time: { since: number; until: number },
): Promise<Listing[]> {
  const pages: Listing[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null;) {
    isFirst = false;
    const page: Listing = await provider.list(access(), { ...time, cursor });
    pages.push(page);
    cursor = page.next;
  }
  return pages;
}

Deno.test("list() has what was made in a time, each once, over pages of 100", async () => {
  const world = await paidWorld({ amount: 900_00 });
  const { ledger, clock, charge, double } = world;
  ledger.fee = { amount: 44, currency: "eur" };
  for (let i = 0; i < 100; i++) ledger.chargeElsewhere("acct_double test", 1_00, "eur");
  for (let i = 0; i < 200; i++) ledger.refundElsewhere(charge, 1_00);
  ledger.dispute(charge, 1_00);
  // Of another time, and of another account.
  clock.now += DAY_MS;
  ledger.refundElsewhere(charge, 1_00);
  ledger.chargeElsewhere("acct_2 test", 1_00, "eur");
  double.requests.length = 0;
  const pages = await listed(world, { since: T0, until: T0 + DAY_MS });
  const counts = pages.map(({ charges, refunds, disputes }) =>
    [charges.length, refunds.length, disputes.length].join(" ")
  );
  deepEqual(counts, ["0 100 0", "0 100 0", "0 0 1", "100 0 0", "1 0 0"]);
  equal(double.requests.length, pages.length);
  equal(new Set(pages.flatMap((page) => page.refunds.map((one) => one.reference))).size, 200);
  const charges = pages.flatMap((page) => page.charges);
  equal(charges.filter(({ fee }) => fee === 44).length, 101);
  const ours = charges.filter(({ paymentId }) => paymentId !== null);
  deepEqual(ours, [await world.provider.chargeAt(access(), charge)]);
});

Deno.test("list() begins with the first and ends before the last of its milliseconds", async () => {
  const world = await paidWorld();
  const found = async (since: number, until: number) =>
    (await listed(world, { since, until })).flatMap(({ charges }) => charges).length;
  equal(await found(T0, T0 + 1), 1);
  equal(await found(T0 - 999, T0 + 1), 1);
  equal(await found(T0 + 1, T0 + DAY_MS), 0);
  equal(await found(T0 - DAY_MS, T0), 0);
  equal(await found(T0, T0), 0);
});

Deno.test("list(): an attempt that failed is no charge, and the list goes on", async () => {
  const world = stripeWorld();
  const page = await openedPage(world);
  world.double.books.act(page.reference, "submit");
  const empty = { charges: [], refunds: [], disputes: [] };
  deepEqual(await listed(world, { since: 0, until: T0 + 1 }), [
    { ...empty, next: "disputes" },
    { ...empty, next: "charges" },
    { ...empty, next: null },
  ]);
});

Deno.test("list() with a key without the right to fees has refunds and disputes", async () => {
  const { provider, ledger, charge } = await paidWorld();
  ledger.refundElsewhere(charge, 1_00);
  ledger.dispute(charge, 1_00);
  const time = { since: T0, until: T0 + 1 };
  const list = (cursor: string | null) =>
    provider.list(access("rk_test_feeless"), { ...time, cursor });
  const { refunds, next } = await list(null);
  const { disputes, next: last } = await list(next);
  deepEqual([refunds.length, disputes.length, last], [1, 1, "charges"]);
  await rejects(list(last), /does not accept the key for this: .* required permissions/);
});
