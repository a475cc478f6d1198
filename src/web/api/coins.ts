import { redeemCoins } from "../../domain/steps/coins.ts";
import type { Services } from "../../service/services.ts";
import { integerBetween } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";
import { requestBody } from "../../schema/api/fields.ts";

const body = requestBody("RedeemCoins", {
  coins: integerBetween(0, Number.MAX_SAFE_INTEGER).meta({
    description: "Number of coins to use; 0 uses none",
  }),
});

/** `PUT /session/{id}/coins`: redeems coins. */
export function redeemCoinsOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "redeemCoins",
    method: "PUT",
    path: "/coins",
    summary: "Use loyalty coins",
    description: "Sets how many coins of the verified customer are used for this cart: at most " +
      "`coin.coin_redeemable`; 0 uses none. `error.customer-required`: verify a phone number " +
      "first.",
    body,
    bodyExample: { data: { coins: 100 } },
    errors: ["error.customer-required", "error.coins-not-available"],
    run: (call, { data }) => services.checkout.run(call, redeemCoins, { input: () => data.coins }),
  });
}
