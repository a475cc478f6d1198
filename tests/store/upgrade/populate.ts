/** A database with something of everything: what an upgrade and a check have to cope with. */
import assert from "node:assert/strict";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import type { Delivery } from "../../../src/domain/shop/webhook.ts";
import { Checkout, paid } from "../../web/api/checkout.ts";
import { paidEarlier } from "../../web/api/part_paid.ts";
import { startManual } from "../../web/api/paying.ts";
import {
  ADDRESS,
  aForeignKey,
  GIFT,
  HOUR_MS,
  KNOWN_PHONE,
  mugs,
  POSTER,
  PREPAID_COD,
  RULES,
  withShop,
} from "../../web/api/shop.ts";
import { RECOVERY_PATH } from "../../../src/service/recovery/links.ts";
import type { Store } from "../../../src/store/store.ts";
import type { World } from "../../support/app.ts";
import { aMerchant, int64, NOW, uuid } from "../../support/builders.ts";
import { anEmailChannel, anSmsChannel } from "../../support/channels.ts";
import { aPerson, aPersonSession, aSignInLink } from "../../support/people.ts";
import { addRefund, putDispute } from "../contract/refunds.ts";
import { anEndpoint, sid } from "../support.ts";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { OPERATOR } from "../../support/operator.ts";

/** Codes are sent to one phone so often only. */
const BETWEEN_CODES_MS = 10 * 60_000;
const OTHER_PHONE = "+919876543211";

/**
 * Makes a database at a path, or fills one of another engine: shops, keys, coupons, customers,
 * sessions in all states, webhooks.
 */
export async function populate(
  place: { readonly db: string } | { readonly open: () => Promise<Store> },
): Promise<void> {
  await withShop(async (world) => {
    await openKeys(world);
    await people(world);
    await expired(world);
    await verified(world);
    await addEndpoints(world);
    await unverified(world);
    await orders(world);
    await left(world);
    await settleDeliveries(world);
    await world.services.housekeeping.flush(true);
  }, place);
}

async function openKeys(world: World): Promise<void> {
  const { services, merchant } = world;
  await aForeignKey(world);
  const request = { merchantId: merchant.id, rateLimit: 50 };
  const { key } = await services.keys.create(
    { ...request, name: "old", lifetimeMs: null },
    OPERATOR,
  );
  await services.keys.revoke(key.id, OPERATOR);
  await services.keys.create({ ...request, name: "short", lifetimeMs: HOUR_MS }, OPERATOR);
  const poster = { aliasProductId: int64(7), aliasVariantId: int64(71), productId: int64(9) };
  const alias = { ...poster, variantId: POSTER };
  await world.store.commit([{ kind: "product.alias", merchantId: merchant.id, alias }]);
}

/** A person who is signed in, and one with a link. */
async function people({ store, merchant }: World): Promise<void> {
  const [anna, ben] = [aPerson(), aPerson({ id: uuid(91), login: "ben", passwordHash: null })];
  await store.commit([
    { kind: "person.add", person: anna },
    { kind: "person.grant", personId: anna.id, merchantId: null, role: "owner" },
    { kind: "person.add", person: ben },
    { kind: "person.grant", personId: ben.id, merchantId: merchant.id, role: "viewer" },
    { kind: "signInLink.put", link: aSignInLink({ personId: ben.id }) },
    { kind: "signIn.add", session: aPersonSession() },
  ]);
}

/** ABANDONED/DRAFT by inactivity. */
async function expired(world: World): Promise<void> {
  await Checkout.open(world);
  world.clock.advance(HOUR_MS);
  await world.services.housekeeping.sweepAll();
}

/** Sessions of a customer, with coupons, a gift, coins and stock set aside in all ways. */
async function verified(world: World): Promise<void> {
  const pending = await ready(world);
  await pending.step("POST /payment");

  const failed = await ready(world, OTHER_PHONE);
  const { payment: first } = await failed.step("POST /payment");
  await failed.step(`POST /payment/${first.payment_id}/result`, {
    status: "FAILED",
    reference: "pay_no",
  });

  // Coins were given back, and are gone when the money comes in after all.
  const late = await ready(world);
  const { payment } = await late.step("POST /payment");
  await late.step("POST /abandon");
  const greedy = await ready(world, KNOWN_PHONE, 440);
  await greedy.step("POST /payment");
  await late.step(...paid(payment));

  const lost = await ready(world, OTHER_PHONE);
  await lost.step("POST /payment");
  await lost.step("POST /abandon");
}

async function ready(world: World, phone = KNOWN_PHONE, coins = 50): Promise<Checkout> {
  const checkout = await Checkout.open(world, { items: mugs(2) });
  world.clock.advance(BETWEEN_CODES_MS);
  await checkout.verify(phone);
  await checkout.step("POST /coupons", { code: "PLUS5" });
  await checkout.step("POST /coupons", { code: "PLUS7" });
  const poster = Number(POSTER);
  await checkout.step("PUT /add-ons", {
    add_ons: [{ coupon_id: GIFT, variant_id: poster, quantity: 1 }],
  });
  await checkout.step("PUT /address", ADDRESS);
  if (phone === KNOWN_PHONE) await checkout.step("PUT /coins", { coins });
  await checkout.step("PUT /payment-method", { method: "PREPAID" });
  return checkout;
}

