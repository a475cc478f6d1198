import { MAX_QUANTITY } from "../../../../../domain/cart/cart.ts";
import { invalid } from "../../../../../domain/errors.ts";
import { parseCouponId, parseInt64 } from "../../../../../domain/ids.ts";
import { claimGifts, type GiftRequest } from "../../../../../domain/steps/gifts.ts";
import { type CheckoutServices, type Fields, formStep } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";
import { asciiDigits, integerOf } from "../read_fields.ts";
import { withGifts } from "../../../../../service/checkout/step_options.ts";

const VARIANT = "variant.";

/** `POST /c/{token}/gifts`: claims exactly the chosen gifts, at most one variant of an offer. */
export function giftsForm(services: CheckoutServices): PageOperation[] {
  return formStep(services, {
    path: "gifts",
    part: "gifts",
    async run({ step, fields }) {
      const requests = requestsOf(fields);
      await services.checkout.run(step, claimGifts, withGifts(requests));
    },
  });
}

/** The gifts of fields `variant.COUPON` and `quantity.COUPON` (default: 1). */
function requestsOf(fields: Fields): GiftRequest[] {
  const chosen = Object.entries(fields)
    .filter(([name, value]) => name.startsWith(VARIANT) && value !== "");
  return chosen.map(([name, value]) => {
    const id = name.slice(VARIANT.length);
    const couponId = parseCouponId(id);
    const variantId = parseInt64(asciiDigits(value));
    if (couponId === undefined || variantId === undefined) {
      throw invalid(`${name} must be a variant of an offer`, name);
    }
    const quantity = `quantity.${id}`;
    return {
      couponId,
      variantId,
      quantity: fields[quantity] ? integerOf(fields, quantity, { min: 1, max: MAX_QUANTITY }) : 1,
    };
  });
}
