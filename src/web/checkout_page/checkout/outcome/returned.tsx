import type { ReturnState } from "../../../../domain/session/payment_return.ts";
import { wasCancelled } from "../../../../domain/session/order.ts";
import { type PageFrame, renderPage } from "../../../page/layout.tsx";
import { BackLink } from "../back_link.tsx";
import { type CheckoutModel, stateWord } from "../model.ts";
import { type View, viewOf } from "../view.ts";
import { pollSecondsOf } from "./waiting.tsx";

/**
 * The page to which a payment leads back. It shows nothing of the cart or the customer, and leads on
 * neither to the checkout nor to the payment: that address has the session's id, and the shop's
 * payment page may name the customer.
 */
export function returnPage(
  frame: PageFrame,
  model: CheckoutModel,
  standing: ReturnState,
): string {
  const view = viewOf(frame.wording, model);
  const { merchant, session, path } = model;
  return renderPage(frame, {
    title: titleOf(view, standing),
    shop: merchant.name,
    isTest: !session.livemode,
    brand: merchant.checkout,
    live: {
      path,
      state: stateWord(session),
      pollSeconds: standing === "waiting" ? pollSecondsOf(model) : null,
      offline: view.steps.offline,
    },
    children: <Returned view={view} standing={standing} />,
  });
}

function Returned({ view, standing }: { readonly view: View; readonly standing: ReturnState }) {
  const { model: { session, path }, texts: { outcomes, amounts }, formats } = view;
  return (
    <div class="single">
      <div class="sheet">
        <h1 tabindex={-1}>{titleOf(view, standing)}</h1>
        <p class="lead" role="status">{textOf(view, standing)}</p>
        {session.order === null ? "" : (
          <dl class="facts">
            <div>
              <dt>{outcomes.done.number}</dt>
              <dd>
                <bdi class="code">{session.order.number}</bdi>
              </dd>
            </div>
          </dl>
        )}
        <dl class="amounts">
          <div class="total">
            <dt>{amounts.total}</dt>
            <dd>{formats.amount(session.priced.totals.totalPayable)}</dd>
          </div>
        </dl>
        {standing === "waiting" ? <p class="hint">{outcomes.returned.unpaid}</p> : ""}
        {standing === "failed"
          ? (
            <form method="post" action={path}>
              <button class="button wide" type="submit">{outcomes.waiting.other}</button>
              <p class="hint">{outcomes.returned.hint}</p>
            </form>
          )
          : ""}
      </div>
      <BackLink view={view} isButton={standing === "paid"} />
    </div>
  );
}

function titleOf({ model: { session }, texts: { outcomes } }: View, standing: ReturnState) {
  const { done, waiting, returned } = outcomes;
  if (standing === "waiting") return waiting.title;
  if (standing !== "paid") return returned.failed;
  const { order } = session;
  if (order === null) return returned.paid;
  return wasCancelled(order) ? done.cancelled : done.title;
}

function textOf(
  { model: { merchant, session }, texts: { outcomes }, steps }: View,
  standing: ReturnState,
): string {
  const { done, waiting, returned } = outcomes;
  if (standing === "waiting") {
    return session.payment?.holds === "released" ? waiting.late : waiting.text;
  }
  if (standing === "failed") {
    const why = session.payment?.failure;
    return why == null ? returned.retry : `${steps.failures[why.kind]} ${returned.retry}`;
  }
  if (standing === "over") return returned.over;
  const isOrdered = session.order !== null && !wasCancelled(session.order);
  return isOrdered ? done.text(merchant.name) : "";
}