async function addEndpoints({ store }: World): Promise<void> {
  await store.commit([
    { kind: "webhook.put", endpoint: anEndpoint() },
    {
      kind: "webhook.put",
      endpoint: anEndpoint({ id: uuid(71), url: "https://hooks.example/old", disabledAt: NOW }),
    },
    { kind: "webhook.put", endpoint: anSmsChannel() },
    { kind: "webhook.put", endpoint: anEmailChannel() },
  ]);
}

/** Sessions of nobody in particular, open and given up. */
async function unverified(world: World): Promise<void> {
  await Checkout.open(world);
  const begun = await Checkout.open(world);
  await begun.step("POST /coupons", { code: "FLAT50" });
  const left = await Checkout.open(world);
  await left.step("POST /abandon");
  const unpaid = await Checkout.open(world);
  await unpaid.step("PUT /address", ADDRESS);
  const { payment } = await unpaid.step("POST /payment");
  await unpaid.step("POST /abandon");
  await unpaid.step(`POST /payment/${payment.payment_id}/result`, {
    status: "FAILED",
    reference: "pay_no",
  });
}

async function orders(world: World): Promise<void> {
  const bought = await Checkout.open(world);
  await bought.step("PUT /address", ADDRESS);
  const { json } = await bought.send("POST /payment", undefined, { "idempotency-key": "once" });
  await bought.step(...paid(json.data.payment));
  await refunds(world, bought, json.data.payment.payment_id);
  await link(world, bought);

  const cod = await Checkout.open(world);
  await cod.step("PUT /address", ADDRESS);
  await cod.step("PUT /payment-method", { method: "COD" });
  await cod.step("POST /complete");

  const rules = { ...RULES, ...PREPAID_COD };
  await world.store.commit([{ kind: "merchant.put", merchant: aMerchant({ rules }) }]);
  world.clock.advance(SETTLE_MS);
  const placed = await partPaid(world);
  await placed.step("POST /complete");
  await partPaid(world);

  const awaited = await Checkout.open(world);
  await awaited.step("PUT /address", ADDRESS);
  await link(world, awaited);
  await startManual(world, awaited, 3);
}

/** Refunds of an order's payment and of one without a stored session, and a dispute. */
async function refunds({ store, merchant }: World, { id: sessionId }: Checkout, paymentId: string) {
  const of = { merchantId: merchant.id, sessionId, paymentId };
  await store.commit([
    addRefund(1, of),
    addRefund(2, { ...of, reference: "re_2", state: "DONE", settledAt: NOW, nextTryAt: null }),
    addRefund(3, { ...of, sessionId: sid(999), unexpectedId: uuid(850) }),
    putDispute(of),
  ]);
}

/** A link to the checkout page. */
async function link({ services: { checkoutLinks }, store }: World, { id }: Checkout) {
  await store.commit([checkoutLinks.compose(id).change]);
}

/** Cash on delivery with its prepaid part paid: IN_PROGRESS/PAID. */
async function partPaid(world: World): Promise<Checkout> {
  const checkout = await Checkout.open(world);
  await checkout.step("PUT /address", ADDRESS);
  await checkout.step("PUT /payment-method", { method: "COD" });
  await paidEarlier(checkout);
  return checkout;
}

/** The first was delivered, the second was given up, others wait. */
/** Carts that customers left: one reported and resumed, and one made from another's. */
async function left(world: World): Promise<void> {
  const { services: { housekeeping, recovery, recoveryLinks }, clock } = world;
  const follow = async ({ id }: Checkout) => {
    const url = await recoveryLinks.urlOf(id, "");
    assert.ok(await recovery.resume(url.slice(RECOVERY_PATH.length)));
  };
  const resumed = await Checkout.open(world);
  await resumed.step("PUT /address", ADDRESS);
  // On several servers the last use is known a few seconds later.
  clock.advance(HOUR_MS / 2 + 10_000);
  assert.ok(await housekeeping.reportIdle() >= 1);
  await follow(resumed);
  const ended = await Checkout.open(world);
  await ended.step("PUT /address", ADDRESS);
  clock.advance(HOUR_MS);
  await follow(ended);
}

async function settleDeliveries({ store, clock }: World): Promise<void> {
  const { id } = anEndpoint();
  const [last, before] =
    (await store.webhooks.deliveries([id], NO_DELIVERY_FILTER, { limit: 2 })).rows;
  assert.ok(last && before);
  const tried: Partial<Delivery> = { attempts: 8, updatedAt: clock.at };
  await store.commit([
    {
      kind: "delivery.put",
      delivery: { ...last.delivery, ...tried, state: "DELIVERED", lastStatus: 204 },
    },
    {
      kind: "delivery.put",
      delivery: { ...before.delivery, ...tried, state: "FAILED", lastError: "refused" },
    },
  ]);
}
