/** Shops whose payments a provider takes that is a double here: one rig a provider. */
import type { ProviderRequest, ProviderTransport } from "../../../src/payments/provider.ts";
import type { ProviderKind } from "../../../src/domain/shop/provider.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { RAZORPAY_HOOK_SECRET, RazorpayDouble } from "../../support/payments/razorpay_double.ts";
import { StripeDouble, stripeHook } from "../../support/payments/stripe_double.ts";
import { withShop } from "../api/shop.ts";
import { RULES } from "./at_provider.ts";
import { BASE } from "./link.ts";

/** A provider, with what its customers do there. */
export interface Rig {
  readonly kind: ProviderKind;
  readonly key: string;
  readonly hookSecret: string;
  readonly send: ProviderTransport;
  /** Requests that arrived. */
  calls(): number;
  /** Body of the latest request to a path that ends so. */
  body(path: string): string;
  /** The page of the latest payment. */
  latest(): string;
  pay(reference: string): void;
  /** From now on no request is answered; or all are again. */
  fail(isDown: boolean): void;
  hook(reference: string, secret?: string): { readonly headers: Headers; readonly body: string };
}

function bodyOf(requests: readonly ProviderRequest[], path: string): string {
  return requests.findLast(({ url }) => url.pathname.endsWith(path))?.body ?? "";
}

type NewRig = (now: () => number) => Rig;

export const STRIPE: NewRig = (now) => {
  const key = "sk_live_double";
  const hookSecret = "whsec_double";
  const double = new StripeDouble(now, { [key]: { account: "acct_double" } });
  let isDown = false;
  return {
    kind: "stripe",
    key,
    hookSecret,
    send: (request) => {
      if (isDown) double.faults.push("down");
      return double.send(request);
    },
    calls: () => double.requests.length,
    body: (path) => bodyOf(double.requests, path),
    latest: () => [...double.books.pages.keys()].at(-1) ?? "",
    pay: (reference) => double.books.act(reference, "pay"),
    fail: (value) => void (isDown = value),
    hook: (reference, secret = hookSecret) =>
      stripeHook({ type: "checkout.session.completed", reference, secret, at: now() }),
  };
};

const RAZORPAY: NewRig = (now) => {
  const key = "rzp_live_Double12345678:SecretOfTheDouble1234567";
  const double = new RazorpayDouble(now, key);
  return {
    kind: "razorpay",
    key,
    hookSecret: RAZORPAY_HOOK_SECRET,
    send: double.send,
    calls: () => double.requests.length,
    body: (path) => bodyOf(double.requests, path),
    latest: () => double.books.linkIds().at(-1) ?? "",
    pay: (reference) => void double.books.attempt(reference, "captured"),
    fail: (isDown) => void (double.failure = isDown ? "down" : null),
    hook: (reference, secret) => double.hook("payment_link.paid", reference, secret),
  };
};

/** Defines a test for each provider, with a shop whose payments it takes. */
export function providerTest(
  name: string,
  test: (world: World, rig: Rig) => Promise<void>,
): void {
  for (const newRig of [STRIPE, RAZORPAY]) {
    const clock = { now: () => 0 };
    const rig = newRig(() => clock.now());
    Deno.test(`${rig.kind}: ${name}`, () =>
      withShop(async (world) => {
        clock.now = world.clock.now;
        const { kind, key, hookSecret } = rig;
        const added = { kind, livemode: true, secrets: { key, hookSecret } };
        await world.services.providers.add(world.merchant, added, OPERATOR);
        world.services.pages.servedAt(BASE);
        await test(world, rig);
      }, { rules: RULES, callProvider: rig.send }));
  }
}
