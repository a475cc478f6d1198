import { MAX_PHONE } from "../../../../../domain/values/limits.ts";
import { Field, FormButtons, PageForm, PartProblem } from "../fields.tsx";
import type { CheckoutModel } from "../../model.ts";
import { pendingCode } from "../../progress.ts";
import { coinName, type View } from "../../view.ts";
import { type PartBody, Summary } from "../section.tsx";

/** The customer's phone number, confirmed by a code. */
export const phone: PartBody = {
  title: ({ steps }) => steps.phone.title,
  Folded: ({ view }) => (
    <Summary>
      <bdi dir="ltr">{view.model.session.customer?.phone}</bdi>{" "}
      <span class="soft">{view.steps.phone.verified}</span>
    </Summary>
  ),
  Form: ({ view }) => {
    const { model, steps } = view;
    const sentTo = pendingCode(model);
    if (model.codes === "off") return <p class="note warn">{steps.phone.off}</p>;
    if (sentTo === null || model.edit === "phone" || isNumberRefused(model)) {
      return <NumberForm view={view} />;
    }
    return <CodeForm view={view} sentTo={sentTo} />;
  },
};

/** True for another number that gets no code; one that only has to wait may have got one before. */
function isNumberRefused({ problem }: CheckoutModel): boolean {
  return problem?.part === "phone" && problem.field === "phone" &&
    problem.retryAfterSeconds === undefined;
}

function NumberForm({ view }: { readonly view: View }) {
  const { model, steps } = view;
  const { priced } = model.session;
  const isOpened = model.edit === "phone";
  // Who need not confirm a number is asked in passing.
  const isOffer = !priced.requires.includes("phone");
  return (
    <PageForm view={view} action="phone">
      {isOffer && priced.coinProgram !== null
        ? <p class="hint">{steps.phone.forCoins(coinName(view))}</p>
        : ""}
      <PartProblem view={view} part="phone" shown={["phone"]} />
      {isOffer && !isOpened
        ? (
          <div class="inline">
            <NumberField view={view} />
            <button class="button quiet" type="submit">{steps.phone.send}</button>
          </div>
        )
        : (
          <>
            <NumberField view={view} />
            <FormButtons view={view} text={steps.phone.send} isOpened={isOpened} />
          </>
        )}
    </PageForm>
  );
}

function NumberField({ view }: { readonly view: View }) {
  const { otp, customer, choices } = view.model.session;
  return (
    <Field
      view={view}
      part="phone"
      name="phone"
      value={otp.challenge?.phone ?? customer?.phone ?? choices.address?.phone ?? ""}
      type="tel"
      autocomplete="tel"
      maxlength={MAX_PHONE}
      hint={view.steps.phone.why}
      isLtr
      isFirst
    />
  );
}

function CodeForm({ view, sentTo }: { readonly view: View; readonly sentTo: string }) {
  const { model, steps } = view;
  return (
    <>
      <p role="status">
        {model.codes === "test" ? steps.phone.inTest : steps.phone.sentTo(sentTo)}{" "}
        {model.codes === "in-log" ? steps.phone.inLog : ""}
      </p>
      <PartProblem view={view} part="phone" shown={["otp"]} />
      <PageForm view={view} action="phone/verify">
        <input type="hidden" name="phone" value={sentTo} />
        <input type="hidden" name="next" value={model.next} />
        <Field
          view={view}
          part="phone"
          name="otp"
          autocomplete="one-time-code"
          inputmode="numeric"
          maxlength={12}
          class="short"
          isLtr
          isFirst={model.edit === null ? "always" : false}
        />
        <FormButtons view={view} text={steps.phone.verify} isOpened={false} />
      </PageForm>
      <div class="actions">
        <PageForm view={view} action="phone">
          <input type="hidden" name="phone" value={sentTo} />
          <button class="link" type="submit">{steps.phone.again}</button>
        </PageForm>
        <a class="link" href={`${model.path}?edit=phone`}>{steps.phone.other}</a>
      </div>
    </>
  );
}
