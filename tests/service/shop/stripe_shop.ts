/** Shops with an account at a double of Stripe. */
import { OPERATOR } from "../../support/operator.ts";
import { withWorld, type World } from "../../support/app.ts";
import { StripeDouble } from "../../support/payments/stripe_double.ts";
import { Checkout } from "../../web/api/checkout.ts";
import { withShop } from "../../web/api/shop.ts";
import { RULES } from "../../web/checkout_page/at_provider.ts";
import { BASE } from "../../web/checkout_page/link.ts";

export const LIVE = { kind: "stripe", livemode: true } as const;

/** Keys of two accounts; the last one may not read its account. */
export const KEYS = {
  sk_live_one: { account: "acct_one" },
  sk_test_one: { account: "acct_one" },
  sk_live_one_new: { account: "acct_one" },
  sk_live_two: { account: "acct_two" },
  rk_live_hidden: { account: "acct_one", rights: ["sessions"] },
  rk_live_other: { account: "acct_two", rights: ["sessions"] },
} as const;

export function withStripe(
  test: (world: World, stripe: StripeDouble) => Promise<void>,
): Promise<void> {
  const clock = { now: () => 0 };
  const stripe = new StripeDouble(() => clock.now(), KEYS);
  return withWorld(async (world) => {
    clock.now = world.clock.now;
    await test(world, stripe);
  }, { callProvider: stripe.send });
}

export function add({ services, merchant }: World, key: string, over: { replaces?: boolean } = {}) {
  const added = { ...LIVE, secrets: { key, hookSecret: "whsec_1" }, ...over };
  return services.providers.add(merchant, added, OPERATOR);
}

/** A payment of the account with a page at Stripe, as {@link LinkedPage} begins it. */
export async function withPayment(
  test: (
    world: World,
    at: { stripe: StripeDouble; checkout: Checkout; paymentId: string },
  ) => Promise<void>,
): Promise<void> {
  const clock = { now: () => 0 };
  const stripe = new StripeDouble(() => clock.now(), KEYS);
  await withShop(async (world) => {
    clock.now = world.clock.now;
    world.services.pages.servedAt(BASE);
    await add(world, "rk_live_hidden");
    const checkout = await Checkout.open(world);
    const { payment } = await checkout.step("POST /payment");
    await test(world, { stripe, checkout, paymentId: payment.payment_id });
  }, { callProvider: stripe.send, rules: RULES });
}
