import { requireVerified } from "../../../../../domain/session/checkout_link.ts";
import { redeemCoins } from "../../../../../domain/steps/coins.ts";
import { type CheckoutServices, formStep } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";
import { integerOf } from "../read_fields.ts";

/** `POST /c/{token}/coins`: uses coins; 0 uses none. */
export function coinsForm(services: CheckoutServices): PageOperation[] {
  return formStep(services, {
    path: "coins",
    part: "coins",
    field: "coins",
    async run({ step, fields, opened }) {
      // Else the refusals would tell how many coins another person has.
      requireVerified(opened.link);
      const coins = integerOf(fields, "coins", { min: 0, max: Number.MAX_SAFE_INTEGER });
      await services.checkout.run(step, redeemCoins, { input: () => coins });
    },
  });
}
