import { type PageFrame, renderPage } from "../layout.tsx";
import { type CheckoutModel, stateWord } from "./model.ts";

/** The checkout page of a session, as its state wants it. */
export function checkoutPage(frame: PageFrame, model: CheckoutModel): string {
  const { merchant, session, path, payUrl, returnUrl } = model;
  const { state, payment, order } = session;
  const fields: Readonly<Record<string, readonly string[]>> = {
    "coupon": ["code"],
    "coupon/remove": ["code"],
    "gifts": [],
    "phone": ["phone"],
    "phone/verify": ["phone", "otp"],
    "address": "email name phone line1 line2 city state postal_code country_code".split(" "),
    "shipping": ["option"],
    "coins": ["coins"],
    "method": ["method"],
    "pay": ["seen"],
  };
  return renderPage(frame, {
    title: frame.wording.texts.cart.title,
    shop: merchant.name,
    children: (
      <div data-state={stateWord(session)}>
        <h1>{order?.number ?? state.session}</h1>
        {model.problem === null ? "" : <p role="alert">{model.problem.code}</p>}
        {state.payment === "PENDING" && payUrl !== null ? <a href={payUrl}>{payUrl}</a> : ""}
        {state.payment === "PENDING"
          ? (
            <form method="post" action={`${path}/cancel`}>
              <button type="submit" name="payment_id" value={payment?.id}>cancel</button>
            </form>
          )
          : Object.entries(fields).map(([action, names]) => (
            <form method="post" action={`${path}/${action}`}>
              {names.map((name) => (
                <input
                  name={name}
                  value={name === "seen"
                    ? String(session.priced.totals.totalPayable)
                    : model.entered[name] ?? ""}
                />
              ))}
              <button type="submit">{action}</button>
            </form>
          ))}
        {returnUrl === null ? "" : <a href={returnUrl}>{returnUrl}</a>}
      </div>
    ),
  });
}
