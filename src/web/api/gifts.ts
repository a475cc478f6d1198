import { claimGifts } from "../../domain/steps/gifts.ts";
import { withGifts } from "../../service/checkout/step_options.ts";
import type { Services } from "../../service/services.ts";
import { claimGiftsSchema } from "../../schema/api/add_on.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

/** `PUT /session/{id}/add-ons`: claims exactly these gifts. */
export function claimGiftsOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "claimGifts",
    method: "PUT",
    path: "/add-ons",
    summary: "Choose free gifts",
    description:
      "Sets the gifts of the session, from the offers in `add_ons`. The list replaces the " +
      "earlier one, so send every gift that the customer wants; an empty list removes all " +
      "gifts. A gift is removed when the cart no longer reaches the target of its offer.",
    body: claimGiftsSchema,
    bodyExample: {
      data: {
        add_ons: [{
          coupon_id: "0199a8b2-7c1e-7b3a-9d52-3f1c6f0e8a11",
          variant_id: 11071,
          quantity: 1,
        }],
      },
    },
    errors: ["error.gift-not-available", "error.out-of-stock"],
    run(call, { data }) {
      const requests = data.add_ons.map(({ coupon_id, variant_id, quantity }) => ({
        couponId: coupon_id,
        variantId: variant_id,
        quantity,
      }));
      return services.checkout.run(call, claimGifts, withGifts(requests));
    },
  });
}
