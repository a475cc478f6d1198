import { checkoutLinkFromRow } from "../../../schema/stored/checkout_link.ts";
import { paymentReturnFromRow } from "../../../schema/stored/payment_return.ts";
import type { CheckoutLinkReads } from "../../reads/checkout_links.ts";
import { type Connection, Query } from "./query.ts";
import type { SqliteSessions } from "./sessions.ts";

/** Reads links to checkout pages. */
export function sqliteCheckoutLinks(
  db: Connection,
  sessions: Pick<SqliteSessions, "find">,
): CheckoutLinkReads {
  const byHash = new Query(
    db,
    "SELECT * FROM checkout_links WHERE token_hash = ?",
    checkoutLinkFromRow,
  );
  const returned = new Query(
    db,
    "SELECT * FROM payment_returns WHERE code_hash = ?",
    paymentReturnFromRow,
  );
  return {
    byHash: (tokenHash) => byHash.one(tokenHash),
    withSession: (tokenHash) => {
      const link = byHash.one(tokenHash);
      const stored = link && sessions.find(link.sessionId);
      return link && stored && { link, stored };
    },
    returned: (codeHash) => {
      const way = returned.one(codeHash);
      const stored = way && sessions.find(way.sessionId);
      return way && stored && { way, stored };
    },
  };
}
