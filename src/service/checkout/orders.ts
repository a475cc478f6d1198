import { requireScope } from "../../domain/caller.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { netOf } from "../../domain/shop/customer.ts";
import { cancelOrder, type OrderCoins } from "../../domain/steps/cancel.ts";
import { testOrderCoins } from "../../domain/steps/test_mode.ts";
import type { Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { Checkout, StepCall } from "./checkout.ts";

/** Dependencies of {@link Orders}. */
export interface OrdersDeps extends Pick<Deps, "store"> {
  readonly checkout: Checkout;
}

/** Placed orders, for the shops' backends. */
export class Orders {
  readonly #deps: OrdersDeps;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
  }

  /**
   * Cancels an order.
   *
   * @throws {AppError} the errors of {@link Checkout.run} and of {@link cancelOrder}
   */
  async cancel(call: StepCall, reason: string | null): Promise<CheckoutSession> {
    const { store, checkout } = this.#deps;
    requireScope(call.caller, "payments:write");
    return await checkout.run(call, cancelOrder, {
      action: "session.cancel",
      input: async (session) => ({ reason, coins: await orderCoins(store, session) }),
    });
  }
}

/** Coins that an order used and earned, by the ledger or by its test. */
export async function orderCoins(
  { customers }: Pick<Store, "customers">,
  session: CheckoutSession,
): Promise<OrderCoins> {
  const { id, customer, livemode } = session;
  if (!livemode) return testOrderCoins(session);
  if (customer === null) return { used: 0, earned: 0 };
  const all = await customers.movements(customer.id);
  const own = all.filter(({ sessionId }) => sessionId === id);
  return { used: netOf(own, "USED"), earned: -netOf(own, "ISSUED") };
}
