import type { RawLine } from "../cart/cart.ts";
import { readLines } from "../cart/cart_lines.ts";
import {
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import type { CheckoutSession } from "../session/session.ts";
import { currencyOf } from "../values/money.ts";

/**
 * Replaces the cart. Codes and gifts stay while the new cart qualifies.
 *
 * @throws {AppError} `error.invalid-request` when a line cannot be read or priced
 */
export function replaceItems(
  session: CheckoutSession,
  items: readonly RawLine[],
  context: StepContext,
): Decision {
  const next = transition(session, "items.replace");
  const lines = readLines(items, {
    format: context.merchant.cartFormat,
    currency: currencyOf(session.currencyCode),
    catalog: context.catalog,
    knownProducts: context.knownProducts,
    aliases: context.aliases,
    rule: context.merchant.catalogue,
  });
  return updated(reprice({ ...next, lines }, context), "items");
}
