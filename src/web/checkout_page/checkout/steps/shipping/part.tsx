import type { ShippingOffer } from "../../../../../domain/pricing/model.ts";
import { STANDARD } from "../../../../../domain/shop/merchant.ts";
import { FormButtons, PageForm, PartProblem } from "../fields.tsx";
import type { View } from "../../view.ts";
import { type PartBody, RadioChoice, Summary } from "../section.tsx";

/** The way of delivery. */
export const shipping: PartBody = {
  title: ({ steps }) => steps.shipping.title,
  Folded: ({ view }) => {
    const { shippingOptions, shippingOption } = view.model.session.priced;
    const option = shippingOptions.find(({ id }) => id === shippingOption);
    if (option === undefined) return null;
    return (
      <Summary>
        <span class="row spread">
          <bdi>{nameOf(option, view)}</bdi>
          <span class="amount">{priceOf(option, view)}</span>
        </span>
      </Summary>
    );
  },
  Form: ({ view }) => {
    const { model, steps } = view;
    const { shippingOptions, shippingOption } = model.session.priced;
    return (
      <PageForm view={view} action="shipping">
        <PartProblem view={view} part="shipping" />
        <fieldset class="choices">
          <legend class="hidden">{steps.shipping.title}</legend>
          {shippingOptions.map((option) => (
            <RadioChoice
              name="option"
              value={option.id}
              isChosen={option.id === shippingOption}
              title={nameOf(option, view)}
              details={[]}
              isFirst={model.edit === "shipping" && option.id === shippingOption}
            >
              {priceOf(option, view)}
            </RadioChoice>
          ))}
        </fieldset>
        <FormButtons view={view} text={steps.save} isOpened={model.edit === "shipping"} />
      </PageForm>
    );
  },
};

function nameOf({ id, name }: ShippingOffer, { steps }: View): string {
  return id === STANDARD.id && name === STANDARD.name ? steps.shipping.standard : name;
}

function priceOf({ price }: ShippingOffer, { formats, texts }: View): string {
  return price === 0 ? texts.amounts.free : formats.amount(price);
}
