import { AppError, invalid } from "../../../domain/errors.ts";
import { pathWithin, withQuery } from "../links.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { DASHBOARD_HEADERS } from "../replies.ts";
import { findProduct } from "./find.ts";
import { PICTURE_LIMIT_MEBIBYTES } from "./pictures.tsx";

const ONE = "/shops/{shop}/products/{product}";

/**
 * The pictures of a product: adding, ordering and removing them, and the files of small ones.
 *
 * @param show the product's page
 */
export function pictureForms(services: DashboardServices, show: ShowShopPage): DashboardPage[] {
  const { pictures, makePicture } = services;
  const back = (call: ShopCall) => pathWithin(call.shop.id, "products", call.param("product"));
  const saved = (call: ShopCall) => withQuery(back(call), { saved: "1" });
  return [
    ...shopForm({
      id: "products.picture.add",
      // Others may be decoded before it.
      isLong: true,
      path: `${ONE}/pictures`,
      needs: "products:write",
      file: { name: "picture", maxMebibytes: PICTURE_LIMIT_MEBIBYTES, isBinary: true },
      show,
      back,
      async act(call, values) {
        const { productId } = await findProduct(services, call);
        const made = await makePicture(fileOf(values.get("picture") ?? ""));
        await pictures.add(call.shop, productId, made, call.by);
        return saved(call);
      },
    }),
    ...shopForm({
      id: "products.picture.change",
      path: `${ONE}/pictures/{picture}`,
      needs: "products:write",
      isOnce: true,
      show,
      back,
      async act(call, values) {
        const { shop, by } = call;
        const { productId, pictures: all } = await findProduct(services, call);
        const hash = call.param("picture");
        if (values.get("change") === "remove") {
          await pictures.remove(shop.id, productId, hash, by);
          return saved(call);
        }
        const step = values.get("change") === "earlier" ? -1 : 1;
        const place = Math.min(Math.max(1, all.indexOf(hash) + 1 + step), all.length);
        await pictures.move(shop.id, productId, { hash, place }, by);
        return saved(call);
      },
    }),
    {
      id: "products.picture",
      method: "GET",
      path: `${ONE}/thumbnails/{picture}`,
      needs: "shop:read",
      async handle(call) {
        const hash = call.param("picture");
        const { pictures: own } = await findProduct(services, call);
        const file = own.includes(hash) ? await pictures.small(hash) : null;
        if (file === null) throw new AppError("error.not-found", "No such picture");
        const cached = { "Cache-Control": "private, max-age=31536000, immutable" };
        const headers = { ...DASHBOARD_HEADERS, ...cached, "Content-Type": "image/jpeg" };
        return { status: 200, body: file, headers };
      },
    },
  ];
}

function fileOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    if (base64 !== "") return Uint8Array.fromBase64(base64);
  } catch {
    // A form that no browser makes has a text there.
  }
  throw invalid("Choose a picture", "picture");
}
