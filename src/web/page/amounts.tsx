import type { Totals } from "../../domain/pricing/model.ts";
import type { Minor } from "../../domain/values/money.ts";
import type { Formats } from "./format.ts";
import type { Texts } from "./texts/texts.ts";

/** A row of the sum of a cart. */
export interface AmountRow {
  readonly name: "subTotal" | "discount" | "offer" | "coins" | "tax" | "codFee" | "shipping";
  readonly amount: Minor;
}

/** The rows between the lines and the total, which is their sum. */
export function amountRows(totals: Totals): AmountRow[] {
  const { subTotal, couponDiscount, paymentOfferDiscount, coinDiscount } = totals;
  const { tax, taxesIncluded, shipping, codOrder, codPrice } = totals;
  const rows: AmountRow[] = [
    { name: "subTotal", amount: subTotal },
    { name: "discount", amount: -couponDiscount },
    { name: "offer", amount: -paymentOfferDiscount },
    { name: "coins", amount: -coinDiscount },
    { name: "tax", amount: taxesIncluded ? 0 : tax },
    { name: "codFee", amount: codOrder ? codPrice : 0 },
  ];
  return [
    ...rows.filter(({ name, amount }) => name === "subTotal" || amount !== 0),
    // Free shipping is worth a row; unknown shipping is not.
    ...(shipping < 0 ? [] : [{ name: "shipping", amount: shipping } as const]),
  ];
}

/** The sum of a cart as a list. */
export function Amounts(
  { totals, formats: { amount }, texts: { amounts: texts } }: {
    readonly totals: Totals;
    readonly formats: Formats;
    readonly texts: Texts;
  },
) {
  return (
    <>
      <dl class="amounts">
        {amountRows(totals).map((row) => (
          <div>
            <dt>{texts[row.name]}</dt>
            <dd>
              {row.name === "shipping" && row.amount === 0 ? texts.free : amount(row.amount)}
            </dd>
          </div>
        ))}
        <div class="total">
          <dt>{texts.total}</dt>
          <dd>{amount(totals.totalPayable)}</dd>
        </div>
      </dl>
      {totals.taxesIncluded && totals.tax > 0
        ? <p class="hint">{texts.taxIncluded(amount(totals.tax))}</p>
        : ""}
      {totals.shipping < 0 ? <p class="hint">{texts.plusShipping}</p> : ""}
    </>
  );
}
