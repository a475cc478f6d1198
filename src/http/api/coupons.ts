import { applyCoupon, removeCoupon } from "../../domain/steps/coupons.ts";
import type { Services } from "../../service/services.ts";
import { nonEmptyText } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { COUPON_ERRORS, stepOperation } from "./step.ts";
import { requestBody } from "../../schema/api/fields.ts";

const body = requestBody("ApplyCoupon", {
  code: nonEmptyText(255).meta({ description: "In any case" }),
});

/** `POST /session/{id}/coupons`: applies a code. */
export function applyCouponOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "applyCoupon",
    method: "POST",
    path: "/coupons",
    summary: "Apply a coupon code",
    description:
      "Applies a coupon and prices the cart with it. A code that combines joins others " +
      "that do; any other takes the place of what was applied and names it in " +
      "`previous_coupon_code`. The messages of refusals can be shown to the customer.",
    body,
    bodyExample: { data: { code: "SAVE10" } },
    errors: [
      ...COUPON_ERRORS,
      "error.coupon-already-applied",
      "error.coupon-not-better",
      "error.coupon-rate-limited",
    ],
    run: (call, { data }) =>
      services.checkout.run(call, applyCoupon, {
        input: () => data.code,
        needs: (code) => ({ code }),
      }),
  });
}

/** `DELETE /session/{id}/coupons/{code}`: takes a code back. */
export function removeCouponOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "removeCoupon",
    method: "DELETE",
    path: "/coupons/{code}",
    summary: "Remove a coupon code",
    description: "Takes a code back and prices the cart without it.",
    params: { code: "The code, percent-encoded, in any case" },
    errors: ["error.coupon-not-found"],
    run: (call, _body, request) =>
      services.checkout.run(call, removeCoupon, { input: () => decoded(request.param("code")) }),
  });
}

/** The path comes as it was sent; what is no percent-encoding is no code either. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
