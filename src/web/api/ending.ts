import { abandonSession, completeSession, isPlacedByPart } from "../../domain/steps/ending.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { REVALIDATION_ERRORS, stepOperation } from "./step.ts";

/** `POST /session/{id}/complete`: places a cash-on-delivery order. */
export function completeSessionOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "completeSession",
    method: "POST",
    path: "/complete",
    summary: "Place a cash-on-delivery order",
    description:
      "Completes a session with the payment method COD. If a part must be paid in advance " +
      "(`error.payment-required`), the PAID result of that payment places the order, and this " +
      "call answers with it and changes nothing. A prepaid order needs no such call either.",
    errors: ["error.cod-not-available", "error.payment-required", ...REVALIDATION_ERRORS],
    run: (call) =>
      services.checkout.run(call, completeSession, {
        input: () => null,
        isDone: isPlacedByPart,
      }),
  });
}

/** `POST /session/{id}/abandon`: ends the checkout. */
export function abandonSessionOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "abandonSession",
    method: "POST",
    path: "/abandon",
    summary: "Abandon the checkout",
    description:
      "Ends the session and releases what it held. Call it when the customer gives up; " +
      "without a call the session expires by itself.",
    errors: [],
    run: (call, _body, request) =>
      services.checkout.run(call, abandonSession, {
        input: async (session) => {
          await request.apart(services.providerPayments.end(session));
          return null;
        },
      }),
  });
}
