import type { Payment } from "../../../../domain/session/payment.ts";
import type { CheckoutSession } from "../../../../domain/session/session.ts";
import { currencyOf, formatMajor } from "../../../../domain/values/money.ts";
import { QrCode } from "../../../page/qr.tsx";
import type { View } from "../view.ts";

/** Last characters of a session's id that tell its payment from others. */
const REFERENCE_LENGTH = 8;

/** How to pay by transfer: until when, the shop's instructions, and UPI. */
export function Transfer(
  { view, payment, due }: { readonly view: View; readonly payment: Payment; readonly due: string },
) {
  const { model: { merchant, session }, texts: { outcomes: { manual } } } = view;
  const { instructions = "", upi = null } = merchant.checkout.manual ?? {};
  const reference = referenceOf(session);
  // UPI moves rupees alone, and real ones: a test has no link that pays.
  const link = upi === null || payment.currencyCode !== "INR" || !session.livemode
    ? null
    : upiLink(upi, payment, reference);
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{manual.due}</dt>
          <dd>{due}</dd>
        </div>
        <div>
          <dt>{manual.reference}</dt>
          <dd>
            <bdi class="code">{reference}</bdi>
          </dd>
        </div>
        {upi === null || link === null ? "" : (
          <div>
            <dt>{manual.upi}</dt>
            <dd>
              <bdi class="code">{upi.id}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {link === null ? "" : (
        <div class="upi">
          <QrCode text={link} label={manual.scan} />
          <p class="hint">{manual.scan}</p>
          <a class="button wide" href={link}>{manual.open}</a>
        </div>
      )}
      {instructions === "" ? "" : (
        <>
          <h2>{manual.how}</h2>
          <p class="instructions" dir="auto">{instructions}</p>
        </>
      )}
    </>
  );
}

/** By which the shop finds the payment: its own reference, or the end of the session's id. */
function referenceOf({ reference, id }: CheckoutSession): string {
  return reference ?? id.slice(-REFERENCE_LENGTH);
}

/** The link of a payment, which UPI apps open (NPCI, UPI Linking Specifications). */
export function upiLink(
  { id, name }: { readonly id: string; readonly name: string },
  { amount, currencyCode }: Pick<Payment, "amount" | "currencyCode">,
  note: string,
): string {
  const fields = [
    ["pa", id],
    ["pn", name],
    ["am", formatMajor(amount, currencyOf(currencyCode))],
    ["cu", currencyCode],
    ["tn", note],
  ];
  // Some apps read the @ of the address only as it is.
  const query = fields.map(([key = "", value = ""]) =>
    `${key}=${encodeURIComponent(value).replaceAll("%40", "@")}`
  );
  return `upi://pay?${query.join("&")}`;
}
