import { chooseShippingOption } from "../../domain/steps/shipping_option.ts";
import type { Services } from "../../service/services.ts";
import { chooseShippingSchema } from "../../schema/api/shipping.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

/** `PUT /session/{id}/shipping-option`: chooses how to ship. */
export function chooseShippingOptionOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "chooseShippingOption",
    method: "PUT",
    path: "/shipping-option",
    summary: "Choose how to ship",
    description: "Chooses one of `shipping_options`, whose price becomes `pricing.shipping`. If " +
      "the address or the shop's rules change and the option is gone, the first one applies " +
      "again. `error.address-required`: set an address first.",
    body: chooseShippingSchema,
    bodyExample: { data: { id: "express" } },
    errors: ["error.address-required", "error.address-not-serviceable"],
    run: (call, { data }) =>
      services.checkout.run(call, chooseShippingOption, { input: () => data.id }),
  });
}
