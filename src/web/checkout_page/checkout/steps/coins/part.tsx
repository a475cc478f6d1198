import { mulDivRound } from "../../../../../domain/values/money.ts";
import { Field, FormButtons, PageForm, PartProblem } from "../fields.tsx";
import { coinName, type View } from "../../view.ts";
import { type PartBody, Summary } from "../section.tsx";

/** The customer's coins. */
export const coins: PartBody = {
  title: (view) => view.steps.coins.title(coinName(view)),
  Folded: ({ view }) => {
    const { used } = view.model.session.priced.coins;
    return <Summary>{view.steps.coins.used(view.formats.whole(used), worth(used, view))}</Summary>;
  },
  Form: ({ view }) => {
    const { model, steps, formats: { whole } } = view;
    const { available, redeemable, used } = model.session.priced.coins;
    const hint = steps.coins.balance(whole(available), whole(redeemable), worth(redeemable, view));
    return (
      <>
        <PartProblem view={view} part="coins" shown={["coins"]} />
        <PageForm view={view} action="coins">
          <div class="inline">
            <Field
              view={view}
              part="coins"
              name="coins"
              type="number"
              inputmode="numeric"
              autocomplete="off"
              max={redeemable}
              value={String(used || redeemable)}
              hint={hint}
              isLtr
              isFirst
            />
            <button class="button quiet" type="submit">{steps.coins.use}</button>
          </div>
        </PageForm>
        {used === 0 ? "" : (
          <PageForm view={view} action="coins">
            <input type="hidden" name="coins" value="0" />
            <FormButtons view={view} text={steps.coins.remove} isOpened isQuiet />
          </PageForm>
        )}
      </>
    );
  },
};

function worth(count: number, { model, formats }: View): string {
  const { coinProgram } = model.session.priced;
  if (coinProgram === null) return formats.amount(0);
  const { coinValue, baseCurrencyValue } = coinProgram;
  return formats.amount(mulDivRound(count, baseCurrencyValue, coinValue));
}
