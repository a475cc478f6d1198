import { AppError } from "../../../../../domain/errors.ts";
import { applyCoupon, removeCoupon } from "../../../../../domain/steps/coupons.ts";
import { MAX_ENTERED_CODE } from "../../../../../domain/values/limits.ts";
import { type CheckoutServices, formStep } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";
import { textOf } from "../read_fields.ts";
import { withCode } from "../../../../../service/checkout/step_options.ts";

/** `POST /c/{token}/coupon` and `coupon/remove`: applies and removes a code. */
export function couponForms(services: CheckoutServices): PageOperation[] {
  const place = { part: "coupon", field: "code" } as const;
  return [
    ...formStep(services, {
      ...place,
      path: "coupon",
      async run({ step, fields, call, opened: { shop: { merchant } } }) {
        const code = textOf(fields, "code", MAX_ENTERED_CODE);
        const address = call.address();
        call.limits.requireCouponTries(address, merchant, call.startedMs);
        try {
          await services.checkout.run(step, applyCoupon, withCode(code));
        } catch (error) {
          if (isUnknown(error)) {
            await call.limits.countWrongCoupon(address, merchant, call.startedMs);
          }
          throw error;
        }
      },
    }),
    ...formStep(services, {
      ...place,
      path: "coupon/remove",
      async run({ step, fields }) {
        const code = textOf(fields, "code", MAX_ENTERED_CODE);
        try {
          await services.checkout.run(step, removeCoupon, { input: () => code });
        } catch (error) {
          // A second click finds it removed.
          if (!isUnknown(error)) throw error;
        }
      },
    }),
  ];
}

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === "error.coupon-not-found";
}
