/** Two weeks of trade in the demo shop, as pictures show it. */
import { callerOf } from "../../../../src/domain/caller.ts";
import type { SessionId } from "../../../../src/domain/ids.ts";
import { startPayment } from "../../../../src/domain/steps/payment.ts";
import { demoShops } from "../../../../src/demo/demo.ts";
import { seedDemo } from "../../../../src/service/shop/demo.ts";
import { Checkout } from "../../api/checkout.ts";
import { withWorld, type World } from "../../../support/app.ts";
import { OPERATOR } from "../../../support/operator.ts";
import { aMerchant, int64, NOW, uuid } from "../../../support/builders.ts";
import { StripeDouble } from "../../../support/payments/stripe_double.ts";
import { anEndpoint } from "../../../support/webhooks.ts";

const STRIPE_KEY = "rk_test_trade";
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Sessions of each day. */
const DAYS = [7, 9, 6, 8, 11, 13, 9, 8, 10, 12, 9, 14, 15, 10];
const TOTAL = DAYS.reduce((sum, count) => sum + count, 0);
/** How customers leave the checkout, in turn. */
const ENDS = [
  "cart",
  "paid",
  "address",
  "cash",
  "paid",
  "cart",
  "verified",
  "failed",
  "paid",
  "cart",
] as const;
type End = (typeof ENDS)[number];

/** Product, variant and units of the lines of a cart. */
const CARTS = [
  [[1002, 11022, 1], [1004, 11041, 1]],
  [[1001, 11001, 2]],
  [[1005, 11051, 3]],
  [[1002, 11021, 2], [1006, 11061, 1]],
  [[1003, 11031, 1]],
  [[1004, 11042, 2]],
  [[1001, 11002, 1], [1005, 11051, 1]],
  [[1002, 11022, 2]],
] as const;

/** Name, city, state and postal code of customers. */
const PEOPLE = [
  ["Asha Rao", "Bengaluru", "Karnataka", "560034"],
  ["Rohan Mehta", "Mumbai", "Maharashtra", "400050"],
  ["Fatima Sheikh", "Hyderabad", "Telangana", "500034"],
  ["Arjun Nair", "Kochi", "Kerala", "682016"],
  ["Priya Subramanian", "Chennai", "Tamil Nadu", "600018"],
  ["Kabir Singh", "New Delhi", "Delhi", "110016"],
  ["Meera Joshi", "Pune", "Maharashtra", "411004"],
  ["Tenzin Dorje", "Mysuru", "Karnataka", "570001"],
  ["Ananya Das", "Kolkata", "West Bengal", "700019"],
] as const;

