import type { SessionFilter } from "../../domain/filters.ts";
import type { PaymentState, SessionState } from "../../domain/session/lifecycle.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { eachPage, mapPage, type PageReader, readPages } from "../../domain/values/page.ts";
import type { CsvForm } from "../../schema/csv/csv.ts";
import { type CsvSession, csvSession } from "../../schema/csv/sessions.ts";
import type { SessionAdmin } from "../../service/sessions/session_admin.ts";
import { type Context, findMerchant } from "../context.ts";
import { UsageError } from "../errors.ts";
import { phoneOf } from "../options/phone.ts";
import { DEFAULT_ROWS, type TimeFrom } from "../options/values.ts";
import type { TableColumn } from "../output/output.ts";

/** A list of sessions or orders. */
export interface SessionListing<Row extends { readonly json: unknown }> {
  /** Reads the pages that a filter selects. */
  readonly read: (admin: SessionAdmin, filter: SessionFilter) => PageReader<StoredSession, string>;
  /** Takes what is printed of a session; a whole one has all its lines and texts. */
  readonly row: (stored: StoredSession, shop: string) => Row;
  readonly columns: (now: number) => readonly TableColumn<Row>[];
  readonly csv: CsvForm<CsvSession>;
  readonly ifEmpty: string;
}

/** Options of a list. */
export interface ListingOptions {
  readonly state?: SessionState | undefined;
  readonly payment?: PaymentState | undefined;
  readonly livemode?: boolean | undefined;
  readonly merchant?: string | undefined;
  readonly phone?: string | undefined;
  readonly since?: TimeFrom | undefined;
  readonly until?: TimeFrom | undefined;
  readonly csv?: true | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Prints a list as a table, as JSON or as CSV. */
export async function printListing<Row extends { readonly json: unknown }>(
  context: Context,
  listing: SessionListing<Row>,
  options: ListingOptions,
): Promise<void> {
  const { merchant: reference, phone, since, until, csv, limit, after } = options;
  const { state = null, payment = null, livemode = true } = options;
  const { out, io } = context;
  if (csv && out.isJson) throw new UsageError("Choose --csv or --json");
  if (csv && !livemode) {
    throw new UsageError("--csv is for live data: leave out --livemode false");
  }
  const now = io.now();
  await context.use(async (database) => {
    const { services: { merchants, sessionAdmin, ids } } = database;
    const shop = await findMerchant(database, reference);
    const { timeZone, countryCode } = await context.place(database, reference);
    const read = listing.read(sessionAdmin, {
      state,
      payment,
      livemode,
      merchantId: shop?.id ?? null,
      phone: phone === undefined ? null : await phoneOf(phone, countryCode, "--phone"),
      since: since?.(now, timeZone) ?? null,
      until: until?.(now, timeZone) ?? null,
    });
    const place = after === undefined ? undefined : await ids.complete("session", after);
    const shops = new Map((await merchants.list()).map((one) => [one.id, one]));
    const shopOf = ({ merchantId }: StoredSession): Pick<Merchant, "name" | "timeZone"> =>
      shops.get(merchantId) ?? { name: merchantId, timeZone };
    if (csv) {
      const pages = eachPage(
        async (page) => mapPage(await read(page), (one) => csvSession(one, shopOf(one))),
        { after: place, ...(limit === undefined ? {} : { limit }) },
      );
      return out.continued(await out.csv(listing.csv, pages));
    }
    const { rows, next } = await readPages(
      async (page) => mapPage(await read(page), (one) => listing.row(one, shopOf(one).name)),
      { after: place, limit: limit ?? DEFAULT_ROWS },
    );
    out.result(
      rows.map(({ json }) => json),
      () => out.table(rows, listing.columns(now), listing.ifEmpty),
    );
    out.continued(next);
  });
}
