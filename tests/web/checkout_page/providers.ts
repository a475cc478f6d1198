/** Shops whose payments a provider takes that is a double here. */
import type { World } from "../../support/app.ts";
import type { ProviderReply, ProviderRequest } from "../../../src/payments/provider.ts";
import { OPERATOR } from "../../support/operator.ts";
import { type CalledBank, razorpayBank, stripeBank } from "../../support/payments/banks.ts";
import { withShop } from "../api/shop.ts";
import { RULES } from "./at_provider.ts";
import { BASE } from "./link.ts";

/**
 * Defines a test for each provider, with a shop whose payments it takes, and its warnings.
 *
 * @param alter changes the provider's answers (default: none)
 */
export function providerTest(
  name: string,
  test: (world: World, bank: CalledBank, warned: readonly string[]) => Promise<void>,
  alter: (request: ProviderRequest, reply: ProviderReply) => ProviderReply = (_, reply) => reply,
): void {
  for (const bankAt of [stripeBank, razorpayBank]) {
    const clock = { now: () => 0 };
    const warned: string[] = [];
    const bank = bankAt(() => clock.now());
    Deno.test(`${bank.kind}: ${name}`, () =>
      withShop(async (world) => {
        clock.now = world.clock.now;
        const { kind, secrets } = bank;
        await world.services.providers.add(
          world.merchant,
          { kind, livemode: true, secrets },
          OPERATOR,
        );
        world.services.pages.servedAt(BASE);
        await test(world, bank, warned);
      }, {
        rules: RULES,
        callProvider: async (request) => alter(request, await bank.send(request)),
        warn: (message) => warned.push(message),
      }));
  }
}
