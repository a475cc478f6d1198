import type { ErrorCode } from "../../../domain/errors.ts";
import { currencyOf, parseMajor } from "../../../domain/values/money.ts";
import {
  SHOWN_ERRORS,
  SHOWN_FIELDS,
  type ShownError,
  type ShownField,
} from "../../page/texts/checkout_texts.ts";
import type { PagePart, Problem } from "./model.ts";
import { countOf, type View } from "./view.ts";

/** Field beside which a part's problem is shown if it names none. */
const FIELDS: Readonly<Partial<Record<PagePart, ShownField>>> = {
  coupon: "code",
  coins: "coins",
};

/** The field that a problem is about; undefined for the form as a whole. */
export function fieldOf({ part, field, code }: Problem): ShownField | undefined {
  const named = SHOWN_FIELDS.find((name) => name === field);
  if (named !== undefined) return named;
  return code === "error.address-not-serviceable" ? "postal_code" : FIELDS[part];
}

/** The text of a problem. */
export function problemText(problem: Problem, view: View): string {
  const { code, message, retryAfterSeconds } = problem;
  const { steps, formats } = view;
  const field = fieldOf(problem);
  if (code === "error.invalid-request" && field !== undefined) return steps.invalid[field];
  const text = reasonText(code, message, view);
  return retryAfterSeconds === undefined
    ? text
    : `${text} ${steps.tryAgain(formats.later(retryAfterSeconds))}`;
}

/**
 * The text of an error or of a coupon's reason.
 *
 * @param message its English message, for the amounts in it
 */
export function reasonText(code: ErrorCode, message: string, view: View): string {
  const { steps, texts } = view;
  return withAmounts(code, message, view) ??
    (isShown(code) ? steps.errors[code] : texts.failed.text);
}

function withAmounts(code: ErrorCode, message: string, view: View): string | undefined {
  const { steps, formats: { amount }, model } = view;
  const currency = currencyOf(model.session.currencyCode);
  const money = (text = "0") => amount(parseMajor(text, currency, "amount"));
  if (code === "error.coupon-minimum-not-met") {
    const [, missing, items] = /^Add ([0-9.]+) more( items?)? to use /.exec(message) ?? [];
    if (missing === undefined) return undefined;
    return items === undefined
      ? steps.missing(money(missing))
      : steps.missingItems(countOf(Number(missing), view));
  }
  if (code !== "error.coupon-not-better") return undefined;
  const [, own, other] =
    /would save you ([0-9.]+), less than the ([0-9.]+) you already save/.exec(message) ?? [];
  return own === undefined ? undefined : steps.savesLess(money(own), money(other));
}

function isShown(code: ErrorCode): code is ShownError {
  return SHOWN_ERRORS.some((one) => one === code);
}
