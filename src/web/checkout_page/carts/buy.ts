import { MAX_QUANTITY } from "../../../domain/cart/cart.ts";
import { AppError } from "../../../domain/errors.ts";
import { parseInt64 } from "../../../domain/ids.ts";
import { type Merchant, parseDomain } from "../../../domain/shop/merchant.ts";
import type { LinkedCart, ShownCart } from "../../../service/checkout/cart_links.ts";
import type { Services } from "../../../service/services.ts";
import { offerPage } from "./offer.tsx";
import { renderNotice } from "../../page/layout.tsx";
import type { Notice } from "../../page/texts/checkout_texts.ts";
import type { FileReply } from "../../reply.ts";
import type { PageCall, PageOperation } from "../page_operation.ts";
import { checkoutHeaders, customerHeaders } from "../replies.ts";

/** Variants that a link can have. */
export const MAX_VARIANTS = 20;
/** Names the sample instead of variants. */
const SAMPLE_PARAM = "sample";

/**
 * `GET /buy?v=VARIANT:QUANTITY`: opens a session on a cart, and leads to its page, for a browser
 * that says that its user goes there. All others get a page with the goods and a form that does it.
 * `GET /buy?shop=DOMAIN&sample`: the same in test mode for the sample of a shop without products.
 */
export function cartLinkPages({ cartLinks }: Pick<Services, "cartLinks">): PageOperation[] {
  return [{
    id: "cart.buy",
    method: "GET",
    path: "/buy",
    async handle(call) {
      if (call.method === "HEAD") return { status: 200, body: "", headers: customerHeaders() };
      if (isVisit(call)) return await opened(call, cartLinks);
      const cart = cartOf(call.query);
      const admit = (shop: Merchant) =>
        call.limits.countOffer(call.address(), shop, call.startedMs);
      let shown: ShownCart | null;
      try {
        shown = cart && await cartLinks.show(cart, admit);
      } catch (error) {
        return tooManyUnits(call, error);
      }
      if (shown === null) return await missed(call);
      const { merchant, session } = shown;
      const images = session.priced.lines.map(({ image }) => image).slice(0, 1);
      const headers = checkoutHeaders(merchant, images);
      return { status: 200, body: offerPage(call, shown), headers };
    },
  }, {
    id: "cart.continue",
    method: "POST",
    path: "/buy",
    handle: async (call) => await opened(call, cartLinks),
  }];
}

/** Opens a session on the cart of a query, and leads to its page. */
async function opened(call: PageCall, cartLinks: Services["cartLinks"]): Promise<FileReply> {
  const { texts } = call.wording;
  const cart = cartOf(call.query);
  if (cart === null) return await missed(call);
  const address = call.address();
  const from = { address, link: JSON.stringify(cart.items) };
  let token: string | null;
  let shop: Merchant | undefined;
  try {
    token = await cartLinks.open(cart, {
      address,
      admit: (merchant) => {
        shop = merchant;
        return call.limits.countCart(from, merchant, call.startedMs);
      },
    });
  } catch (error) {
    const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
    if (seconds === undefined) {
      if (shop !== undefined) call.limits.noteRefusal(error, shop);
      return tooManyUnits(call, error);
    }
    const headers = { "Retry-After": String(seconds) };
    return notice(call, { status: 429, text: texts.tooManyCarts, headers });
  }
  if (token === null) return await missed(call);
  const headers = { ...customerHeaders(), Location: `${call.toRoot}c/${token}` };
  return { status: 303, body: "", headers };
}

/**
 * The answer to a cart with too many units of a variant.
 *
 * @throws any other error
 */
function tooManyUnits(call: PageCall, error: unknown): FileReply {
  if (!(error instanceof AppError) || error.refusal === undefined) throw error;
  const { tooManyUnits: text } = call.wording.texts;
  return notice(call, { status: 400, text: { ...text, text: `${text.text} (${error.message})` } });
}

/** A request that opens nothing counts for its address; a cart counts for its shop. */
async function missed(call: PageCall): Promise<FileReply> {
  await call.limits.countMiss(call.address(), call.startedMs);
  return notice(call, { status: 404, text: call.wording.texts.badCart });
}

/**
 * True for a browser whose whole window goes to the address. Programs that preview messages, frames
 * and scripts of other sites do not say so, nor do browsers on plain http.
 */
function isVisit({ header }: PageCall): boolean {
  if (/prefetch/i.test(`${header("sec-purpose")} ${header("purpose")}`)) return false;
  return header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
}

/** The cart of a query; null if it names none. */
function cartOf(query: URLSearchParams): LinkedCart | null {
  const items = query.getAll("v").map((text) => {
    const [, id = "", quantity = ""] = /^([0-9]{1,19}):([0-9]{1,6})$/.exec(text) ?? [];
    return { variantId: parseInt64(id), quantity: Number(quantity) };
  });
  const shop = query.get("shop");
  const domain = shop === null ? null : parseDomain(shop);
  const isSample = query.has(SAMPLE_PARAM);
  const isRead = items.length > 0 !== isSample && items.length <= MAX_VARIANTS &&
    domain !== undefined;
  const known = items.flatMap(({ variantId, quantity }) =>
    variantId === undefined || quantity < 1 || quantity > MAX_QUANTITY
      ? []
      : [{ variantId, quantity }]
  );
  return isRead && known.length === items.length ? { domain, items: known, isSample } : null;
}

function notice(
  call: PageCall,
  { status, text, headers }: {
    readonly status: number;
    readonly text: Notice;
    readonly headers?: Readonly<Record<string, string>>;
  },
): FileReply {
  return {
    status,
    body: renderNotice(call, text),
    headers: { ...customerHeaders(), ...headers },
  };
}
