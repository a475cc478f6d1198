import type { Payment } from "../../../../domain/session/payment.ts";
import { orderMark } from "../../../../domain/steps/pay.ts";
import type { CheckoutModel } from "../model.ts";
import { BackLink } from "../back_link.tsx";
import { PageForm, PartProblem } from "../steps/fields.tsx";
import { Transfer } from "./transfer.tsx";
import { dateText, type View } from "../view.ts";

/** Seconds between two looks at the state: of a provider's payment, and of a manual one. */
const POLL_SECONDS = { provider: 3, manual: 15 };

/** Seconds between two looks at the state of a session; null where nothing is awaited. */
export function pollSecondsOf({ session: { state, payment } }: CheckoutModel): number | null {
  if (state.payment !== "PENDING" || payment === null) return null;
  return payment.dueAt === null ? POLL_SECONDS.provider : POLL_SECONDS.manual;
}

/** The page of a payment under way. */
export function Waiting({ view, payment }: { readonly view: View; readonly payment: Payment }) {
  return (
    <div class="single">
      {payment.dueAt === null
        ? <AtProvider view={view} payment={payment} />
        : <ByTransfer view={view} payment={payment} dueAt={payment.dueAt} />}
      <BackLink view={view} />
    </div>
  );
}

function AtProvider({ view, payment }: { readonly view: View; readonly payment: Payment }) {
  const { model: { payUrl }, texts: { outcomes: { waiting } }, formats } = view;
  return (
    <div class="sheet">
      <h1 tabindex={-1}>{waiting.title}</h1>
      <p class="lead" role="status">{payment.holds === "released" ? waiting.late : waiting.text}</p>
      <PartProblem view={view} part="review" />
      <dl class="amounts">
        <div class="total">
          <dt>{waiting.amount}</dt>
          <dd>{formats.amount(payment.amount)}</dd>
        </div>
      </dl>
      {payUrl === null
        ? payment.atProvider === null ? "" : <Again view={view} />
        : <a class="button wide" href={payUrl} target="_top">{waiting.resume}</a>}
      <OtherWay view={view} payment={payment} />
    </div>
  );
}

/** The button of a payment whose provider has not answered yet: the same order, once. */
function Again({ view }: { readonly view: View }) {
  const { session } = view.model;
  return (
    <PageForm view={view} action="pay">
      <input type="hidden" name="seen" value={String(session.priced.totals.totalPayable)} />
      <input type="hidden" name="mark" value={orderMark(session)} />
      <button class="button wide" type="submit">{view.texts.outcomes.waiting.resume}</button>
    </PageForm>
  );
}

function ByTransfer(
  { view, payment, dueAt }: {
    readonly view: View;
    readonly payment: Payment;
    readonly dueAt: number;
  },
) {
  const { model: { merchant }, texts: { outcomes: { manual } }, formats } = view;
  const isLate = payment.holds === "released";
  return (
    <div class="sheet">
      <h1 tabindex={-1}>{manual.title(formats.amount(payment.amount))}</h1>
      {isLate
        ? <p class="note warn" role="status">{manual.late}</p>
        : <p class="lead" role="status">{manual.text(merchant.name)}</p>}
      <PartProblem view={view} part="review" />
      <Transfer view={view} payment={payment} due={dateText(view, dueAt)} />
      <OtherWay view={view} payment={payment} />
    </div>
  );
}

function OtherWay({ view, payment }: { readonly view: View; readonly payment: Payment }) {
  return (
    <PageForm view={view} action="cancel">
      <input type="hidden" name="payment_id" value={payment.id} />
      <button class="button wide quiet" type="submit">{view.texts.outcomes.waiting.other}</button>
    </PageForm>
  );
}
