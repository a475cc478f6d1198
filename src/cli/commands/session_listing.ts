import { NO_SESSION_FILTER, type SessionFilter } from "../../domain/filters.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { eachPage, mapPage, type PageReader, readPages } from "../../domain/values/page.ts";
import { listCsv } from "../../schema/list.ts";
import type { SessionAdmin } from "../../service/sessions/session_admin.ts";
import type { List } from "../../things/list.ts";
import {
  type ListedSession,
  listedSession,
  SESSION_FILTER,
  zoneOfShop,
} from "../../things/session.ts";
import type { Context } from "../context.ts";
import { findMerchant } from "../shops.ts";
import { UsageError } from "../errors.ts";
import { filterOf } from "../options/filter.ts";
import { DEFAULT_ROWS } from "../options/values.ts";
import { printList } from "../output/listed.ts";

/** A list of sessions or orders. */
export interface SessionListing {
  /** Reads the pages that a filter selects. */
  readonly read: (admin: SessionAdmin, filter: SessionFilter) => PageReader<StoredSession, string>;
  readonly list: List<ListedSession>;
  /** The list whose fields CSV has. */
  readonly csv: List<ListedSession>;
  readonly ifEmpty: string;
}

/** Options of a list: its filter's by their names, and these. */
export interface ListingOptions extends Readonly<Record<string, unknown>> {
  readonly merchant?: string | undefined;
  readonly csv?: true | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Prints a list as a table, as JSON or as CSV. */
export async function printListing(
  context: Context,
  listing: SessionListing,
  options: ListingOptions,
): Promise<void> {
  const { merchant: reference, csv, limit, after, ...filter } = options;
  const { out, io } = context;
  if (csv && out.isJson) throw new UsageError("Choose --csv or --json");
  const now = io.now();
  await context.use(async (database) => {
    const { services: { merchants, sessionAdmin, ids } } = database;
    const shop = await findMerchant(database, reference);
    const { timeZone, countryCode } = await context.place(database, reference);
    const wanted = { ...NO_SESSION_FILTER, merchantId: shop?.id ?? null };
    const selected = await filterOf(wanted, SESSION_FILTER, filter, { now, timeZone, countryCode });
    if (csv && !selected.livemode) {
      throw new UsageError("--csv is for live data: leave out --livemode false");
    }
    const read = listing.read(sessionAdmin, selected);
    const place = after === undefined ? undefined : await ids.complete("session", after);
    const shops = new Map((await merchants.list()).map((one) => [one.id, one]));
    const shopOf = ({ merchantId }: StoredSession): Pick<Merchant, "name" | "timeZone"> =>
      shops.get(merchantId) ?? { name: merchantId, timeZone };
    const listed: PageReader<ListedSession, string> = async (page) =>
      mapPage(await read(page), (one) => listedSession(one, shopOf(one)));
    if (csv) {
      const pages = eachPage(listed, {
        after: place,
        ...(limit === undefined ? {} : { limit }),
      });
      return out.continued(await out.csv(listCsv(listing.csv, zoneOfShop), pages));
    }
    const wantedRows = { after: place, limit: limit ?? DEFAULT_ROWS };
    printList(context, await readPages(listed, wantedRows), listing.list, listing.ifEmpty);
  });
}
