import { AppError, got, invalid } from "../../../domain/errors.ts";
import type { ReturnedLine } from "../../../domain/session/refund.ts";
import { amountLeft, unreturnedLines } from "../../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { RefundTerms } from "../../../domain/decision/refund_terms.ts";
import { proposedRefund } from "../../../domain/steps/refund.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import { currencyOf, formatMajor, parseMajor } from "../../../domain/values/money.ts";
import { MAX_REASON } from "../../../schema/api/order.ts";
import { labelled } from "../forms/labelled.ts";
import { textField } from "../forms/text_field.ts";

/** A refund as its form has it. */
export type RefundEntry = Omit<RefundTerms, "by" | "facts" | "allowance">;

/** Name of the field of a line's units, by the number of the line. */
export function lineField(line: number): string {
  return `line-${line}`;
}

/**
 * Reads the form of a refund.
 *
 * @throws {AppError} `error.invalid-request` and `error.refund-exceeded`, with the name of the field
 */
export function readRefund(form: URLSearchParams, session: CheckoutSession): RefundEntry {
  const entry = readWithoutAmount(form, session);
  const { all, lines } = entry;
  const amount = readAmount(form, session);
  if (!all && lines.length === 0 && amount === null) {
    throw invalid("Enter an amount or quantities, or choose all that is left", "amount");
  }
  const { lines: goods } = proposedRefund(session, all ? null : lines);
  if (amount === 0 && goods.length === 0) throw invalid("Amount must be more than 0", "amount");
  return { ...entry, amount };
}

/**
 * {@link readRefund} without its sum.
 *
 * @throws {AppError} `error.invalid-request` with the name of the field
 */
export function readWithoutAmount(form: URLSearchParams, session: CheckoutSession): RefundEntry {
  const all = form.get("all") === "on";
  const lines = readLines(form, session);
  if (all && lines.length > 0) {
    throw invalid("All that is left has every unit: leave the quantities empty", "all");
  }
  return {
    all,
    lines,
    amount: null,
    reason: textField(form, ["reason", "Reason"], { max: MAX_REASON }) || null,
    reference: textField(form, ["reference", "Reference"], { max: MAX_REFERENCE }) || null,
    disputed: form.get("disputed") === "on",
  };
}

function readLines(form: URLSearchParams, session: CheckoutSession): ReturnedLine[] {
  return unreturnedLines(session).flatMap(({ line, quantity: most }) => {
    const field = lineField(line);
    const text = (form.get(field) ?? "").trim();
    if (text === "") return [];
    const quantity = /^[0-9]{1,9}$/.test(text) ? Number(text) : Infinity;
    if (quantity > most) {
      throw invalid(`The quantity must be a whole number up to ${most}, ${got(text)}`, field);
    }
    return quantity === 0 ? [] : [{ line, quantity }];
  });
}

function readAmount(form: URLSearchParams, session: CheckoutSession): number | null {
  const text = (form.get("amount") ?? "").trim();
  if (text === "") return null;
  const currency = currencyOf(session.currencyCode);
  const amount = labelled({ amount: "Amount" }, () => parseMajor(text, currency, "amount"));
  const most = amountLeft(session);
  if (amount <= most) return amount;
  throw new AppError(
    "error.refund-exceeded",
    `The amount must be at most ${formatMajor(most, currency)}, which is left, ${got(text)}`,
    { field: "amount" },
  );
}
