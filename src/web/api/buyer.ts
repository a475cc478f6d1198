import { setBuyer } from "../../domain/steps/buyer.ts";
import type { Services } from "../../service/services.ts";
import { readBuyer, setBuyerSchema } from "../../schema/api/buyer.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

/** `PUT /session/{id}/buyer`: sets the buyer. */
export function setBuyerOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "setBuyer",
    method: "PUT",
    path: "/buyer",
    summary: "Set the buyer's name and e-mail",
    description:
      "Sets name and e-mail of the buyer; what you leave out is empty. An empty e-mail becomes " +
      "that of the delivery address. Events have it only for webhook endpoints that were added " +
      "with `--include buyer.email`.",
    body: setBuyerSchema,
    bodyExample: { data: { name: "Asha Rao", email: "asha@example.com" } },
    errors: [],
    run: (call, body) => services.checkout.run(call, setBuyer, { input: () => readBuyer(body) }),
  });
}
