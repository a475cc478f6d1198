import { deepEqual, equal, rejects } from "node:assert/strict";
import { LIST_KINDS, type Listing, type ListKind } from "../../../src/payments/records.ts";
import { stripeProvider } from "../../../src/payments/stripe/provider.ts";
import { access, DAY_MS, openedPage, paidWorld, stripeWorld, T0 } from "./support.ts";

/** Walks all pages. */
async function listed(
  { provider }: Pick<ReturnType<typeof stripeWorld>, "provider">,
  time: { since: number; until: number },
): Promise<Listing[]> {
  const pages: Listing[] = [];
  for (const kind of LIST_KINDS) {
    let cursor: string | null = null;
    do {
      const page: Listing = await provider.list(access(), { ...time, kind, cursor });
      pages.push(page);
      cursor = page.next;
    } while (cursor !== null);
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
  deepEqual(counts, ["100 0 0", "1 0 0", "0 100 0", "0 100 0", "0 0 1"]);
  equal(double.requests.length, pages.length);
  equal(new Set(pages.flatMap((page) => page.refunds.map((one) => one.reference))).size, 200);
  const charges = pages.flatMap((page) => page.charges);
  equal(charges.filter(({ fee }) => fee === 44).length, 101);
  const ours = charges.filter(({ marks }) => marks.paymentId !== null);
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
  const empty = { charges: [], refunds: [], disputes: [], unread: [], next: null };
  deepEqual(await listed(world, { since: 0, until: T0 + 1 }), [empty, empty, empty]);
});

Deno.test("list() with a key without the right to fees has refunds and disputes", async () => {
  const { provider, ledger, charge } = await paidWorld();
  ledger.refundElsewhere(charge, 1_00);
  ledger.dispute(charge, 1_00);
  const time = { since: T0, until: T0 + 1, cursor: null };
  const list = (kind: ListKind) => provider.list(access("rk_test_feeless"), { ...time, kind });
  equal((await list("refunds")).refunds.length, 1);
  equal((await list("disputes")).disputes.length, 1);
  await rejects(list("charges"), /does not accept the key for this: .* required permissions/);
});

Deno.test("list() names a thing of an unknown form, and has the others", async () => {
  const { double, ledger, charge } = await paidWorld();
  ledger.refundElsewhere(charge, 1_00);
  const provider = stripeProvider({
    send: async (request) => {
      const { body, ...answer } = await double.send(request);
      const { data, ...list } = JSON.parse(body);
      const odd = { ...data[0], id: "re_odd", amount: "1.00" };
      return { ...answer, body: JSON.stringify({ ...list, data: [odd, ...data] }) };
    },
  });
  const time = { kind: "refunds", since: T0, until: T0 + 1, cursor: null } as const;
  const { refunds, unread } = await provider.list(access(), time);
  deepEqual([refunds.length, unread], [1, ["re_odd"]]);
});
