import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import type { Services } from "../../service/services.ts";
import { requestBody } from "../../schema/api/fields.ts";
import { MAX_REASON } from "../../schema/api/order.ts";
import { moneyBackFields } from "../../schema/api/refund.ts";
import { visibleText } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

const body = requestBody("CancelOrder", {
  reason: visibleText(MAX_REASON).nullish().meta({
    description: "Reason, for the operator; the session and the event have it",
  }),
  refund: z.boolean().nullish().meta({
    description:
      "True to give back all money that is left, in the same step; needs `payments:refund`",
  }),
  ...moneyBackFields,
});

/** @throws {AppError} `error.invalid-request` for terms of a refund without one */
function moneyBack({ refund, reference, disputed }: z.infer<typeof body>["data"]) {
  if (refund === true) return { reference: reference ?? null, disputed: disputed ?? false };
  if (typeof reference === "string") {
    throw invalid("data.reference needs data.refund", "data.reference");
  }
  if (disputed === true) throw invalid("data.disputed needs data.refund", "data.disputed");
  return null;
}

/** `POST /session/{id}/cancel`: cancels the order. */
export function cancelOrderOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "cancelOrder",
    method: "POST",
    path: "/cancel",
    scope: "payments:write",
    summary: "Cancel the order",
    description:
      "Cancels the order of a COMPLETED session, for example one that was refused at the door: " +
      "its stock, coupon uses and redeemed coins go back, and coins that it earned are taken " +
      "back as far as the customer still has them. States, price and `amount_paid` stay. `refund` " +
      "gives the money back too, as `/refund` with `all`, `reference` and `disputed`. An order is cancelled once " +
      "(`error.conflict`).",
    body,
    bodyExample: { data: { reason: "Refused at the door" } },
    errors: ["error.payment-disputed"],
    run: async (call, { data }, request) => {
      const refund = moneyBack(data);
      const session = await services.orders.cancel(call, { reason: data.reason ?? null, refund });
      return refund !== null
        ? await request.apart(services.providerRefunds.send(session))
        : session;
    },
  });
}
