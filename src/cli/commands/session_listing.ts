import { NO_SESSION_FILTER, type SessionFilter } from "../../domain/filters.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { mapPage, type PageReader } from "../../domain/values/page.ts";
import type { SessionAdmin } from "../../service/sessions/session_admin.ts";
import type { List } from "../../things/list.ts";
import {
  type ListedSession,
  listedSession,
  SESSION_FILTER,
  zoneOfShop,
} from "../../things/session.ts";
import type { Context } from "../context.ts";
import { type ListingOptions, printShopList } from "./shop_list.ts";

/** A list of sessions or orders. */
export interface SessionListing {
  /** Reads the pages that a filter selects. */
  readonly read: (admin: SessionAdmin, filter: SessionFilter) => PageReader<StoredSession, string>;
  readonly list: List<ListedSession>;
  /** The list whose fields CSV has. */
  readonly csv: List<ListedSession>;
  /** Name of the CSV in the audit trail. */
  readonly file: string;
  readonly ifEmpty: string;
}

/** Prints a list as a table, as JSON or as CSV. */
export async function printListing(
  context: Context,
  listing: SessionListing,
  options: ListingOptions,
): Promise<void> {
  await printShopList<SessionFilter, ListedSession>(context, options, {
    all: NO_SESSION_FILTER,
    fields: SESSION_FILTER,
    complete: ({ services }, after) => services.ids.complete("session", after),
    open: ({ services: { sessionAdmin } }, filter, shopOf) => {
      const read = listing.read(sessionAdmin, filter);
      return {
        ...listing,
        read: async (page) =>
          mapPage(await read(page), (one) => listedSession(one, shopOf(one.merchantId))),
        zoneOf: zoneOfShop,
      };
    },
  });
}
