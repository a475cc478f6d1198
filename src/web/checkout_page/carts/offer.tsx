import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { Merchant } from "../../../domain/shop/merchant.ts";
import { currencyOf, formatMajor } from "../../../domain/values/money.ts";
import { Amounts } from "../../page/amounts.tsx";
import { formatsFor } from "../../page/format.ts";
import { type PageFrame, renderPage } from "../../page/layout.tsx";
import { Lines, titleOf, variantOf } from "../../page/lines.tsx";

/** The page of a cart link: its goods, and a button that opens the cart. It needs no script. */
export function offerPage(
  frame: PageFrame,
  { merchant, session }: { readonly merchant: Merchant; readonly session: CheckoutSession },
): string {
  const { wording: { language, texts } } = frame;
  const { currencyCode, countryCode, priced: { lines, totals } } = session;
  const currency = currencyOf(currencyCode);
  const formats = formatsFor(language, countryCode, currency);
  const names = lines.map((line) => [titleOf(line), variantOf(line)].filter(Boolean).join(", "));
  const title = names.length === 1 ? names[0] ?? "" : texts.steps.order;
  const image = lines[0]?.image ?? "";
  return renderPage(frame, {
    title,
    shop: merchant.name,
    brand: merchant.checkout,
    preview: {
      "og:type": "product",
      "og:site_name": merchant.name,
      "og:title": title,
      "og:description": `${names.join("; ")} · ${formats.amount(totals.totalPayable)}`,
      "product:price:amount": formatMajor(totals.totalPayable, currency),
      "product:price:currency": currencyCode,
      ...(image !== "" && { "og:image": image }),
    },
    children: (
      <div class="single">
        <div class="sheet">
          <h1>{title}</h1>
          {image === "" ? "" : <img class="offer" src={image} alt="" />}
          <Lines lines={lines} formats={formats} texts={texts} />
          <Amounts totals={totals} formats={formats} texts={texts} />
          <form method="post">
            <button class="button wide" type="submit">{texts.steps.save}</button>
          </form>
        </div>
      </div>
    ),
  });
}
