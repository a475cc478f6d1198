import { replaceItems } from "../../domain/steps/items.ts";
import { withLines } from "../../service/checkout/step_options.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { readLineItems, replaceItemsSchema } from "../../schema/api/line_item.ts";
import { stepOperation } from "./step.ts";

/** `PUT /session/{id}/items`: replaces the cart. */
export function replaceItemsOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "replaceItems",
    method: "PUT",
    path: "/items",
    summary: "Replace the cart",
    description: "Replaces all items of the cart and computes the prices again. Call it when the " +
      "customer changes the cart in the store. Coupon codes that no longer apply move to " +
      "`resting_coupons`, and gifts that the cart no longer earns are removed.",
    body: replaceItemsSchema,
    bodyExample: {
      data: { items: [{ product_id: 1002, variant_id: 11022, quantity: 3 }] },
    },
    errors: [],
    run(call, { data }) {
      const items = readLineItems(data.items);
      return services.checkout.run(call, replaceItems, withLines(items));
    },
  });
}
