import { shownThrough } from "../../../../domain/session/checkout_link.ts";
import { allowedReturn } from "../../../../domain/shop/checkout_rules.ts";
import { type OpenedReturn, RETURN_PATH } from "../../../../service/checkout/returns.ts";
import type { Services } from "../../../../service/services.ts";
import { stateWord } from "../model.ts";
import { returnPage } from "./returned.tsx";
import type { PageCall, PageOperation } from "../../page_operation.ts";
import { checkoutHeaders, customerHeaders } from "../../replies.ts";

const PATH = `${RETURN_PATH}{token}`;

/**
 * The page to which a payment leads back. Others know its address, so it shows how the payment
 * stands, its number and its total; a link to the checkout that it makes shows no person.
 */
export function returnOperations(
  { returns, checkoutLinks, providerPayments }: Pick<
    Services,
    "returns" | "checkoutLinks" | "providerPayments"
  >,
): PageOperation[] {
  const counted = async (call: PageCall): Promise<OpenedReturn | null> => {
    const opened = await returns.open(call.param("token"));
    if (opened !== null) await call.limits.countLink(opened.codeHash, call.startedMs);
    return opened;
  };
  // The provider is asked, now and then, for as long as the customer waits.
  const looked = async (call: PageCall): Promise<OpenedReturn | null> => {
    const found = await counted(call);
    return found !== null && await call.apart(providerPayments.lookAtReturn(found.session))
      ? await returns.open(call.param("token"))
      : found;
  };
  return [{
    id: "return.show",
    method: "GET",
    path: PATH,
    limitedBy: "link",
    async handle(call) {
      const opened = await looked(call);
      return opened && {
        status: 200,
        body: pageOf(call, opened),
        headers: checkoutHeaders(opened.shop.merchant),
      };
    },
  }, {
    id: "return.other",
    method: "POST",
    path: PATH,
    limitedBy: "link",
    async handle(call) {
      const opened = await counted(call);
      if (opened === null) return null;
      const headers = checkoutHeaders(opened.shop.merchant);
      const to = opened.standing === "failed"
        ? `c/${await checkoutLinks.forStranger(opened.session)}`
        : `r/${call.param("token")}`;
      return { status: 303, body: "", headers: { ...headers, Location: `${call.toRoot}${to}` } };
    },
  }, {
    id: "return.state",
    method: "GET",
    path: `${PATH}/state`,
    limitedBy: "link",
    async handle(call) {
      const opened = await looked(call);
      return opened && {
        status: 200,
        body: stateWord(opened.session),
        headers: { ...customerHeaders(), "Content-Type": "text/plain; charset=utf-8" },
      };
    },
  }];
}

function pageOf(
  call: PageCall,
  { session, shop: { merchant }, standing, now }: OpenedReturn,
): string {
  return returnPage(call, {
    path: `${call.toRoot}r/${call.param("token")}`,
    merchant,
    session: shownThrough({ hides: "person", createdAt: now }, session),
    isHidden: true,
    now,
    edit: null,
    problem: null,
    entered: {},
    changed: null,
    codes: "off",
    next: "",
    hasProvider: false,
    payUrl: null,
    returnUrl: allowedReturn(session.redirectUrl, merchant),
  }, standing);
}
