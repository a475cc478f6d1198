import { titleOf, variantOf } from "../../page/lines.tsx";
import { address } from "./steps/address/part.tsx";
import { coins } from "./steps/coins/part.tsx";
import { gifts } from "./steps/gifts/part.tsx";
import { method } from "./steps/method/part.tsx";
import { phone } from "./steps/phone/part.tsx";
import { CannotPay, Review } from "./steps/pay/part.tsx";
import { type PartBody, Section } from "./steps/section.tsx";
import { shipping } from "./steps/shipping/part.tsx";
import { problemText } from "./problems.ts";
import { isUnpayable, type PageStep, type StepPart, stepsOf } from "./progress.ts";
import { OrderSummary } from "./summary.tsx";
import type { View } from "./view.ts";
import { BackLink } from "./back_link.tsx";

const BODIES: Readonly<Record<Exclude<StepPart, "review">, PartBody>> = {
  gifts,
  phone,
  address,
  shipping,
  coins,
  method,
};

/** The page of an open checkout: its order, and its parts as far as they are filled in. */
export function StepsPage({ view }: { readonly view: View }) {
  const { model, steps } = view;
  return (
    <div class="checkout">
      <OrderSummary view={view} />
      <div class="steps">
        <h1>{steps.title}</h1>
        <Notices view={view} />
        <div class="sheet parts">
          {stepsOf(model).map((step) => <Part step={step} view={view} />)}
        </div>
        {isSoldOut(view) ? "" : <BackLink view={view} />}
      </div>
    </div>
  );
}

function Part({ step, view }: { readonly step: PageStep; readonly view: View }) {
  return step.part === "review"
    ? <Review step={step} view={view} />
    : <Section step={step} view={view} body={BODIES[step.part]} />;
}

/** True if the way back to the shop, where the cart can be changed, comes first. */
function isSoldOut({ model: { session } }: View): boolean {
  return session.priced.lines.some(({ outOfStock }) => outOfStock);
}

/** What the customer must know before anything else. */
function Notices({ view }: { readonly view: View }) {
  const { model: { problem, changed, session }, steps } = view;
  const out = session.priced.lines.filter(({ outOfStock }) => outOfStock);
  const isTold = problem?.part === "review";
  // That of a part which the page does not have, or no longer, or of an order that waits for one.
  const isShownHere = changed !== null || out.length > 0;
  const hasPart = problem === null || problem.part === "coupon" ||
    stepsOf(view.model).some(({ part, standing }) =>
      part === problem.part && (!isTold || isShownHere || standing !== "later")
    );
  return (
    <>
      {isUnpayable(view.model) ? <CannotPay view={view} /> : ""}
      {hasPart
        ? ""
        : <p class="note warn" role="alert" tabindex={-1} autofocus>{problemText(problem, view)}
        </p>}
      {changed === null ? "" : <Changed changed={changed} view={view} />}
      {out.length === 0 ? "" : (
        <div class="note warn" role="alert" tabindex={-1} autofocus={isTold}>
          <p class="title">{steps.outOfStock.title}</p>
          <ul>
            {out.map((line) => (
              <li>
                <bdi>{titleOf(line)}</bdi> <bdi>{variantOf(line)}</bdi>
              </li>
            ))}
          </ul>
          <p>{steps.outOfStock.text}</p>
          <BackLink view={view} />
        </div>
      )}
      {session.state.payment === "FAILED" && problem === null && changed === null
        ? (
          <p class="note warn">
            {steps.failures[session.payment?.failure?.kind ?? "UNKNOWN"]} {steps.retry}
          </p>
        )
        : ""}
    </>
  );
}

function Changed(
  { changed, view }: {
    readonly changed: NonNullable<View["model"]["changed"]>;
    readonly view: View;
  },
) {
  const { model: { problem }, steps, formats: { amount } } = view;
  return (
    <div class="note warn" role="alert" tabindex={-1} autofocus>
      <p class="title">{steps.changed.title}</p>
      {problem === null ? "" : <p>{problemText(problem, view)}</p>}
      <dl class="amounts">
        <div>
          <dt>{steps.changed.was}</dt>
          <dd>
            <s>{amount(changed.from)}</s>
          </dd>
        </div>
        <div class="total">
          <dt>{steps.changed.is}</dt>
          <dd>{amount(changed.to)}</dd>
        </div>
      </dl>
      <p>{steps.changed.confirm}</p>
    </div>
  );
}
