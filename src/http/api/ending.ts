import { abandonSession, completeSession } from "../../domain/steps/ending.ts";
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
    description: "Completes a session whose method is COD, after its prepaid part if it has one. " +
      "A prepaid order completes by the result of its payment.",
    errors: ["error.cod-not-available", "error.payment-required", ...REVALIDATION_ERRORS],
    run: (call) => services.checkout.run(call, completeSession, { input: () => null }),
  });
}

/** `POST /session/{id}/abandon`: gives the checkout up. */
export function abandonSessionOperation(services: Services): KeyedOperation {
  return stepOperation<undefined>(services, {
    id: "abandonSession",
    method: "POST",
    path: "/abandon",
    summary: "Give the checkout up",
    description: "Ends the session and gives back what it had set aside.",
    errors: [],
    run: (call) => services.checkout.run(call, abandonSession, { input: () => null }),
  });
}
