import { AppError, invalid } from "../../domain/errors.ts";
import { isAwaited } from "../../domain/session/payment.ts";
import { cancelPayment, isCancelled, startPayment } from "../../domain/steps/payment.ts";
import type { Services } from "../../service/services.ts";
import { paymentResultSchema, startPaymentSchema } from "../../schema/api/payment.ts";
import type { KeyedOperation } from "../operation.ts";
import { REVALIDATION_ERRORS, stepOperation } from "./step.ts";

const PAYMENT_ID = { payment_id: "Id of the payment: `payment.payment_id` of the session" };

/** `POST /session/{id}/payment/{payment_id}/cancel`: ends a pending payment. */
export function cancelPaymentOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "cancelPayment",
    method: "POST",
    path: "/payment/{payment_id}/cancel",
    scope: "payments:write",
    summary: "Cancel a payment",
    description:
      "Ends a pending payment, for example when the customer closes the payment form: the " +
      "payment is FAILED, what it held is released, and the cart can be changed again. This " +
      "also works for expired and abandoned sessions. Cancelling twice changes nothing; a " +
      "paid payment cannot be cancelled (`error.invalid-state`).",
    params: PAYMENT_ID,
    errors: ["error.payment-not-found"],
    run: (call, _body, request) =>
      services.checkout.run(call, cancelPayment, {
        input: async (session) => {
          const id = request.param("payment_id").toLowerCase();
          if (session.payment?.id === id) {
            await request.apart(services.providerPayments.end(session));
          }
          return id;
        },
        evenEnded: true,
        isDone: isCancelled,
      }),
  });
}

/** `POST /session/{id}/payment`: starts the payment. */
export function startPaymentOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "startPayment",
    method: "POST",
    path: "/payment",
    summary: "Start the payment",
    description:
      "Starts a payment. Call it right before you open the form of your payment provider: " +
      "`payment` in the answer has the id, the amount and the currency to collect. Coupons, " +
      "stock, gifts and coins are checked again, and what the order needs is held until there " +
      "is a result; the cart cannot be changed meanwhile. An order that costs nothing is " +
      "completed at once. If a provider of the server takes the shop's payments, lead the " +
      "customer to `payment.url`; the result comes by itself, and a repeated request answers " +
      "with the same payment. `way` takes another way of the shop; cash needs no payment: choose " +
      "`COD` and complete the order. If something has changed, no payment starts: the error says what, " +
      "and the session shows the new price.",
    body: startPaymentSchema,
    bodyExample: { data: { way: "MANUAL" } },
    tookNoBody: true,
    errors: [...REVALIDATION_ERRORS, "error.checkout-page-off", "error.provider-refused"],
    // A payment of a test that fails at once has ended in the answer already: that is replayed.
    begins: ({ payment }) => payment === null || payment.status === "FAILED" ? null : payment.id,
    resume: (session, request) => request.apart(services.providerStarts.open(session)),
    run: async (call, { data }, request) => {
      const { checkout, providerStarts, returns } = services;
      const way = data?.way ?? null;
      const alsoCommit: typeof call.alsoCommit = (outcome) => [
        ...call.alsoCommit(outcome),
        ...(outcome instanceof AppError ? [] : returns.ofProvider(outcome)),
      ];
      const session = await checkout.run({ ...call, alsoCommit }, startPayment, {
        input: async (session, now, shop) => {
          const returnUrl = () => returns.newUrl(session);
          const terms = way === "MANUAL"
            ? shop.merchant.checkout.manual
            : await providerStarts.terms(shop, session, { now, returnUrl });
          if (terms !== null || way === null) return terms;
          const missing = way === "MANUAL" ? "manual payment" : "provider for these payments";
          throw invalid(`data.way must be one that the shop has: it has no ${missing}`, "data.way");
        },
        isDone: ({ payment }) =>
          way !== "MANUAL" && isAwaited(payment) && payment.atProvider !== null,
      });
      return await request.apart(providerStarts.open(session));
    },
  });
}

/** `POST /session/{id}/payment/{payment_id}/result`: reports the result. */
export function reportPaymentResultOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "reportPaymentResult",
    method: "POST",
    path: "/payment/{payment_id}/result",
    scope: "payments:write",
    summary: "Report the result of a payment",
    description:
      "Reports the result from your payment provider. PAID completes the order, also as " +
      "the prepaid part of one with cash on delivery; FAILED releases what was held, and the customer can pay again. Amount " +
      "and currency must be those of the payment (`error.payment-mismatch`). Reporting the " +
      "same result twice changes nothing, and a result is accepted after the session has " +
      "expired too. A `reference` pays for one order only (`error.payment-reference-used`). A " +
      "PAID result that cannot become an order is refused, recorded for the operator, and " +
      "sent as the event `payment.unexpected`.",
    params: PAYMENT_ID,
    body: paymentResultSchema,
    bodyExample: {
      data: { status: "PAID", amount: 628.2, currency: "INR", reference: "pay_29QQoUBi66xm2f" },
    },
    errors: [
      "error.payment-not-found",
      "error.payment-mismatch",
      "error.payment-reference-used",
      "error.payment-at-provider",
    ],
    run: (call, { data }, request) =>
      services.payments.reportResult(call, {
        paymentId: request.param("payment_id").toLowerCase(),
        status: data.status,
        amount: data.amount ?? null,
        currency: data.currency ?? null,
        reference: data.reference,
      }, (work) => request.apart(work)),
  });
}
