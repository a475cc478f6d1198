import { AppError } from "../../domain/errors.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { eachPage, type PageReader, readPages } from "../../domain/values/page.ts";
import { listCsv } from "../../schema/list.ts";
import type { FilterField, List } from "../../things/list.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import type { OpenDatabase } from "../io.ts";
import { filterOf } from "../options/filter.ts";
import { DEFAULT_ROWS } from "../options/values.ts";
import { printList } from "../output/listed.ts";
import { findMerchant } from "../shops.ts";

/** Options of a list: its filter's by their names, and these. */
export interface ListingOptions extends Readonly<Record<string, unknown>> {
  readonly merchant?: string | undefined;
  readonly csv?: true | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** The filter of a list of one shop, or of all. */
interface ShopFilter {
  readonly merchantId: MerchantId | null;
  readonly livemode: boolean | null;
}

/** The rows of a list, and their forms. */
export interface OpenedList<Row> {
  readonly read: PageReader<Row, string>;
  readonly list: List<Row>;
  /** The list whose fields CSV has (default: `list`). */
  readonly csv?: List<Row>;
  /** Name of a CSV with persons, whose download is an entry of the audit trail (default: none). */
  readonly file?: string;
  /** The time zone of a row's shop. */
  readonly zoneOf: (row: Row) => string;
  readonly ifEmpty: string;
}

/** A list of the rows of a shop, or of all shops. */
export interface ShopList<Filter extends ShopFilter, Row> {
  /** Selects all rows. */
  readonly all: Filter;
  readonly fields: Readonly<Record<string, FilterField>>;
  /** @param shopOf the name and the time zone of a shop, also of one that was deleted */
  readonly open: (
    database: OpenDatabase,
    filter: Filter,
    shopOf: (id: MerchantId) => Pick<Merchant, "name" | "timeZone">,
  ) => OpenedList<Row>;
  /** Completes the cursor that `--after` gives (default: it is whole). */
  readonly complete?: (database: OpenDatabase, after: string) => Promise<string>;
}

/** Prints a list as a table, as JSON or as CSV. */
export async function printShopList<Filter extends ShopFilter, Row>(
  context: Context,
  { merchant: reference, csv, limit, after, ...given }: ListingOptions,
  { all, fields, open, complete }: ShopList<Filter, Row>,
): Promise<void> {
  const { out, io } = context;
  if (csv && out.isJson) throw new UsageError("Choose --csv or --json");
  const now = io.now();
  await context.use(async (database) => {
    const { merchants } = database.services;
    const shop = await findMerchant(database, reference);
    const { timeZone, countryCode } = await context.place(database, reference);
    const wanted = { ...all, merchantId: shop?.id ?? null };
    const filter = await filterOf(wanted, fields, given, { now, timeZone, countryCode });
    if (csv && filter.livemode !== true) {
      throw new UsageError("--csv is for live data: leave out --livemode false");
    }
    const place = after === undefined ? undefined : await complete?.(database, after) ?? after;
    const shops = new Map((await merchants.list()).map((one) => [one.id, one]));
    const opened = open(database, filter, (id) => shops.get(id) ?? { name: id, timeZone });
    const { read, list, zoneOf, ifEmpty } = opened;
    if (csv) {
      if (opened.file !== undefined) await noteDownload(context, database, opened.file, filter);
      const pages = eachPage(read, { after: place, ...(limit === undefined ? {} : { limit }) });
      return out.continued(await out.csv(listCsv(opened.csv ?? list, zoneOf), pages));
    }
    const page = await readPages(read, { after: place, limit: limit ?? DEFAULT_ROWS });
    printList(context, page, list, ifEmpty);
  });
}

/** Records a download. A copy that takes no writes, as a standby, can be exported all the same. */
async function noteDownload(
  { by, out }: Context,
  { services: { audit } }: OpenDatabase,
  file: string,
  { merchantId }: Pick<ShopFilter, "merchantId">,
): Promise<void> {
  try {
    await audit.noteDownload(file, merchantId, by);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "error.unavailable")) throw error;
    out.note(`The audit trail has no entry of this download. ${error.message}`);
  }
}
