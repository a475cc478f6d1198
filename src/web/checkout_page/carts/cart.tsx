import type { CartLine } from "../../../domain/cart/cart.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import type { RecoverableCart } from "../../../service/recovery/recovery.ts";
import { Amounts } from "../../page/amounts.tsx";
import { formatsFor } from "../../page/format.ts";
import { type PageFrame, renderPage } from "../../page/layout.tsx";
import { Lines, titleOf, variantOf } from "../../page/lines.tsx";
import type { Texts } from "../../page/texts/texts.ts";

/** The page of a cart that a recovery link leads to, as text. */
export function cartPage(frame: PageFrame, cart: RecoverableCart): string {
  const { wording: { language, texts } } = frame;
  const { merchant, session, isEnded, leftOut, isRepriced } = cart;
  const { currencyCode, countryCode, priced } = session;
  const formats = formatsFor(language, countryCode, currencyOf(currencyCode));
  return renderPage(frame, {
    title: texts.cart.title,
    shop: merchant.name,
    children: (
      <>
        <h1>{texts.cart.title}</h1>
        <p class="intro" dir="auto">{texts.cart.intro(merchant.name)}</p>
        {isEnded ? <p class="note">{texts.cart.reopened}</p> : ""}
        {isRepriced ? <p class="note warn">{texts.cart.repriced}</p> : ""}
        {leftOut.length > 0 ? <LeftOut lines={leftOut} texts={texts} /> : ""}
        <div class="sheet">
          <Lines lines={priced.lines} formats={formats} texts={texts} />
          <Amounts totals={priced.totals} formats={formats} texts={texts} />
          <form method="post">
            <button class="button" type="submit">{texts.cart.resume}</button>
          </form>
        </div>
      </>
    ),
  });
}

function LeftOut({ lines, texts }: { readonly lines: readonly CartLine[]; readonly texts: Texts }) {
  return (
    <div class="note warn">
      <p>{texts.cart.leftOut}</p>
      <ul>
        {lines.map((line) => (
          <li>
            <bdi>{titleOf(line)}</bdi> <bdi>{variantOf(line)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
