import { z } from "zod";
import { PAYMENT_METHODS } from "../../domain/merchant.ts";
import { chooseMethod, redeemCoins } from "../../domain/steps/delivery.ts";
import type { Services } from "../../service/services.ts";
import { integerBetween } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

const coinsBody = z.object({
  data: z.object({
    coins: integerBetween(0, Number.MAX_SAFE_INTEGER).meta({
      description: "Coins to redeem; 0 redeems none",
    }),
  }).meta({ description: "The request" }),
}).meta({ id: "RedeemCoins" });

const methodBody = z.object({
  data: z.object({ method: z.enum(PAYMENT_METHODS).meta({ description: "How the customer pays" }) })
    .meta({ description: "The request" }),
})
  .meta({ id: "ChooseMethod" });

/** `PUT /session/{id}/coins`: redeems coins. */
export function redeemCoinsOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "redeemCoins",
    method: "PUT",
    path: "/coins",
    summary: "Use loyalty coins",
    description:
      "Uses this many coins of the verified customer on the cart; 0 uses none. At most " +
      "`coin.coin_redeemable`.",
    body: coinsBody,
    bodyExample: { data: { coins: 100 } },
    errors: ["error.customer-required", "error.coins-not-available"],
    run: (call, { data }) => services.checkout.run(call, redeemCoins, { input: () => data.coins }),
  });
}

/** `PUT /session/{id}/payment-method`: chooses how to pay. */
export function chooseMethodOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "choosePaymentMethod",
    method: "PUT",
    path: "/payment-method",
    summary: "Choose how to pay",
    description: "Applies the shop's offer for the method, or the fee of cash on delivery.",
    body: methodBody,
    bodyExample: { data: { method: "COD" } },
    errors: ["error.cod-not-available"],
    run: (call, { data }) =>
      services.checkout.run(call, chooseMethod, { input: () => data.method }),
  });
}
