import { orderMark } from "../../../../../domain/steps/pay.ts";
import { Amounts } from "../../../../page/amounts.tsx";
import { PageForm, PartProblem } from "../fields.tsx";
import { isFree, isFrozen, isUnpayable, type PageStep, waysOf } from "../../progress.ts";
import { dueAmounts, payWay, type View } from "../../view.ts";

/** The last part: what is due, the shop's terms, and the button that orders. */
export function Review({ view, step }: { readonly view: View; readonly step: PageStep }) {
  const { model, texts, steps, formats } = view;
  const { totals, lines } = model.session.priced;
  if (step.standing === "later") {
    return (
      <section class="part later" id="review">
        <h2>{steps.review.title}</h2>
      </section>
    );
  }
  const isOut = lines.some(({ outOfStock }) => outOfStock);
  return (
    <section class="part open" id="review">
      <h2 tabindex={-1}>{steps.review.title}</h2>
      {isOut || model.changed !== null ? "" : <PartProblem view={view} part="review" />}
      <div class="narrow">
        <Amounts totals={totals} formats={formats} texts={texts} />
      </div>
      <Dues view={view} />
      {canOrder(view)
        ? <Order view={view} isOut={isOut} />
        : isUnpayable(model)
        ? ""
        : <CannotPay view={view} />}
    </section>
  );
}

function canOrder({ model }: View): boolean {
  return isFrozen(model) || isFree(model) || waysOf(model).length > 0;
}

/** What is due now and later, where that is not simply the total. */
function Dues({ view }: { readonly view: View }) {
  const { model, steps, formats: { amount } } = view;
  const { now, onDelivery } = dueAmounts(model);
  if (isFrozen(model)) {
    return <p class="note">{steps.review.received(amount(model.session.amountPaid))}</p>;
  }
  if (onDelivery === 0) return null;
  return (
    <dl class="amounts dues">
      {now === 0 ? "" : (
        <div>
          <dt>{steps.review.now}</dt>
          <dd>{amount(now)}</dd>
        </div>
      )}
      <div>
        <dt>{steps.review.onDelivery}</dt>
        <dd>{amount(onDelivery)}</dd>
      </div>
    </dl>
  );
}

function Order({ view, isOut }: { readonly view: View; readonly isOut: boolean }) {
  const { model, steps } = view;
  const way = payWay(model);
  const text = isOut ? steps.review.again : buttonText(view);
  return (
    <PageForm view={view} action="pay">
      <Terms view={view} />
      <input type="hidden" name="seen" value={String(model.session.priced.totals.totalPayable)} />
      <input type="hidden" name="mark" value={orderMark(model.session)} />
      {way === null ? "" : <input type="hidden" name="way" value={way} />}
      <button class={isOut ? "button wide quiet" : "button wide"} type="submit">{text}</button>
    </PageForm>
  );
}

function buttonText({ model, steps: { review }, formats: { amount } }: View): string {
  const { totalPayable } = model.session.priced.totals;
  const { now } = dueAmounts(model);
  if (isFree(model)) return review.free;
  const isDirect = now > 0 && payWay(model) === "PROVIDER";
  return isDirect && !isFrozen(model)
    ? review.pay(amount(now))
    : review.place(amount(now > 0 ? now : totalPayable));
}

function Terms({ view: { model, steps: { review } } }: { readonly view: View }) {
  const { termsUrl, privacyUrl } = model.merchant.checkout;
  const links = [[termsUrl, review.terms], [privacyUrl, review.privacy]] as const;
  const set = links.filter(([url]) => url !== "");
  if (set.length === 0) return null;
  return (
    <p class="terms">
      {termsUrl === "" ? "" : review.agree}
      {set.map(([url, text]) => <a href={url} target="_blank" rel="noopener noreferrer">{text}</a>)}
    </p>
  );
}

/** Tells that the page takes no payment for this order. */
export function CannotPay({ view: { steps } }: { readonly view: View }) {
  return (
    <div class="note warn">
      <p class="title">{steps.cannotPay.title}</p>
      <p>{steps.cannotPay.text}</p>
    </div>
  );
}
