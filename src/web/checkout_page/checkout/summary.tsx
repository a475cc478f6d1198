import { Amounts } from "../../page/amounts.tsx";
import { Lines } from "../../page/lines.tsx";
import { CouponList } from "./steps/coupons/part.tsx";
import { countOf, type View } from "./view.ts";

/** The order beside the steps; on a phone it is folded above them, with the total in sight. */
export function OrderSummary({ view }: { readonly view: View }) {
  const { model, steps, formats, texts } = view;
  const { lines, totals } = model.session.priced;
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section class="order" aria-label={steps.order}>
      <details id="order">
        <summary>
          <span>
            <span class="title">{steps.order}</span>
            <span class="detail">{steps.items(countOf(units, view))}</span>
          </span>
          <strong class="amount">{formats.amount(totals.totalPayable)}</strong>
        </summary>
        <h2 class="wide-only">{steps.order}</h2>
        <Lines lines={lines} formats={formats} texts={texts} />
      </details>
      <CouponList view={view} />
      <div class="sums">
        <Amounts totals={totals} formats={formats} texts={texts} />
      </div>
    </section>
  );
}
