import { shownThrough } from "../../../domain/session/checkout_link.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { paymentPageUrl } from "../../../domain/shop/checkout_form.ts";
import { allowedReturn } from "../../../domain/shop/checkout_rules.ts";
import { accountInUse } from "../../../domain/shop/provider.ts";
import { isWanted } from "../../../service/checkout/events.ts";
import type { OpenedLink } from "../../../service/checkout/links.ts";
import type { CheckoutModel, CodeDelivery } from "./model.ts";
import { checkoutPage } from "./page.tsx";
import type { FileReply } from "../../reply.ts";
import type { PageCall } from "../page_operation.ts";
import { checkoutHeaders } from "../replies.ts";

/** How a checkout page is shown: its status (default: 200), and what the request adds to it. */
export interface CheckoutReplyOptions
  extends Partial<Pick<CheckoutModel, "edit" | "problem" | "entered" | "changed">> {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The checkout page of a link, in the state of its session. */
export function checkoutReply(
  call: PageCall,
  opened: OpenedLink,
  { status = 200, headers, ...showing }: CheckoutReplyOptions = {},
): FileReply {
  const { link, session, shop: { merchant, providers }, hasEnded, now } = opened;
  const shown = shownThrough(link, session);
  const { problem = null } = showing;
  const model: CheckoutModel = {
    edit: null,
    entered: {},
    changed: null,
    ...showing,
    problem,
    path: checkoutPath(call),
    merchant,
    session: hasEnded ? ended(shown) : shown,
    isHidden: shown.choices.address !== session.choices.address,
    now,
    codes: codeDelivery(call, opened),
    next: opened.newSecret(),
    hasProvider: accountInUse(providers, session.livemode) !== undefined,
    payUrl: payUrlOf(opened, session),
    returnUrl: allowedReturn(session.redirectUrl, merchant),
  };
  return {
    status: hasEnded ? 410 : status,
    body: checkoutPage(call, model),
    headers: { ...checkoutHeaders(merchant), ...headers },
    failure: problem?.code,
  };
}

/** How the shop of a link sends one-time codes. */
export function codeDelivery(
  { isDemo }: Pick<PageCall, "isDemo">,
  { shop, session }: Pick<OpenedLink, "shop" | "session">,
): CodeDelivery {
  if (!session.livemode) return "test";
  if (isWanted(shop, "otp.requested", session)) return "sent-to-phone";
  return isDemo && shop.endpoints.length === 0 ? "in-log" : "off";
}

/** Address at which the provider takes a session's pending payment; null for none. */
export function payUrlOf(
  { shop: { merchant: { checkout } }, returnUrl }: {
    readonly shop: OpenedLink["shop"];
    readonly returnUrl: string | null;
  },
  { id, payment }: CheckoutSession,
): string | null {
  const isAtProvider = payment?.status === "PENDING" && payment.dueAt === null;
  if (isAtProvider && payment.atProvider !== null) return payment.atProvider.page?.url ?? null;
  if (!isAtProvider || checkout.paymentUrl === "") return null;
  return paymentPageUrl(checkout, { sessionId: id, paymentId: payment.id, returnUrl });
}

/** Leads the browser back to the page of the link, or to that of a new token. */
export function backToCheckout(
  call: PageCall,
  { shop }: Pick<OpenedLink, "shop">,
  token = call.param("token"),
): FileReply {
  const headers = { ...checkoutHeaders(shop.merchant), Location: checkoutPath(call, token) };
  return { status: 303, body: "", headers };
}

/** Counts a request for its link, once that is known to be right. */
export async function countedForLink(
  { limits, startedMs }: PageCall,
  opening: Promise<OpenedLink | null>,
): Promise<OpenedLink | null> {
  const opened = await opening;
  if (opened !== null) await limits.countLink(opened.caller.subject.tokenHash, startedMs);
  return opened;
}

/** Path of the checkout, relative to the address of the request: a proxy may serve it anywhere. */
function checkoutPath({ toRoot, param }: PageCall, token = param("token")): string {
  return `${toRoot}c/${token}`;
}

/** An expired session has the state that the sweep will give it. */
function ended(session: CheckoutSession): CheckoutSession {
  return { ...session, state: { ...session.state, session: "ABANDONED" } };
}
