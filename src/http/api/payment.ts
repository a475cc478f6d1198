import { cancelPayment, isCancelled, startPayment } from "../../domain/steps/payment.ts";
import type { Services } from "../../service/services.ts";
import { paymentResultSchema } from "../../schema/api/payment.ts";
import type { KeyedOperation } from "../operation.ts";
import { REVALIDATION_ERRORS, stepOperation } from "./step.ts";

const PAYMENT_ID = { payment_id: "`payment.payment_id` of the session" };

/** `POST /session/{id}/payment/{payment_id}/cancel`: ends it without money. */
export function cancelPaymentOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "cancelPayment",
    method: "POST",
    path: "/payment/{payment_id}/cancel",
    summary: "Cancel a payment",
    description:
      "Ends a payment that is PENDING: it is FAILED then, what it holds is given back, " +
      "and the cart can be changed again. Also for a session that has expired or was given up. " +
      "The same call again changes nothing; a payment that is PAID cannot be cancelled.",
    params: PAYMENT_ID,
    errors: ["error.payment-not-found"],
    run: (call, _body, request) =>
      services.checkout.run(call, cancelPayment, {
        input: () => request.param("payment_id").toLowerCase(),
        evenEnded: true,
        isDone: isCancelled,
      }),
  });
}

/** `POST /session/{id}/payment`: starts the payment. */
export function startPaymentOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "startPayment",
    method: "POST",
    path: "/payment",
    summary: "Start the payment",
    description: "Starts a payment: `payment` names its id, the amount and the currency to " +
      "collect. Coupons, stock, gifts and coins are checked anew, what the order needs is set " +
      "aside, and the cart is frozen. Where the price has moved nothing is started: the session " +
      "shows the new one.",
    errors: REVALIDATION_ERRORS,
    begins: ({ payment }) => payment?.id ?? null,
    run: (call) => services.checkout.run(call, startPayment, { input: () => null }),
  });
}

/** `POST /session/{id}/payment/{payment_id}/result`: reports what became of it. */
export function reportPaymentResultOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "reportPaymentResult",
    method: "POST",
    path: "/payment/{payment_id}/result",
    summary: "Report the result of a payment",
    description: "Takes the result of a payment: PAID completes the order, or its prepaid part; " +
      "FAILED gives back what was set aside. The amount and currency must be those that were asked " +
      "for. The same result twice is one, and a result that comes after the session has expired is " +
      "taken all the same. The reference of a PAID pays one order. A PAID that cannot become an " +
      "order is refused and recorded, and the event `payment.unexpected` tells of it.",
    params: PAYMENT_ID,
    body: paymentResultSchema,
    bodyExample: {
      data: { status: "PAID", amount: 628.2, currency: "INR", reference: "pay_29QQoUBi66xm2f" },
    },
    errors: [
      "error.payment-not-found",
      "error.payment-mismatch",
      "error.payment-reference-used",
    ],
    run: (call, { data }, request) =>
      services.payments.reportResult(call, {
        paymentId: request.param("payment_id").toLowerCase(),
        status: data.status,
        amount: data.amount ?? null,
        currency: data.currency ?? null,
        reference: data.reference,
      }),
  });
}
