import { paymentOfferDiscount } from "../../../../../domain/pricing/offers.ts";
import type { PaymentMethod } from "../../../../../domain/shop/merchant.ts";
import { FormButtons, PageForm, PartProblem } from "../fields.tsx";
import { methodsOf } from "../../progress.ts";
import { leadsToProvider, type View } from "../../view.ts";
import { type PartBody, RadioChoice, Summary } from "../section.tsx";

/** The payment method, with the cost of each. */
export const method: PartBody = {
  title: ({ steps }) => steps.method.title,
  Folded: ({ view }) => {
    const { model } = view;
    const chosen = model.session.choices.method ?? methodsOf(model)[0] ?? "PREPAID";
    return (
      <Summary>
        <span class="row">{titleOfMethod(chosen, view)}</span>
        {costsOf(chosen, view).map((text) => <span class="row soft">{text}</span>)}
      </Summary>
    );
  },
  Form: ({ view }) => {
    const { model, steps } = view;
    const { choices } = model.session;
    const methods = methodsOf(model);
    const chosen = choices.method ?? (methods.length === 1 ? methods[0] : null);
    return (
      <PageForm view={view} action="method">
        <PartProblem view={view} part="method" />
        <fieldset class="choices">
          <legend class="hidden">{steps.method.title}</legend>
          {methods.map((one) => (
            <RadioChoice
              name="method"
              value={one}
              isChosen={one === chosen}
              title={titleOfMethod(one, view)}
              details={[hintOf(one, view), ...costsOf(one, view)]}
              isFirst={model.edit === "method" && one === chosen}
            />
          ))}
        </fieldset>
        <FormButtons view={view} text={steps.save} isOpened={model.edit === "method"} />
      </PageForm>
    );
  },
};

function isManual({ model }: View): boolean {
  return !leadsToProvider(model);
}

function titleOfMethod(method: PaymentMethod, view: View): string {
  const { method: texts } = view.steps;
  if (method === "COD") return texts.cod;
  return isManual(view) ? texts.manual : texts.online;
}

function hintOf(method: PaymentMethod, view: View): string {
  const { method: texts } = view.steps;
  if (method === "COD") return texts.codHint;
  return isManual(view) ? texts.manualHint : texts.onlineHint;
}

/** What choosing a method saves or costs. */
function costsOf(method: PaymentMethod, view: View): string[] {
  const { model: { session: { priced: { totals } }, merchant }, formats, steps } = view;
  const { subTotal, couponDiscount, codPrice } = totals;
  const { paymentOffers } = merchant.rules;
  const saved = paymentOfferDiscount(subTotal - couponDiscount, paymentOffers, method);
  return [
    ...(saved > 0 ? [steps.method.saves(formats.amount(saved))] : []),
    ...(method === "COD" && codPrice > 0 ? [steps.method.fee(formats.amount(codPrice))] : []),
    ...(method === "COD" && totals.partialCodPrice > 0 ? [partText(view)] : []),
  ];
}

/** The prepaid part depends on the total, which an offer for a method may change. */
function partText({ model, formats, steps }: View): string {
  const { totals } = model.session.priced;
  const isExact = totals.codOrder || model.merchant.rules.paymentOffers.length === 0;
  return isExact
    ? steps.method.partNow(formats.amount(totals.partialCodPrice))
    : steps.method.somePartNow;
}
