import { MAX_QUANTITY } from "../../domain/cart/cart.ts";
import { AppError } from "../../domain/errors.ts";
import { parseInt64 } from "../../domain/ids.ts";
import { parseDomain } from "../../domain/shop/merchant.ts";
import type { LinkedCart } from "../../service/checkout/cart_links.ts";
import type { Services } from "../../service/services.ts";
import { renderNotice } from "../../web/layout.tsx";
import type { Notice } from "../../web/texts/checkout_texts.ts";
import type { FileReply } from "../reply.ts";
import type { PageCall, PageOperation } from "./page_operation.ts";
import { customerHeaders } from "./replies.ts";

/** Variants that a link can have. */
export const MAX_VARIANTS = 20;

/** `GET /buy?v=VARIANT:QUANTITY`: opens a session on a cart, and leads to its page. */
export function cartLinkPage({ cartLinks }: Pick<Services, "cartLinks">): PageOperation {
  return {
    id: "cart.buy",
    method: "GET",
    path: "/buy",
    async handle(call) {
      const { texts } = call.wording;
      if (call.method === "HEAD") return { status: 200, body: "", headers: customerHeaders() };
      if (!isVisit(call)) return await missed(call, 403);
      const cart = cartOf(call.query);
      if (cart === null) return await missed(call, 404);
      const from = { address: call.address(), link: JSON.stringify(cart.items) };
      let token: string | null;
      try {
        token = await cartLinks.open(
          cart,
          (merchant) => call.limits.countCart(from, merchant, call.startedMs),
        );
      } catch (error) {
        const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
        if (seconds === undefined) throw error;
        const headers = { "Retry-After": String(seconds) };
        return notice(call, { status: 429, text: texts.tooManyCarts, headers });
      }
      if (token === null) return await missed(call, 404);
      const headers = { ...customerHeaders(), Location: `${call.toRoot}c/${token}` };
      return { status: 303, body: "", headers };
    },
  };
}

/** A request that opens nothing counts for its address; a cart counts for its shop. */
async function missed(call: PageCall, status: number): Promise<FileReply> {
  await call.limits.countMiss(call.address(), call.startedMs);
  return notice(call, { status, text: call.wording.texts.badCart });
}

/** True unless the browser loads the address in advance, or as an image or a script of a page. */
function isVisit({ header }: PageCall): boolean {
  if (/prefetch/i.test(`${header("sec-purpose")} ${header("purpose")}`)) return false;
  const destination = header("sec-fetch-dest");
  return destination === null || ["document", "iframe", "empty"].includes(destination);
}

/** The cart of a query; null if it names none. */
function cartOf(query: URLSearchParams): LinkedCart | null {
  const items = query.getAll("v").map((text) => {
    const [, id = "", quantity = ""] = /^([0-9]{1,19}):([0-9]{1,6})$/.exec(text) ?? [];
    return { variantId: parseInt64(id), quantity: Number(quantity) };
  });
  const shop = query.get("shop");
  const domain = shop === null ? null : parseDomain(shop);
  const isRead = items.length > 0 && items.length <= MAX_VARIANTS && domain !== undefined;
  const known = items.flatMap(({ variantId, quantity }) =>
    variantId === undefined || quantity < 1 || quantity > MAX_QUANTITY
      ? []
      : [{ variantId, quantity }]
  );
  return isRead && known.length === items.length ? { domain, items: known } : null;
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
