import { invalid } from "../../../../../domain/errors.ts";
import { PAYMENT_METHODS } from "../../../../../domain/shop/merchant.ts";
import { choosePaymentMethod } from "../../../../../domain/steps/payment_method.ts";
import { type CheckoutServices, formStep } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";

/** `POST /c/{token}/method`: chooses how to pay. */
export function methodForm(services: CheckoutServices): PageOperation[] {
  return formStep(services, {
    path: "method",
    part: "method",
    field: "method",
    async run({ step, fields }) {
      const method = PAYMENT_METHODS.find((one) => one === fields["method"]);
      if (method === undefined) {
        throw invalid(`method must be one of ${PAYMENT_METHODS.join(", ")}`, "method");
      }
      await services.checkout.run(step, choosePaymentMethod, { input: () => method });
    },
  });
}
