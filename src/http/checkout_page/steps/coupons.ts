import { AppError } from "../../../domain/errors.ts";
import { applyCoupon, removeCoupon } from "../../../domain/steps/coupons.ts";
import { type CheckoutServices, formStep } from "../form_step.ts";
import type { PageOperation } from "../page_operation.ts";
import { textOf } from "./fields.ts";

/** `POST /c/{token}/coupon` and `coupon/remove`: applies and removes a code. */
export function couponForms(services: CheckoutServices): PageOperation[] {
  const place = { part: "coupon", field: "code" } as const;
  return [
    ...formStep(services, {
      ...place,
      path: "coupon",
      async run({ step, fields }) {
        const code = textOf(fields, "code", 255);
        await services.checkout.run(step, applyCoupon, {
          input: () => code,
          needs: () => ({ code }),
        });
      },
    }),
    ...formStep(services, {
      ...place,
      path: "coupon/remove",
      async run({ step, fields }) {
        const code = textOf(fields, "code", 255);
        try {
          await services.checkout.run(step, removeCoupon, { input: () => code });
        } catch (error) {
          // A second click finds it removed.
          if (!(error instanceof AppError && error.code === "error.coupon-not-found")) throw error;
        }
      },
    }),
  ];
}
