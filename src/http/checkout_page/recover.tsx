import type { CartLine } from "../../domain/cart/cart.ts";
import { returnUrlOf } from "../../domain/session/recovery.ts";
import { currencyOf } from "../../domain/values/money.ts";
import type { RecoverableCart } from "../../service/recovery/recovery.ts";
import { RECOVERY_PATH } from "../../service/recovery/links.ts";
import type { Services } from "../../service/services.ts";
import { Amounts } from "../../web/amounts.tsx";
import { formatsFor } from "../../web/format.ts";
import { type PageFrame, renderPage } from "../../web/layout.tsx";
import { Lines, titleOf, variantOf } from "../../web/lines.tsx";
import type { Texts } from "../../web/texts/texts.ts";
import type { PageOperation } from "./page_operation.ts";
import { customerHeaders } from "./replies.ts";

const PATH = `${RECOVERY_PATH}{token}`;

/** The page of a recovery link: shows the cart, and a button that continues with it. */
export function recoveryPages({ recovery }: Pick<Services, "recovery">): PageOperation[] {
  return [{
    id: "recovery.show",
    method: "GET",
    path: PATH,
    limitedBy: "address",
    async handle(request) {
      const cart = await recovery.show(request.param("token"));
      if (cart === null) return null;
      const headers = customerHeaders(returnUrlOf(cart.merchant));
      return { status: 200, body: cartPage(request, cart), headers };
    },
  }, {
    id: "recovery.continue",
    method: "POST",
    path: PATH,
    limitedBy: "address",
    async handle(request) {
      const url = await recovery.resume(request.param("token"), request.address());
      if (url === null) return null;
      return { status: 303, body: "", headers: { ...customerHeaders(), Location: url } };
    },
  }];
}

/** The page as text. */
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
