import { got, invalid } from "../../../domain/errors.ts";
import type { Coupon, CouponDraft } from "../../../domain/shop/coupon.ts";
import type { Merchant } from "../../../domain/shop/merchant.ts";
import { parseTime } from "../../../domain/values/calendar.ts";
import { isRecord } from "../../../domain/values/json.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { parseJson } from "../../../schema/json.ts";
import { readCoupon, writeCoupon } from "../../../schema/seed/coupon.ts";
import { momentText } from "../../../schema/seed/fields.ts";
import { COUPON_LABELS, momentValue } from "./fields.ts";
import { chosenOf } from "./product_choice.ts";
import { labelled } from "../forms/labelled.ts";

/** A form of a coupon. */
export interface CouponForm {
  readonly values: URLSearchParams;
  readonly isGift: boolean;
  /** The coupon that is changed; null for a new one. */
  readonly old: Coupon | null;
  readonly shop: Pick<Merchant, "currencyCode" | "timeZone">;
}

/**
 * Reads a form as a coupon of a seed file; fields that the form lacks stay.
 *
 * @throws {AppError} `error.invalid-request` naming the field
 */
export function couponOf(form: CouponForm): CouponDraft {
  const { old, shop } = form;
  const currency = currencyOf(shop.currencyCode);
  // As in a file, so that 64-bit ids are read as they are there.
  const written = old === null
    ? {}
    : parseJson(JSON.stringify(writeCoupon(old, currency)), "The coupon");
  const base = isRecord(written) ? written : {};
  return labelled(COUPON_LABELS, () => readCoupon({ ...base, ...fieldsOf(form) }, currency));
}

function fieldsOf({ values, isGift, old, shop: { timeZone } }: CouponForm) {
  const text = (name: string) => (values.get(name) ?? "").trim();
  const optional = (name: string) => text(name) === "" ? null : text(name);
  const moment = (name: string, before: number | null | undefined) =>
    momentOf(text(name), before ?? null, { name, timeZone });
  const benefit = isGift
    ? {
      gift: {
        target_type: text("gift.target_type"),
        target: numberOf(text("gift.target")),
        max_quantity: numberOf(text("gift.max_quantity")),
        product_ids: chosenOf(values, "gift.product_ids"),
      },
    }
    : {
      discount_type: text("discount_type"),
      discount_amount: text("discount_amount").replace(/\s*%$/, ""),
      discount_max_cap: optional("discount_max_cap"),
    };
  return {
    ...benefit,
    code: text("code"),
    application_type: text("application_type"),
    combine: values.has("combine"),
    disable_cod: values.has("disable_cod"),
    starts_at: moment("starts_at", old?.startsAt),
    ends_at: moment("ends_at", old?.endsAt),
    min_purchase: optional("min_purchase"),
    min_quantity: numberOf(optional("min_quantity")),
    usage_limit: numberOf(optional("usage_limit")),
    usage_limit_per_customer: numberOf(optional("usage_limit_per_customer")),
    product_ids: chosenOf(values, "product_ids"),
  };
}

/** A whole number, or the text, which the coupon's reader refuses. */
function numberOf<T extends string | null>(text: T): T | number {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
}

/** A moment of the shop's time zone in the form of a seed file; one that stays keeps its seconds. */
function momentOf(
  text: string,
  before: number | null,
  { name, timeZone }: { readonly name: string; readonly timeZone: string },
): string | null {
  if (text === "") return null;
  if (text === momentValue(before, timeZone)) return momentText(before);
  const at = parseTime(text, timeZone);
  if (at !== undefined) return momentText(typeof at === "number" ? at : at.start);
  throw invalid(`${name} must be a day and a time, such as 2026-01-31T12:00, ${got(text)}`, name);
}
