import { applyCoupon, removeCoupon } from "../../domain/steps/coupons.ts";
import { MAX_ENTERED_CODE } from "../../domain/values/limits.ts";
import { withCode } from "../../service/checkout/step_options.ts";
import type { Services } from "../../service/services.ts";
import { nonEmptyText } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { COUPON_ERRORS, stepOperation } from "./step.ts";
import { requestBody } from "../../schema/api/fields.ts";

const body = requestBody("ApplyCoupon", {
  code: nonEmptyText(MAX_ENTERED_CODE).meta({ description: "Coupon code; case does not matter" }),
});

/** `POST /session/{id}/coupons`: applies a code. */
export function applyCouponOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "applyCoupon",
    method: "POST",
    path: "/coupons",
    summary: "Apply a coupon code",
    description:
      "Applies a coupon code and computes the prices again. Codes that combine add up; any " +
      "other code replaces the coupon before it and names it in `previous_coupon_code`. If " +
      "the coupon cannot be used, the error says why, and its `message` can be shown to the " +
      "customer. After too many unknown codes every code is refused for a while with " +
      "`error.coupon-rate-limited`.",
    body,
    bodyExample: { data: { code: "SAVE10" } },
    errors: [
      ...COUPON_ERRORS,
      "error.coupon-already-applied",
      "error.coupon-not-better",
      "error.coupon-rate-limited",
    ],
    run: (call, { data }) => services.checkout.run(call, applyCoupon, withCode(data.code)),
  });
}

/** `DELETE /session/{id}/coupons/{code}`: removes a code. */
export function removeCouponOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "removeCoupon",
    method: "DELETE",
    path: "/coupons/{code}",
    summary: "Remove a coupon code",
    description:
      "Removes a coupon code and computes the prices again. `error.coupon-not-found`: the " +
      "code was not entered in this session.",
    params: { code: "The code, percent-encoded; case does not matter" },
    errors: ["error.coupon-not-found"],
    run: (call, _body, request) =>
      services.checkout.run(call, removeCoupon, { input: () => decoded(request.param("code")) }),
  });
}

/** The path is as sent; text that is not percent-encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
