import { chooseShippingOption } from "../../../../../domain/steps/shipping_option.ts";
import { MAX_OPTION_ID } from "../../../../../domain/values/limits.ts";
import { type CheckoutServices, formStep } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";
import { textOf } from "../read_fields.ts";

/** `POST /c/{token}/shipping`: chooses how to ship. */
export function shippingForm(services: CheckoutServices): PageOperation[] {
  return formStep(services, {
    path: "shipping",
    part: "shipping",
    field: "option",
    async run({ step, fields }) {
      const id = textOf(fields, "option", MAX_OPTION_ID);
      await services.checkout.run(step, chooseShippingOption, { input: () => id });
    },
  });
}
