import { wasCancelled } from "../../../domain/session/order.ts";
import { type PageFrame, renderPage } from "../../page/layout.tsx";
import { BackLink } from "./back_link.tsx";
import { Done } from "./outcome/done.tsx";
import { type CheckoutModel, stateWord } from "./model.ts";
import { StepsPage } from "./steps.tsx";
import { type View, viewOf } from "./view.ts";
import { pollSecondsOf, Waiting } from "./outcome/waiting.tsx";

/** The checkout page of a session, as its state wants it. */
export function checkoutPage(frame: PageFrame, model: CheckoutModel): string {
  const view = viewOf(frame.wording, model);
  const { merchant, session, path } = model;
  return renderPage(frame, {
    title: titleOf(view),
    shop: merchant.name,
    isTest: !session.livemode,
    brand: merchant.checkout,
    live: {
      path,
      state: stateWord(session),
      pollSeconds: pollSecondsOf(model),
      offline: view.steps.offline,
    },
    children: <Content view={view} />,
  });
}

function Content({ view }: { readonly view: View }) {
  const { state, payment, order } = view.model.session;
  if (state.session === "ABANDONED") return <Ended view={view} />;
  if (order !== null) return <Done view={view} order={order} />;
  if (state.payment === "PENDING" && payment !== null) {
    return <Waiting view={view} payment={payment} />;
  }
  return <StepsPage view={view} />;
}

function titleOf({ model: { session: { state, order } }, texts: { outcomes, steps } }: View) {
  if (state.session === "ABANDONED") return outcomes.ended.title;
  if (order !== null) return outcomes.done[wasCancelled(order) ? "cancelled" : "title"];
  return state.payment === "PENDING" ? outcomes.waiting.title : steps.title;
}

/** The page of a checkout that ended without an order. */
function Ended({ view }: { readonly view: View }) {
  const { title, text } = view.texts.outcomes.ended;
  return (
    <div class="single">
      <div class="sheet notice">
        <h1 tabindex={-1}>{title}</h1>
        <p>{text}</p>
        <BackLink view={view} isButton />
      </div>
    </div>
  );
}
