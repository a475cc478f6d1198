import { checkoutLinkFromRow } from "../../../schema/stored/checkout_link.ts";
import type { CheckoutLinkReads } from "../../reads/checkout_links.ts";
import { PgQuery, type Reads } from "./query.ts";

/** Reads links to checkout pages. */
export function postgresCheckoutLinks(reads: Reads): CheckoutLinkReads {
  const byHash = new PgQuery(
    reads,
    "SELECT * FROM checkout_links WHERE token_hash = $1",
    checkoutLinkFromRow,
  );
  return { byHash: (tokenHash) => byHash.one(tokenHash) };
}
