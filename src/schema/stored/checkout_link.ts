import { z } from "zod";
import { type CheckoutLink, HIDDEN_PARTS } from "../../domain/session/checkout_link.ts";
import type { Form } from "../form.ts";
import { count, parseRow, sessionId, sha256 } from "./parse.ts";

const rowSchema = z.object({
  session_id: sessionId,
  token_hash: sha256,
  created_at: count,
  hides: z.enum(HIDDEN_PARTS).nullable(),
});

/**
 * Reads a link from a row of `checkout_links`.
 *
 * @throws {RowError} when the row does not parse
 */
export function checkoutLinkFromRow(row: unknown): CheckoutLink {
  const { session_id, token_hash, created_at, hides } = parseRow(rowSchema, row, {
    table: "checkout_links",
    keyColumns: ["session_id"],
  });
  return { sessionId: session_id, tokenHash: token_hash, createdAt: created_at, hides };
}

/** The columns of `checkout_links`. */
export function checkoutLinkToRow(link: CheckoutLink): Form<typeof rowSchema> {
  const { sessionId: session_id, tokenHash: token_hash, createdAt: created_at, hides } = link;
  return { session_id, token_hash, created_at, hides };
}
