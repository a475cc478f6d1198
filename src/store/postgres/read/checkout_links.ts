import { checkoutLinkFromRow } from "../../../schema/stored/checkout_link.ts";
import { paymentReturnFromRow } from "../../../schema/stored/payment_return.ts";
import { sessionFromRow } from "../../../schema/stored/session_row.ts";
import type { CheckoutLinkReads } from "../../reads/checkout_links.ts";
import { PgQuery, type Reads } from "./query.ts";
import { PG_SESSION } from "./session_rows.ts";

/** Reads links to checkout pages. */
export function postgresCheckoutLinks(reads: Reads): CheckoutLinkReads {
  const byHash = new PgQuery(
    reads,
    "SELECT * FROM checkout_links WHERE token_hash = $1",
    checkoutLinkFromRow,
  );
  const session = new PgQuery(
    reads,
    `SELECT ${PG_SESSION} FROM sessions AS s
     WHERE s.id = (SELECT session_id FROM checkout_links WHERE token_hash = $1)`,
    sessionFromRow,
  );
  const returned = new PgQuery(
    reads,
    "SELECT * FROM payment_returns WHERE code_hash = $1",
    paymentReturnFromRow,
  );
  const returnedSession = new PgQuery(
    reads,
    `SELECT ${PG_SESSION} FROM sessions AS s
     WHERE s.id = (SELECT session_id FROM payment_returns WHERE code_hash = $1)`,
    sessionFromRow,
  );
  return {
    byHash: (tokenHash) => byHash.one(tokenHash),
    withSession: async (tokenHash) => {
      const found = [byHash.one(tokenHash), session.one(tokenHash)] as const;
      const [link, stored] = await Promise.all(found);
      return link && stored && { link, stored };
    },
    returned: async (codeHash) => {
      const found = [returned.one(codeHash), returnedSession.one(codeHash)] as const;
      const [way, stored] = await Promise.all(found);
      return way && stored && { way, stored };
    },
  };
}