/** A UUID of version 7 that looks like one; later ones are greater. */
export function realId<Id extends string = string>(n: number): Id {
  const ms = (NOW + n * 977).toString(16).padStart(12, "0");
  const rest = (n * 160_481_183_617 % 2 ** 48).toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${rest.slice(9)}-a${rest.slice(6, 9)}-${rest}` as Id;
}

/** Endpoints of the shop: its backend, its accounts, and one for tests. */
export const HOOKS = [
  anEndpoint(1, { id: realId(1), url: "https://shop.demo-store.example/hooks/checkout" }),
  anEndpoint(2, {
    id: realId(2),
    url: "https://accounts.demo-store.example/orders",
    events: ["session.completed", "order.collected", "order.cancelled"],
  }),
  anEndpoint(3, {
    id: realId(3),
    url: "https://staging.demo-store.example/hooks",
    livemode: false,
  }),
] as const;

/** Sessions by how they ended, oldest first. */
export interface Trade {
  readonly ended: ReadonlyMap<End, readonly SessionId[]>;
}

/** Trades for two weeks in the demo shop. */
export function withTrade(run: (world: World, trade: Trade) => Promise<void>): Promise<void> {
  let ids = 100;
  return withWorld(async (empty) => {
    const { services, store, clock } = empty;
    const { merchant, key, secret } = await seedDemo(services, demoShops(), OPERATOR);
    await store.commit([
      {
        kind: "merchant.put",
        merchant: aMerchant({ id: uuid(2), name: "Kiln & Clay", domains: ["kiln.example"] }),
      },
      ...HOOKS.map((endpoint) => ({ kind: "webhook.put", endpoint }) as const),
    ]);
    const delivered = [[11002, 40], [11031, 16], [11061, 24]] as const;
    for (const [variant, add] of delivered) {
      await services.catalog.changeStock(merchant.id, int64(variant), () => ({ add }), OPERATOR);
    }
    await services.providers.add(merchant, {
      kind: "stripe",
      livemode: false,
      secrets: { key: STRIPE_KEY, hookSecret: null },
    }, OPERATOR);
    await store.commit([{ kind: "key.revoke", keyId: empty.key.id, at: clock.now() }]);
    const send: World["send"] = (method, path, init) =>
      empty.send(method, path, { secret, ...init });
    const world: World = { ...empty, merchant, key, secret, send };
    const ended = new Map<End, SessionId[]>();
    let n = 0;
    for (const count of DAYS) {
      const morning = clock.now();
      await services.housekeeping.sweepAll();
      for (let i = 0; i < count; i++) {
        clock.advance(Math.floor(DAY_MS * 0.5 / count));
        const end = ENDS[n % ENDS.length]!;
        const { id } = await visit(world, n++, end);
        ended.set(end, [...ended.get(end) ?? [], id]);
      }
      // The last day is not over.
      if (n < TOTAL) clock.advance(morning + DAY_MS - clock.now());
    }
    clock.advance(5 * MINUTE_MS);
    await run(world, { ended });
  }, {
    rateLimit: 1_000_000,
    callProvider: new StripeDouble(() => NOW, { [STRIPE_KEY]: { account: "acct_1Pq7XzK2mN8vR4" } })
      .send,
    newId: () => realId(ids++),
    merchant: { name: "Demo Store", timeZone: "Asia/Kolkata" },
  });
}

/** A customer who goes through the checkout, up to an end. */
async function visit(world: World, n: number, end: End): Promise<Checkout> {
  const lines = CARTS[n % CARTS.length]!;
  const items = lines.map(([product_id, variant_id, quantity]) => ({
    product_id,
    variant_id,
    quantity,
  }));
  const { clock } = world;
  const checkout = await Checkout.open(world, { items, reference: `W-${20_310 + n}` });
  if (end === "cart") return checkout;
  clock.advance(2 * MINUTE_MS);
  const [name, city, state, postal_code] = PEOPLE[n % PEOPLE.length]!;
  const phone = `+9198450${String(10_000 + (n % PEOPLE.length) * 1_379).slice(0, 5)}`;
  if (end === "verified") {
    await checkout.step("POST /otp", { phone });
    const events = await world.store.sessions.events(checkout.id);
    const code = events.findLast(({ type }) => type === "otp.requested")?.data["otp"];
    await checkout.step("POST /otp/verify", { phone, otp: String(code) });
    // Refused for a second order.
    await checkout.send("POST /coupons", { code: "SAVE10" });
  }
  await checkout.step("PUT /address", {
    name,
    phone,
    line1: `${7 + n % 80} ${n % 2 === 0 ? "Lake Road" : "MG Road"}`,
    city,
    state,
    postal_code,
    country_code: "IN",
  });
  if (end === "address") return checkout;
  clock.advance(MINUTE_MS);
  await checkout.step("PUT /payment-method", { method: end === "cash" ? "COD" : "PREPAID" });
  if (end === "failed") {
    const { payment: { payment_id, amount } } = await checkout.step("POST /payment");
    const result = { status: "FAILED", amount, reference: `pay_QmS${20_310 + n}x` };
    await checkout.step(`POST /payment/${payment_id}/result`, result);
    return checkout;
  }
  const { payment: { payment_id, amount } } = await checkout.step("POST /payment");
  clock.advance(MINUTE_MS);
  const result = { status: "PAID", amount, reference: `pay_QmS${20_310 + n}x` };
  await checkout.step(`POST /payment/${payment_id}/result`, result);
  if (end === "cash") await checkout.step("POST /complete");
  return checkout;
}

/** Starts a bank transfer, which the shop has to confirm. */
export async function startTransfer(world: World): Promise<SessionId> {
  const checkout = await visit(world, 4, "address");
  await checkout.step("PUT /payment-method", { method: "PREPAID" });
  await world.services.checkout.run(
    { caller: callerOf(world.key), sessionId: checkout.id, alsoCommit: () => [] },
    startPayment,
    { input: () => ({ days: 3 }) },
  );
  return checkout.id;
}
