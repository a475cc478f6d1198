import { envelope } from "../../schema/api/fields.ts";
import { encodeOrder, orderAnswerSchema } from "../../schema/api/session.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { success } from "../reply.ts";

/** Reads an order by its number. */
export function readOrder({ sessionAdmin }: Pick<Services, "sessionAdmin">): KeyedOperation {
  return {
    id: "getOrder",
    method: "GET",
    path: "/orders/{number}",
    access: "key",
    scope: "orders:read",
    docs: {
      summary: "Read an order",
      description:
        "Returns the session of an order, for a backend that has the number alone. It is no " +
        "activity. Customer, buyer, address, note and attributes need `customers:read`.",
      tag: "Lists",
      params: { number: "Number of the order, in any case, or the id of its session" },
      success: { status: 200, description: "The order", schema: envelope(orderAnswerSchema) },
      errors: ["error.session-not-found"],
    },
    async handle(call) {
      const order = await sessionAdmin.order(call.caller, call.param("number"));
      const isPersonal = call.caller.scopes.has("customers:read");
      return success(JSON.stringify(encodeOrder(order, { isPersonal })));
    },
  };
}
