import type { PricedLine } from "../../../domain/pricing/model.ts";
import { unverifiedText } from "../../../domain/pricing/unverified.ts";
import { wasCancelled } from "../../../domain/session/order.ts";
import { amountRefunded } from "../../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { isOnlyStandard } from "../../../domain/shop/merchant.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { amountRows } from "../../page/amounts.tsx";
import { titleOf, variantOf } from "../../page/lines.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import { Badge, Panel } from "../parts/panel.tsx";

/** A session with the formats of its page. */
export interface FormattedSession {
  readonly session: CheckoutSession;
  readonly formats: DashboardFormats;
}

/** The lines of a session and their sum, up to what is left to pay. */
export function Receipt({ session, formats }: FormattedSession) {
  const { lines } = session.priced;
  const amount = (minor: number) => formats.amount(minor, session.currencyCode);
  return (
    <Panel title="Receipt">
      {lines.length === 0 ? <p class="soft">The cart is empty.</p> : (
        <ul class="items">
          {lines.map((line) => <Item line={line} model={{ session, formats }} />)}
        </ul>
      )}
      <dl class="sum">
        {sumRows(session).map(({ label, minor, isSum }) => (
          <div class={isSum ? "total" : undefined}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>{amount(minor)}</dd>
          </div>
        ))}
      </dl>
      {notesOf(session, amount).map((note) => <p class="soft sum-note">{note}</p>)}
    </Panel>
  );
}

function Item({ line, model: { session, formats } }: {
  readonly line: PricedLine;
  readonly model: FormattedSession;
}) {
  const { quantity, unitPrice, discount, total, giftOf, outOfStock, properties } = line;
  const amount = (minor: number) => formats.amount(minor, session.currencyCode);
  const code = session.priced.coupons.find(({ coupon }) => coupon.id === giftOf)?.coupon.code;
  const details = [
    // A product of one variant is known by its own title.
    ...(variantOf(line) !== ""
      ? [variantOf(line)]
      : line.title === ""
      ? [`Variant ${line.variantId}`]
      : []),
    ...Object.entries(properties).map(([name, value]) => `${name}: ${value}`),
    ...(giftOf === null ? [] : [code === undefined ? "Free gift" : `Free gift of ${code}`]),
  ];
  return (
    <li>
      <span>
        <bdi class="item">{titleOf(line)}</bdi>{" "}
        {outOfStock ? <Badge tone="warn">Out of stock</Badge> : ""}
        {details.map((detail) => (
          <span class="under soft">
            <bdi>{detail}</bdi>
          </span>
        ))}
      </span>
      <span class="number">
        {amount(total)}
        <span class="under soft">{formats.whole(quantity)} × {amount(unitPrice)}</span>
        {discount === 0 ? "" : <span class="under soft">discount {amount(-discount)}</span>}
      </span>
    </li>
  );
}

interface SumRow {
  readonly label: string;
  readonly minor: number;
  readonly isSum?: true;
}

/** The rows between the items and the total, the total, and what is paid of it. */
function sumRows(session: CheckoutSession): SumRow[] {
  const { priced: { totals, coupons }, amountPaid, order } = session;
  const left = wasCancelled(order) ? 0 : totals.totalPayable - amountPaid;
  const refunded = amountRefunded(session);
  const { fee = null } = session.payment ?? {};
  const rows = amountRows(totals).flatMap(({ name, amount }): SumRow[] =>
    name === "discount"
      ? coupons.filter((applied) => applied.amount > 0)
        .map(({ coupon, amount }) => ({ label: `Coupon ${coupon.code}`, minor: -amount }))
      : [{ label: labelOf(name, session), minor: amount }]
  );
  return [
    ...rows,
    { label: "Total", minor: totals.totalPayable, isSum: true },
    ...(amountPaid === 0 ? [] : [{ label: "Paid", minor: amountPaid }]),
    ...(refunded === 0 ? [] : [{ label: "Refunded", minor: -refunded }]),
    ...(fee === null ? [] : [
      { label: "Fee of the payment", minor: -fee },
      { label: "Received after the fee", minor: amountPaid - refunded - fee },
    ]),
    ...(amountPaid === 0 || left === 0 ? [] : [{ label: "Left to pay", minor: left }]),
  ];
}

function labelOf(
  name: Exclude<ReturnType<typeof amountRows>[number]["name"], "discount">,
  { choices, priced: { coinProgram, shippingOptions, shippingOption } }: CheckoutSession,
): string {
  switch (name) {
    case "subTotal":
      return "Subtotal";
    case "offer":
      return choices.method === "COD" ? "Offer for cash on delivery" : "Offer for paying ahead";
    case "coins":
      return coinProgram?.name || "Coins";
    case "tax":
      return "Tax";
    case "codFee":
      return "Cash on delivery fee";
    case "shipping": {
      const option = shippingOptions.find(({ id }) => id === shippingOption);
      return option === undefined || isOnlyStandard(shippingOptions)
        ? "Shipping"
        : `Shipping: ${option.name}`;
    }
  }
}

function notesOf(
  { priced: { totals, serviceable, resting, unverified }, order, currencyCode }: CheckoutSession,
  amount: (minor: number) => string,
): string[] {
  const waiting = order === null
    ? [
      ...resting.map(({ code, message }) => `${code} does not apply: ${message}`),
      ...unverified.map((coupon) => {
        const message = unverifiedText(coupon, currencyOf(currencyCode));
        return `${coupon.code} does not apply: ${message}`;
      }),
    ]
    : [];
  return [
    ...(totals.taxesIncluded && totals.tax > 0 ? [`Includes tax of ${amount(totals.tax)}`] : []),
    ...(serviceable ? [] : ["The shop does not deliver to this address"]),
    ...(serviceable && totals.shipping < 0 ? ["Shipping is added with an address"] : []),
    ...waiting,
  ];
}
