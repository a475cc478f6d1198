import { eachPage, type Page, type PageReader } from "../../../domain/values/page.ts";
import { listCsv } from "../../../schema/list.ts";
import type { List } from "../../../things/list.ts";
import type { FileReply } from "../../reply.ts";
import type { ShopCall } from "../page.ts";
import { dashboardFormats } from "../parts/format.ts";
import type { ListModel } from "./list_body.tsx";
import { DASHBOARD_HEADERS } from "../replies.ts";

/** Rows of a page. */
const ROWS = 50;

/**
 * The page of a shop's list that a call asks for.
 *
 * @param read undefined for a list whose filter is refused
 */
export async function listModel<Row>(
  { shop, query }: Pick<ShopCall, "shop" | "query">,
  read: PageReader<Row, string> | undefined,
): Promise<ListModel<Row>> {
  const after = query.get("after") ?? undefined;
  const { rows, next } = await read?.({ limit: ROWS, after }) ?? { rows: [], next: null };
  const formats = dashboardFormats(shop);
  return { shopId: shop.id, rows, isFirst: after === undefined, next, formats };
}

/**
 * A list of a shop as a CSV file, sent a page at a time.
 *
 * @param name of the file, without its ending
 */
export function csvReply<Row>(
  { shop: { timeZone } }: { readonly shop: Pick<ShopCall["shop"], "timeZone"> },
  name: string,
  list: Pick<List<Row>, "fields">,
  read: PageReader<Row, string>,
): FileReply {
  return {
    status: 200,
    body: ReadableStream.from(linesOf(list, timeZone, eachPage(read))),
    headers: {
      ...DASHBOARD_HEADERS,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  };
}

async function* linesOf<Row>(
  list: Pick<List<Row>, "fields">,
  timeZone: string,
  pages: AsyncIterable<Page<Row, unknown>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const { head, line } = listCsv(list, () => timeZone);
  yield encoder.encode(head);
  for await (const { rows } of pages) yield encoder.encode(rows.map(line).join(""));
}
