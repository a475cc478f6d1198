import { PAGE_PATH } from "../../../service/checkout/links.ts";
import type { Services } from "../../../service/services.ts";
import { parsePagePart, stateWord } from "./model.ts";
import { checkoutReply, countedForLink } from "./checkout_reply.ts";
import type { CheckoutServices } from "./form_step.ts";
import type { PageOperation } from "../page_operation.ts";
import { customerHeaders } from "../replies.ts";
import { addressForm } from "./steps/address/form.ts";
import { coinsForm } from "./steps/coins/form.ts";
import { couponForms } from "./steps/coupons/form.ts";
import { giftsForm } from "./steps/gifts/form.ts";
import { methodForm } from "./steps/method/form.ts";
import { payForms } from "./steps/pay/form.ts";
import { phoneForms } from "./steps/phone/form.ts";
import { shippingForm } from "./steps/shipping/form.ts";

/** The checkout page of a link, and its forms. */
export function checkoutOperations(services: CheckoutServices): PageOperation[] {
  return [
    showCheckout(services),
    checkoutState(services),
    ...couponForms(services),
    ...giftsForm(services),
    ...phoneForms(services),
    ...addressForm(services),
    ...shippingForm(services),
    ...coinsForm(services),
    ...methodForm(services),
    ...payForms(services),
  ];
}

const PATH = `${PAGE_PATH}{token}`;

/** The page. Loading it is activity, unless a script asks for it again: `?poll`. */
function showCheckout({ checkoutLinks }: Pick<Services, "checkoutLinks">): PageOperation {
  return {
    id: "checkout.show",
    method: "GET",
    path: PATH,
    limitedBy: "link",
    async handle(call) {
      const token = call.param("token");
      const isPoll = call.query.has("poll");
      const opening = isPoll ? checkoutLinks.open(token) : checkoutLinks.visit(token);
      const opened = await countedForLink(call, opening);
      const edit = parsePagePart(call.query.get("edit") ?? "");
      return opened && checkoutReply(call, opened, { edit });
    },
  };
}

/** The state of the session as a word: a waiting page loads again when it changes. */
function checkoutState({ checkoutLinks }: Pick<Services, "checkoutLinks">): PageOperation {
  return {
    id: "checkout.state",
    method: "GET",
    path: `${PATH}/state`,
    limitedBy: "link",
    async handle(call) {
      const opened = await countedForLink(call, checkoutLinks.open(call.param("token")));
      return opened && {
        status: 200,
        body: opened.hasEnded ? "ENDED" : stateWord(opened.session),
        headers: { ...customerHeaders(), "Content-Type": "text/plain; charset=utf-8" },
      };
    },
  };
}
