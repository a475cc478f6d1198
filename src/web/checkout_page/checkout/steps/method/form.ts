import { invalid } from "../../../../../domain/errors.ts";
import { PAY_WAYS } from "../../../../../domain/shop/pay_ways.ts";
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
      // Pages of earlier versions have the method alone.
      const choices = [...PAY_WAYS, "PREPAID"] as const;
      const choice = choices.find((one) => one === fields["method"]);
      if (choice === undefined) {
        throw invalid(`method must be one of ${PAY_WAYS.join(", ")}`, "method");
      }
      await services.checkout.run(step, choosePaymentMethod, { input: () => choice });
    },
  });
}
