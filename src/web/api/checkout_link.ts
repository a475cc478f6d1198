import { checkoutLinkSchema, encodeCheckoutLink } from "../../schema/api/checkout_link.ts";
import { envelope } from "../../schema/api/fields.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedOperation } from "../operation.ts";
import { success } from "../reply.ts";

/** `POST /session/{id}/checkout-link`: makes a link to the checkout page. */
export function makeCheckoutLink(
  { checkoutLinks }: Pick<Services, "checkoutLinks">,
): KeyedOperation {
  return {
    id: "makeCheckoutLink",
    method: "POST",
    path: "/session/{id}/checkout-link",
    access: "key",
    scope: "sessions:write",
    // The token is stored nowhere.
    isRecorded: false,
    docs: {
      summary: "Make a link to the checkout page",
      description:
        "Makes a link that opens the checkout page of this session for its customer, for 24 " +
        "hours. Send the customer to it; no API key reaches the browser. A new link ends the " +
        "one before it, so `Idempotency-Key` is ignored: a repeated request makes another link. " +
        "`error.checkout-page-off`: the server was started without `--checkout-port`.",
      tag: "Checkout",
      params: { id: "Id of the session, from `POST /session`" },
      success: { status: 201, description: "The link", schema: envelope(checkoutLinkSchema) },
      errors: [
        "error.session-not-found",
        "error.invalid-state",
        "error.checkout-page-off",
        "error.request-timeout",
      ],
    },
    async handle(call) {
      const link = await checkoutLinks.make(call.caller, call.param("id"));
      return success(JSON.stringify(encodeCheckoutLink(link)), { status: 201 });
    },
  };
}
