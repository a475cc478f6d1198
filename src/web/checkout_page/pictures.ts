import { pictureOfName } from "../../domain/shop/picture.ts";
import type { Services } from "../../service/services.ts";
import { pageHeaders } from "../page_headers.ts";
import type { PageOperation } from "./page_operation.ts";
import { notFoundPage } from "./replies.ts";

const HEADERS = {
  ...pageHeaders([]),
  "Content-Type": "image/jpeg",
  // Its name is made of its bytes.
  "Cache-Control": "public, max-age=31536000, immutable",
  // Pages of the shop show what a session names.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Pictures of products, of every shop: a name of one is found by no guess. */
export function pictureFiles({ pictureCache }: Pick<Services, "pictureCache">): PageOperation {
  return {
    id: "page.picture",
    method: "GET",
    path: "/p/{picture}",
    handle: async (call) => {
      const named = pictureOfName(call.param("picture"));
      const file = named && await pictureCache.file(named.hash, named.size);
      return file === null ? notFoundPage(call) : { status: 200, body: file, headers: HEADERS };
    },
  };
}
