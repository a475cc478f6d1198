import { paymentOfferDiscount } from "../../../../../domain/pricing/offers.ts";
import type { PayWay } from "../../../../../domain/shop/pay_ways.ts";
import { FormButtons, PageForm, PartProblem } from "../fields.tsx";
import { chosenWay, waysOf } from "../../progress.ts";
import type { View } from "../../view.ts";
import { type PartBody, RadioChoice, Summary } from "../section.tsx";

/** The payment method, with the cost of each. */
export const method: PartBody = {
  title: ({ steps }) => steps.method.title,
  Folded: ({ view }) => {
    const { model } = view;
    const ways = waysOf(model);
    const chosen = chosenWay(model, ways) ?? ways[0] ?? "PROVIDER";
    return (
      <Summary>
        <span class="row">{titleOf(chosen, view)}</span>
        {costsOf(chosen, view).map((text) => <span class="row soft">{text}</span>)}
      </Summary>
    );
  },
  Form: ({ view }) => {
    const { model, steps } = view;
    const ways = waysOf(model);
    const chosen = chosenWay(model, ways) ?? (ways.length === 1 ? ways[0] : null);
    return (
      <PageForm view={view} action="method">
        <PartProblem view={view} part="method" />
        <fieldset class="choices">
          <legend class="hidden">{steps.method.title}</legend>
          {ways.map((one) => (
            <RadioChoice
              name="method"
              value={one}
              isChosen={one === chosen}
              title={titleOf(one, view)}
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

/** Title and hint of a way. */
const TEXTS = {
  PROVIDER: ["online", "onlineHint"],
  MANUAL: ["manual", "manualHint"],
  COD: ["cod", "codHint"],
} as const;

function titleOf(way: PayWay, { steps }: View): string {
  return steps.method[TEXTS[way][0]];
}

function hintOf(way: PayWay, { steps }: View): string {
  return steps.method[TEXTS[way][1]];
}

/** The amount that a way saves or costs. */
function costsOf(way: PayWay, view: View): string[] {
  const method = way === "COD" ? "COD" : "PREPAID";
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
