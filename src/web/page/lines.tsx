import type { CartLine } from "../../domain/cart/cart.ts";
import type { PricedLine } from "../../domain/pricing/model.ts";
import type { Formats } from "./format.ts";
import type { Texts } from "./texts/texts.ts";

/** Formats and texts of a page. */
export interface Words {
  readonly formats: Formats;
  readonly texts: Texts;
}

/** The lines of a cart with their amounts. */
export function Lines(
  { lines, formats, texts }: Words & { readonly lines: readonly PricedLine[] },
) {
  return (
    <ul class="lines">
      {lines.map((line) => <Line line={line} formats={formats} texts={texts} />)}
    </ul>
  );
}

function Line({ line, formats: { amount, whole }, texts }: Words & { readonly line: PricedLine }) {
  const { quantity, unitPrice, giftOf, outOfStock } = line;
  const variant = variantOf(line);
  const each = texts.cart.each(whole(quantity), amount(unitPrice));
  return (
    <li>
      <span>
        <span class="title">
          <bdi>{titleOf(line)}</bdi>
        </span>
        {variant === "" ? "" : <Detail text={variant} />}
        {shownProperties(line).map((text) => <Detail text={text} />)}
        <span class="detail">{giftOf === null ? each : texts.cart.gift}</span>
        {outOfStock ? <span class="detail warn">{texts.cart.outOfStock}</span> : ""}
      </span>
      <span class="amount">{giftOf === null ? amount(line.subTotal) : texts.amounts.free}</span>
    </li>
  );
}

function Detail({ text }: { readonly text: string }) {
  return (
    <span class="detail">
      <bdi>{text}</bdi>
    </span>
  );
}

/** Name of a line's product. */
export function titleOf({ title, productId }: CartLine): string {
  return title || productId;
}

/** Name of a line's variant; empty for the only one of a product. */
export function variantOf({ variantTitle, singleVariant }: CartLine): string {
  return singleVariant ? "" : variantTitle;
}

/** Properties that the customer entered; stores begin the names of their own with `_`. */
function shownProperties({ properties }: CartLine): string[] {
  return Object.entries(properties)
    .filter(([name, value]) => !name.startsWith("_") && value !== "")
    .map(([name, value]) => `${name}: ${value}`);
}
