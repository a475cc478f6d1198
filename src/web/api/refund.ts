import { refundRequestSchema, refundResultSchema } from "../../schema/api/refund.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

/** `POST /session/{id}/refund`: gives money back, and takes goods back. */
export function refundOrderOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "refundOrder",
    method: "POST",
    path: "/refund",
    scope: "payments:refund",
    summary: "Refund an order, or a part of it",
    description:
      "Gives money of a COMPLETED session back. `amount` alone moves money only. `lines` also give " +
      "back their units and their part of the coins; without `amount` the price that was paid for " +
      "them goes back. `all` is everything that is left. Money that a provider of the server took " +
      "goes back there: the answer waits for it, and if it does not answer, the server calls it again; " +
      "`state` and the events `refund.done` and `refund.failed` tell. Other money is paid back by you: send its `reference` here, or later " +
      "with the result. All refunds, and disputes that are open or lost, are together never more " +
      "than the order took (`error.refund-exceeded`).",
    body: refundRequestSchema,
    bodyExample: { data: { lines: [{ line: 1, quantity: 1 }], reason: "Does not fit" } },
    errors: ["error.refund-exceeded", "error.payment-disputed"],
    run: async (call, { data }, request) => {
      const session = await services.orders.refund(call, {
        amount: data.amount ?? null,
        lines: data.lines ?? [],
        all: data.all ?? false,
        reason: data.reason ?? null,
        reference: data.reference ?? null,
        disputed: data.disputed ?? false,
      });
      return await request.apart(services.providerRefunds.send(session));
    },
  });
}

/** `POST /session/{id}/refund/{refund_id}/result`: reports a refund that was paid back by hand. */
export function reportRefundResultOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "reportRefundResult",
    method: "POST",
    path: "/refund/{refund_id}/result",
    scope: "payments:refund",
    summary: "Report that a refund was paid back",
    description:
      "For refunds that you pay back yourself. DONE needs the `reference` of the money; FAILED " +
      "leaves it to be refunded again. Reporting the same result twice changes nothing. A refund at " +
      "a provider of the server is `error.payment-at-provider`: its own answer decides.",
    params: { refund_id: "Id of the refund, from `refunds`" },
    body: refundResultSchema,
    bodyExample: { data: { state: "DONE", reference: "UTR 423817465201" } },
    errors: ["error.refund-not-found", "error.payment-at-provider"],
    run: (call, { data }, request) =>
      services.orders.reportRefund(call, {
        refundId: request.param("refund_id").toLowerCase(),
        state: data.state,
        reference: data.reference ?? null,
        failure: data.state === "FAILED" ? data.reason ?? "Reported by the shop" : null,
      }),
  });
}
