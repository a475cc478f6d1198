import { eachPage, mapPage, type Page, type PageRequest } from "../../domain/values/page.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { CsvForm } from "../../schema/csv/csv.ts";
import type { FileReply } from "../reply.ts";
import { DASHBOARD_HEADERS } from "./replies.ts";

/**
 * A list as a CSV file, sent a page at a time.
 *
 * @param name of the file, without its ending
 */
export function csvReply<Row>(
  name: string,
  form: CsvForm<Row>,
  pages: AsyncIterable<Page<Row, unknown>>,
): FileReply {
  return {
    status: 200,
    body: ReadableStream.from(linesOf(form, pages)),
    headers: {
      ...DASHBOARD_HEADERS,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  };
}

/** All pages of a list, as rows of its file. */
export function csvRows<T, Row>(
  list: (page: PageRequest<string>) => MaybePromise<Page<T, string>>,
  rowOf: (one: T) => Row,
): AsyncIterable<Page<Row, string>> {
  return eachPage(async (wanted: PageRequest<string>) => mapPage(await list(wanted), rowOf));
}

async function* linesOf<Row>(
  { head, line }: CsvForm<Row>,
  pages: AsyncIterable<Page<Row, unknown>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  for await (const { rows } of pages) yield encoder.encode(rows.map(line).join(""));
}
