import type { GiftClaim, GiftOffer } from "../../../../../domain/pricing/model.ts";
import { offeredVariants } from "../../../../../domain/pricing/gifts.ts";
import { isSingleVariant } from "../../../../../domain/shop/catalog.ts";
import { FormButtons, PageForm, PartProblem } from "../fields.tsx";
import { countOf, type View } from "../../view.ts";
import { type PartBody, Summary } from "../section.tsx";

/** Most units that the list of quantities has. */
const MAX_LISTED = 10;

/** The gifts that a customer may choose, an offer after the other. */
export const gifts: PartBody = {
  title: ({ steps }) => steps.gifts.title,
  Folded: ({ view }) => (
    <Summary>
      {view.model.session.priced.lines.filter(({ giftOf }) => giftOf !== null).map((line) => (
        <span class="row">
          <bdi>{line.title}</bdi>{" "}
          {line.singleVariant ? "" : <bdi class="soft">{line.variantTitle}</bdi>}{" "}
          {line.quantity === 1
            ? ""
            : <span class="soft">× {view.formats.whole(line.quantity)}</span>}
        </span>
      ))}
    </Summary>
  ),
  Form: ({ view }) => {
    const { offers, claims } = view.model.session.priced;
    return (
      <PageForm view={view} action="gifts">
        <PartProblem view={view} part="gifts" />
        {offers.map((offer) => <Offer offer={offer} claims={claims} view={view} />)}
        <FormButtons
          view={view}
          text={view.steps.gifts.save}
          isOpened={view.model.edit === "gifts"}
          isQuiet
        />
      </PageForm>
    );
  },
};

function Offer(
  { offer, claims, view }: {
    readonly offer: GiftOffer;
    readonly claims: readonly GiftClaim[];
    readonly view: View;
  },
) {
  const { couponId, gift, products } = offer;
  const { steps } = view;
  const claim = claims.find((one) => one.couponId === couponId);
  const name = `variant.${couponId}`;
  const isFirst = claims.length === 0 && view.model.session.priced.offers.length === 1;
  const chosen = view.model.entered[name] ?? claim?.variantId ?? (isFirst ? null : "");
  const none = { variantId: "", title: steps.gifts.none, variant: "" };
  const options = products.flatMap((product) =>
    offeredVariants(product, couponId, claims).map(({ variantId, title }) => ({
      variantId: variantId as string,
      title: product.title,
      variant: isSingleVariant(product) ? "" : title,
    }))
  );
  return (
    <fieldset class="choices">
      <legend class={gift.maxQuantity > 1 ? "soft" : "hidden"}>
        {gift.maxQuantity > 1
          ? steps.gifts.upTo(countOf(gift.maxQuantity, view))
          : steps.gifts.title}
      </legend>
      {[...options, ...(isFirst ? [] : [none])].map((option) => (
        <label class="choice">
          <input
            type="radio"
            name={name}
            value={option.variantId}
            checked={option.variantId === chosen || (isFirst && options.length === 1)}
            required
            autofocus={view.model.edit === "gifts" && option.variantId === chosen}
          />
          <span class="title">
            <bdi>{option.title}</bdi>{" "}
            {option.variant === "" ? "" : <bdi class="soft">{option.variant}</bdi>}
          </span>
        </label>
      ))}
      {gift.maxQuantity > 1 ? <Quantity offer={offer} claim={claim} view={view} /> : ""}
    </fieldset>
  );
}

function Quantity(
  { offer: { couponId, gift }, claim, view }: {
    readonly offer: GiftOffer;
    readonly claim: GiftClaim | undefined;
    readonly view: View;
  },
) {
  const name = `quantity.${couponId}`;
  const chosen = view.model.entered[name] ?? String(claim?.quantity ?? gift.maxQuantity);
  const quantities = Array.from(
    { length: Math.min(gift.maxQuantity, MAX_LISTED) },
    (_, i) => i + 1,
  );
  return (
    <div class="field short">
      <label for={name}>{view.steps.gifts.quantity}</label>
      <select id={name} name={name}>
        {quantities.map((quantity) => (
          <option value={String(quantity)} selected={String(quantity) === chosen}>
            {view.formats.whole(quantity)}
          </option>
        ))}
      </select>
    </div>
  );
}
