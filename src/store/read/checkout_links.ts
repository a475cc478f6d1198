import { checkoutLinkFromRow } from "../../schema/stored/checkout_link.ts";
import { paymentReturnFromRow } from "../../schema/stored/payment_return.ts";
import { sessionFromRow } from "../../schema/stored/session_row.ts";
import type { CheckoutLinkReads } from "../reads/checkout_links.ts";
import { both, mapped, type Reader } from "./query.ts";
import { sql } from "../sql/sql.ts";
import { STORED_SESSION } from "./session_rows.ts";

/** The row of a table with this token, and its session. */
const of = (table: string, column: string) => {
  const where = `FROM ${table} WHERE ${column} = :token_hash`;
  return {
    row: `SELECT * ${where}`,
    session: sql`SELECT ${STORED_SESSION} FROM sessions WHERE id = (SELECT session_id ${where})`,
  };
};
const LINK = of("checkout_links", "token_hash");
const RETURN = of("payment_returns", "code_hash");

/** Reads links to checkout pages. */
export function checkoutLinkReads(db: Reader): CheckoutLinkReads {
  const link = db.query(["token_hash"], LINK.row, checkoutLinkFromRow);
  const linked = db.query(["token_hash"], LINK.session, sessionFromRow);
  const way = db.query(["token_hash"], RETURN.row, paymentReturnFromRow);
  const returned = db.query(["token_hash"], RETURN.session, sessionFromRow);
  return {
    byHash: (hash) => link.one({ token_hash: hash }),
    withSession: (hash) => {
      const values = { token_hash: hash };
      return mapped(
        both(link.one(values), linked.one(values)),
        ([link, stored]) => link && stored && { link, stored },
      );
    },
    returned: (hash) => {
      const values = { token_hash: hash };
      return mapped(
        both(way.one(values), returned.one(values)),
        ([way, stored]) => way && stored && { way, stored },
      );
    },
  };
}
