import type { CheckoutSession } from "../../domain/session/session.ts";
import { encodeSession, type SessionForm, sessionSchema } from "./session.ts";

/** If a field is about the customer: a new field of a session does not compile without it. */
const IS_PERSONAL: Readonly<Record<keyof SessionForm, boolean>> = {
  id: false,
  items: false,
  pricing: false,
  merchant_id: false,
  payment_state: false,
  session_state: false,
  redirect_url: false,
  coupons: false,
  add_ons: false,
  country_code: false,
  currency_code: false,
  coin: true,
  customer: true,
  buyer: true,
  address: true,
  shipping_options: false,
  shipping_option: false,
  payment: false,
  resting_coupons: false,
  requires: false,
  order: false,
  amount_refunded: false,
  refunds: false,
  disputes: false,
  reference: false,
  note: true,
  attributes: true,
  livemode: false,
};

const PERSONAL = Object.entries(IS_PERSONAL).filter(([, is]) => is).map(([name]) => name);

/** An order in an answer: the session; fields about the customer may be missing. */
export const orderAnswerSchema = sessionSchema.omit({ expires_at: true })
  .partial({ coin: true, customer: true, buyer: true, address: true, note: true, attributes: true })
  .meta({ id: "PlacedSession" });

/**
 * Encodes an order: amounts in the major unit, ids digit for digit.
 *
 * @param isPersonal false to leave out the fields about the customer
 */
export function encodeOrder(
  session: CheckoutSession,
  { isPersonal }: { readonly isPersonal: boolean },
): Partial<SessionForm> {
  const form = encodeSession(session);
  if (isPersonal) return form;
  return Object.fromEntries(Object.entries(form).filter(([name]) => !PERSONAL.includes(name)));
}
