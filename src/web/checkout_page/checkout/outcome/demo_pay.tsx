import type { DemoAct, DemoPayment } from "../../../../domain/session/provider_payment.ts";
import { currencyOf } from "../../../../domain/values/money.ts";
import { formatsFor } from "../../../page/format.ts";
import { type PageFrame, renderPage } from "../../../page/layout.tsx";

/** What a customer can do at the demo provider. Its page is for developers, in English. */
export const DEMO_BUTTONS: Readonly<Record<Exclude<DemoAct, "end">, string>> = {
  pay: "Pay",
  fail: "Fail",
  wait: "Pay, and let the bank take half a minute",
  late: "Pay too late, after the items are released",
};

/** The page of the demo provider, where nobody pays money. */
export function demoPage(
  frame: PageFrame,
  { amount, currencyCode, done, expiresAt }: DemoPayment,
  { countryCode, now }: { readonly countryCode: string; readonly now: number },
): string {
  const formats = formatsFor("en", countryCode, currencyOf(currencyCode));
  const isOver = done !== null || now >= expiresAt;
  return renderPage(frame, {
    title: "Demo payment",
    children: (
      <div class="single" lang="en" dir="ltr">
        <div class="sheet">
          <h1>Demo payment</h1>
          <p class="lead">This page stands for a payment provider. No money moves.</p>
          <dl class="amounts">
            <div class="total">
              <dt>To pay</dt>
              <dd>{formats.amount(amount)}</dd>
            </div>
          </dl>
          {isOver ? <p class="note">This payment has ended.</p> : (
            <form method="post">
              {Object.entries(DEMO_BUTTONS).map(([act, text]) => (
                <p>
                  <button
                    class={act === "pay" ? "button wide" : "button wide quiet"}
                    type="submit"
                    name="act"
                    value={act}
                  >
                    {text}
                  </button>
                </p>
              ))}
            </form>
          )}
        </div>
      </div>
    ),
  });
}
