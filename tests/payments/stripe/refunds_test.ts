import { deepEqual, equal, rejects } from "node:assert/strict";
import { type RefundRequest, Unreachable } from "../../../src/payments/provider.ts";
import type { StripeKey } from "../../support/payments/stripe_double.ts";
import { access, openedPage, openRequest, stripeWorld } from "./support.ts";

const DAY_MS = 24 * 3_600_000;
const KEYS = {
  sk_test_double: { account: "acct_1" },
  rk_test_poor: { account: "acct_1", rights: ["sessions"] },
} satisfies Record<string, StripeKey>;

/** A paid payment, and the refund of a part of it. */
async function paidWorld(over: Parameters<typeof openRequest>[0] = {}) {
  const world = stripeWorld(KEYS);
  const page = await openedPage(world, openRequest(over));
  world.double.books.act(page.reference, "pay");
  const paid = await world.provider.look(access(), page);
  if (paid.kind !== "paid") throw new Error(paid.kind);
  const request: RefundRequest = {
    charge: paid.charge,
    refundId: "019ac5a0-0000-7000-8000-00000000000a",
    amount: 5_00,
    currencyCode: paid.currencyCode,
  };
  return { ...world, request };
}

/** Money that the double has given back. */
async function givenBack({ double, request }: Awaited<ReturnType<typeof paidWorld>>) {
  const { body } = await double.send({
    method: "GET",
    url: new URL(`https://api.stripe.com/v1/refunds?payment_intent=${request.charge}`),
    headers: { Authorization: "Bearer sk_test_double" },
    body: "",
  });
  return (JSON.parse(body).data as { amount: number }[]).map(({ amount }) => amount);
}

Deno.test("refund(): Stripe's states", async () => {
  const rows = [
    ["succeeded", { kind: "done", reference: "re_1" }],
    ["pending", { kind: "pending", reference: "re_1" }],
    ["requires_action", { kind: "pending", reference: "re_1" }],
    ["failed", { kind: "failed", reason: "Stripe's refund is failed: lost_or_stolen_card" }],
    ["canceled", { kind: "failed", reason: "Stripe's refund is canceled" }],
  ] as const;
  for (const [status, wanted] of rows) {
    const world = await paidWorld();
    world.double.books.refundStatus = status;
    deepEqual(await world.provider.refund(access(), world.request), wanted);
  }
});

Deno.test("refund() again gives nothing back twice: at once, after a failure, after a day", async () => {
  for (const fault of [undefined, "error", "slow", "cut"] as const) {
    const world = await paidWorld();
    if (fault !== undefined) {
      // The first request lists, the second one gives.
      for (const faults of [[fault], [null, fault]]) {
        world.double.faults.push(...faults);
        await rejects(world.provider.refund(access(), world.request), Unreachable);
      }
      equal((await givenBack(world)).length, 1, fault);
    }
    for (const later of [0, 2 * DAY_MS]) {
      world.clock.now += later;
      const refund = await world.provider.refund(access(), world.request);
      equal(refund.kind, "done", fault);
    }
    deepEqual(await givenBack(world), [5_00], fault);
  }
});

Deno.test("refund() twice at once gives back once", async () => {
  const world = await paidWorld();
  const twice = [1, 2].map(() => world.provider.refund(access(), world.request));
  deepEqual((await Promise.all(twice)).map(({ kind }) => kind), ["done", "done"]);
  deepEqual(await givenBack(world), [5_00]);
});

Deno.test("refund() of more than is left is failed; a second refund is its own", async () => {
  const world = await paidWorld();
  await world.provider.refund(access(), world.request);
  const second = { ...world.request, refundId: "019ac5a0-0000-7000-8000-00000000000b" };
  deepEqual(await world.provider.refund(access(), { ...second, amount: 8_00 }), {
    kind: "failed",
    reason: "Stripe refused: Refund amount (800) is greater than unrefunded amount on charge",
  });
  equal((await world.provider.refund(access(), { ...second, amount: 7_50 })).kind, "done");
  deepEqual(await givenBack(world), [5_00, 7_50]);
});

Deno.test("refund() in Stripe's units; what it cannot give back exactly is failed without a call", async () => {
  const world = await paidWorld({ amount: 5_000, currencyCode: "KWD" });
  const calls = world.double.requests.length;
  deepEqual(await world.provider.refund(access(), { ...world.request, amount: 1_234 }), {
    kind: "failed",
    reason: "Stripe takes amounts in steps of 0.010 KWD, got 1.234 KWD",
  });
  equal(world.double.requests.length, calls);
  const krona = await paidWorld({ amount: 700, currencyCode: "ISK" });
  await krona.provider.refund(access(), { ...krona.request, amount: 5 });
  deepEqual(await givenBack(krona), [500]);
});

Deno.test("refund() with a key that is not accepted may go well later; of no money it never does", async () => {
  const { provider, request } = await paidWorld();
  for (const key of ["rk_test_poor", "sk_test_revoked"]) {
    await rejects(provider.refund(access(key), request), /Stripe does not accept the key/);
  }
  equal((await provider.refund(access(), { ...request, charge: "cs_test_1" })).kind, "failed");
  equal((await provider.refund(access(), { ...request, charge: "pi_other" })).kind, "failed");
});
