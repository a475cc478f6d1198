import { returnUrlOf } from "../../../domain/session/recovery.ts";
import { RECOVERY_PATH } from "../../../service/recovery/links.ts";
import type { Services } from "../../../service/services.ts";
import type { PageOperation } from "../page_operation.ts";
import { customerHeaders } from "../replies.ts";
import { cartPage } from "./cart.tsx";

const PATH = `${RECOVERY_PATH}{token}`;

/** The page of a recovery link: shows the cart, and a button that continues with it. */
export function recoveryPages({ recovery }: Pick<Services, "recovery">): PageOperation[] {
  return [{
    id: "recovery.show",
    method: "GET",
    path: PATH,
    limitedBy: "address",
    async handle(request) {
      const cart = await recovery.show(request.param("token"));
      if (cart === null) return null;
      const headers = customerHeaders(returnUrlOf(cart.merchant));
      return { status: 200, body: cartPage(request, cart), headers };
    },
  }, {
    id: "recovery.continue",
    method: "POST",
    path: PATH,
    limitedBy: "address",
    async handle(request) {
      const url = await recovery.resume(request.param("token"), request.address());
      if (url === null) return null;
      return { status: 303, body: "", headers: { ...customerHeaders(), Location: url } };
    },
  }];
}
