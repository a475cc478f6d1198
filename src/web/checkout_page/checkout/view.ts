import { type PrepaidWay, prepaidWays, wayOf } from "../../../domain/shop/pay_ways.ts";
import { currencyOf, type Minor } from "../../../domain/values/money.ts";
import { type Formats, formatsFor, timeFormatFor } from "../../page/format.ts";
import type { Wording } from "../../page/language.ts";
import type { StepTexts } from "../../page/texts/checkout_texts.ts";
import type { CheckoutModel } from "./model.ts";

/** A model in the words of a language. */
export interface View extends Wording {
  readonly model: CheckoutModel;
  readonly formats: Formats;
  readonly steps: StepTexts;
}

/** The view of a model. */
export function viewOf(wording: Wording, model: CheckoutModel): View {
  const { countryCode, currencyCode } = model.session;
  const formats = formatsFor(wording.language, countryCode, currencyOf(currencyCode));
  return { ...wording, model, formats, steps: wording.texts.steps };
}

/** A moment in the shop's time zone. */
export function dateText({ language, model: { merchant, session } }: View, at: number): string {
  return timeFormatFor(language, session.countryCode, merchant.timeZone).format(at);
}

/** A number of things for a text that counts them. */
export function countOf(count: number, { formats }: View) {
  return { count, shown: formats.whole(count) };
}

/** Name of the shop's coins. */
export function coinName({ model: { session }, steps }: View): string {
  return session.priced.coinProgram?.name || steps.coins.unnamed;
}

/** Amounts of an order: what is due before it is placed, and what on delivery. */
export interface DueAmounts {
  readonly now: Minor;
  readonly onDelivery: Minor;
}

/** When the total of a session is due. */
export function dueAmounts({ session: { priced: { totals } } }: CheckoutModel): DueAmounts {
  const { totalPayable, codOrder, partialCodPrice, amountPaid } = totals;
  const upFront = codOrder ? partialCodPrice : totalPayable;
  const now = Math.max(0, upFront - amountPaid);
  return { now, onDelivery: codOrder ? totalPayable - Math.max(upFront, amountPaid) : 0 };
}

/** The way by which a payment goes that starts now; null if the shop takes none on its page. */
export function payWay({ merchant, session, hasProvider }: CheckoutModel): PrepaidWay | null {
  return wayOf(session.choices.way, prepaidWays(merchant.checkout, hasProvider));
}
