import { type CheckoutLimits, DEFAULT_LIMITS } from "./limits.ts";
import { PAY_WAYS, type PayWay } from "./pay_ways.ts";

/** Payment without a provider, for example by bank transfer or UPI: the shop confirms the money. */
export interface ManualPayment {
  /** Text for the customer, of one or more lines. */
  readonly instructions: string;
  /** Account for UPI links; null for none. */
  readonly upi: { readonly id: string; readonly name: string } | null;
  /** Days until what the order holds is released. */
  readonly days: number;
}

/** A shop's settings of its checkout page. */
export interface CheckoutForm {
  /** Page of the shop that takes payments; empty for none. */
  readonly paymentUrl: string;
  /** Origins that the page may lead back to, besides that of the shop's own redirect address. */
  readonly returnOrigins: readonly string[];
  /** Origins whose pages may contain the page as a frame. */
  readonly embedOrigins: readonly string[];
  /** URL of an image; empty for none. */
  readonly logo: string;
  /** Colour of buttons and links on a light ground, `#rrggbb`; null for the page's own. */
  readonly accent: string | null;
  /** URL of the terms of sale; empty for none. */
  readonly termsUrl: string;
  /** URL of the privacy policy; empty for none. */
  readonly privacyUrl: string;
  /** True if links of the form `/buy?v=VARIANT:QUANTITY` open a checkout. */
  readonly cartLinks: boolean;
  /** In use if there is no `paymentUrl`; null for none. */
  readonly manual: ManualPayment | null;
  /** All ways to pay, in the order in which the page offers those that the shop has. */
  readonly payOrder: readonly PayWay[];
  readonly limits: CheckoutLimits;
}

/** A payment that the page of a shop's provider takes. */
export interface PaymentAtProvider {
  readonly sessionId: string;
  readonly paymentId: string;
  /** Page to come back to; null if its address is not known. */
  readonly returnUrl: string | null;
}

/** Address of a shop's payment page for a payment: its own query, then that of the payment. */
export function paymentPageUrl(
  { paymentUrl }: Pick<CheckoutForm, "paymentUrl">,
  { sessionId, paymentId, returnUrl }: PaymentAtProvider,
): string {
  const url = new URL(paymentUrl);
  const added = new URLSearchParams({
    session_id: sessionId,
    payment_id: paymentId,
    ...(returnUrl !== null && { return_url: returnUrl }),
  });
  url.search = url.search === "" ? String(added) : `${url.search}&${added}`;
  return url.href;
}

/** The default: no payment on the page but cash on delivery. */
export const NO_CHECKOUT_FORM: CheckoutForm = {
  paymentUrl: "",
  returnOrigins: [],
  embedOrigins: [],
  logo: "",
  accent: null,
  termsUrl: "",
  privacyUrl: "",
  cartLinks: false,
  manual: null,
  payOrder: PAY_WAYS,
  limits: DEFAULT_LIMITS,
};
