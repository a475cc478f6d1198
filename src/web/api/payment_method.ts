import { z } from "zod";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import { choosePaymentMethod } from "../../domain/steps/payment_method.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";
import { requestBody } from "../../schema/api/fields.ts";

const body = requestBody("ChooseMethod", {
  method: z.enum(PAYMENT_METHODS).meta({ description: "Payment method" }),
});

/** `PUT /session/{id}/payment-method`: chooses how to pay. */
export function choosePaymentMethodOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "choosePaymentMethod",
    method: "PUT",
    path: "/payment-method",
    summary: "Choose how to pay",
    description:
      "Sets the payment method. The shop's discount for the method, or the fee for cash on " +
      "delivery, becomes part of the price. `error.cod-not-available`: the shop does not " +
      "offer cash on delivery for this cart.",
    body,
    bodyExample: { data: { method: "COD" } },
    errors: ["error.cod-not-available"],
    run: (call, { data }) =>
      services.checkout.run(call, choosePaymentMethod, { input: () => data.method }),
  });
}
