import type { Merchant } from "../../../../domain/shop/merchant.ts";
import { type PageFrame, renderPage } from "../../../page/layout.tsx";

/** The page between the checkout and that of a provider, where scripts are off. */
export function leavingPage(
  frame: PageFrame,
  { name, checkout }: Merchant,
  { url, isFramed }: { readonly url: string; readonly isFramed: boolean },
): string {
  const { waiting } = frame.wording.texts.outcomes;
  return renderPage(frame, {
    title: waiting.resume,
    shop: name,
    brand: checkout,
    // A provider's page shows in no frame: from one the link leads to the whole window.
    ...(isFramed ? {} : { goesTo: url }),
    children: (
      <div class="single">
        <div class="sheet">
          <h1 tabindex={-1}>{waiting.resume}</h1>
          <a class="button wide" href={url} target="_top" rel="noreferrer">{waiting.resume}</a>
        </div>
      </div>
    ),
  });
}
