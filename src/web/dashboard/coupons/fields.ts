import type { Coupon } from "../../../domain/shop/coupon.ts";
import { localTime } from "../../../domain/values/calendar.ts";
import { MAX_CODE } from "../../../domain/values/limits.ts";
import { currencyOf, formatMajor, type Minor, percentOf } from "../../../domain/values/money.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { fieldsBesideSaved } from "../forms/saved_fields.ts";
import { choiceFields, type ProductChoice } from "./product_choice.ts";
import type { DashboardFormats } from "../parts/format.ts";

/** Labels of the form's fields, by their paths in a seed file. */
export const COUPON_LABELS = {
  code: "Code",
  application_type: "Applied",
  discount_type: "Kind of discount",
  discount_amount: "Discount",
  discount_max_cap: "Maximum discount",
  "gift.target_type": "Unlocked by",
  "gift.target": "Target",
  "gift.product_ids": "Gift products",
  "gift.max_quantity": "Gifts per order",
  min_purchase: "Minimum purchase",
  min_quantity: "Minimum quantity",
  product_ids: "Products",
  starts_at: "Starts",
  ends_at: "Ends",
  usage_limit: "Uses in all",
  usage_limit_per_customer: "Uses per customer",
  combine: "Combines with other coupons that combine",
  disable_cod: "No cash on delivery with this coupon",
} as const;

/** Fields that choose products. */
export type ChoiceName = "product_ids" | "gift.product_ids";

/** The form of a new coupon, or of one that is changed. */
export interface CouponFormModel {
  readonly shopId: string;
  /** Null for a new one. */
  readonly coupon: Coupon | null;
  /** Names the definition of the coupon as the form shows it; empty for a new one. */
  readonly seen: string;
  readonly isGift: boolean;
  readonly currencyCode: string;
  readonly entered: FormState;
  /** Of the scope of a coupon, and of a gift offer. */
  readonly choices: Readonly<Record<ChoiceName, ProductChoice>>;
  readonly formats: DashboardFormats;
}

/** A moment as a field for date and time writes it; empty for none. */
export function momentValue(at: number | null, timeZone: string): string {
  return at === null ? "" : localTime(at, timeZone).slice(0, 16).replace(" ", "T");
}

/** The fields of the form, with what was entered. */
export function couponFields(model: CouponFormModel): FormField[] {
  return fieldsBesideSaved(model, (entered) => fieldsOf({ ...model, entered }));
}

function fieldsOf(model: CouponFormModel): FormField[] {
  return [
    { kind: "hidden", name: "seen", value: model.seen },
    ...nameFields(model),
    ...(model.isGift ? giftFields(model) : discountFields(model)),
    ...conditionFields(model),
  ];
}

type Label = keyof typeof COUPON_LABELS;

/** Name, label, value and error of a field. */
function field(entered: FormState, name: Label, initial = "") {
  return { name, label: COUPON_LABELS[name], ...entered.field(name, initial) };
}

function nameFields({ coupon, isGift, entered }: CouponFormModel): FormField[] {
  const applied = coupon?.applicationType ?? (isGift ? "AUTOMATIC" : "CODE");
  return [
    {
      kind: "text",
      ...field(entered, "code", coupon?.code),
      hint: "Customers may enter it in upper or lower case",
      isRequired: true,
      isFirst: coupon === null && !entered.isRefused,
      maxlength: MAX_CODE,
    },
    {
      kind: "radio",
      ...field(entered, "application_type", applied),
      options: [
        { value: "CODE", label: "When a customer enters the code" },
        {
          value: "AUTOMATIC",
          label: "Automatically",
          hint: "To every cart that fulfils the conditions",
        },
      ],
    },
  ];
}

function discountFields({ coupon, currencyCode, entered }: CouponFormModel): FormField[] {
  const discount = coupon?.discount;
  const size = discount === undefined
    ? ""
    : discount.type === "PERCENTAGE"
    ? String(percentOf(discount.rate))
    : major(discount.amount, currencyCode);
  return [
    {
      kind: "radio",
      ...field(entered, "discount_type", discount?.type ?? "PERCENTAGE"),
      options: [
        { value: "PERCENTAGE", label: "Percentage" },
        { value: "FIXED", label: `Amount in ${currencyCode}` },
      ],
    },
    {
      kind: "text",
      ...field(entered, "discount_amount", size),
      hint: `Percent, or an amount in ${currencyCode}`,
      inputmode: "decimal",
      isRequired: true,
    },
    {
      kind: "text",
      ...field(entered, "discount_max_cap", major(discount?.cap, currencyCode)),
      hint: `In ${currencyCode}; empty for no maximum`,
      inputmode: "decimal",
    },
  ];
}

function giftFields({ coupon, currencyCode, entered, choices }: CouponFormModel): FormField[] {
  const gift = coupon?.gift;
  const target = gift?.targetType === "QUANTITY"
    ? String(gift.target)
    : major(gift?.target, currencyCode);
  return [
    {
      kind: "radio",
      ...field(entered, "gift.target_type", gift?.targetType ?? "PURCHASE_AMOUNT"),
      options: [
        { value: "PURCHASE_AMOUNT", label: `A purchase, in ${currencyCode}` },
        { value: "QUANTITY", label: "A number of units" },
      ],
    },
    {
      kind: "text",
      ...field(entered, "gift.target", target),
      hint: "From this amount or number on, customers choose their gifts",
      inputmode: "decimal",
      isRequired: true,
    },
    ...choiceFields({
      name: "gift.product_ids",
      label: COUPON_LABELS["gift.product_ids"],
      hint: "A part of a title; customers choose from the products that you tick",
      entered,
      saved: gift?.productIds ?? [],
      choice: choices["gift.product_ids"],
    }),
    {
      kind: "text",
      ...field(entered, "gift.max_quantity", String(gift?.maxQuantity ?? 1)),
      inputmode: "numeric",
      isRequired: true,
    },
  ];
}

function conditionFields(
  { coupon, currencyCode, entered, choices, formats: { timeZone } }: CouponFormModel,
): FormField[] {
  const moment = (at: number | null | undefined) => momentValue(at ?? null, timeZone);
  const count = (value: number | null | undefined) => value ? String(value) : "";
  const isChecked = (name: Label, initial = false) =>
    entered.isRefused ? entered.text(name) !== "" : initial;
  const empty = { usage: "Empty for any number", none: "Empty for none" };
  return [
    {
      kind: "text",
      ...field(
        entered,
        "min_purchase",
        coupon?.minPurchase ? major(coupon.minPurchase, currencyCode) : "",
      ),
      hint: `In ${currencyCode}, before discounts. ${empty.none}`,
      inputmode: "decimal",
    },
    {
      kind: "text",
      ...field(entered, "min_quantity", count(coupon?.minQuantity)),
      hint: `Units. ${empty.none}`,
      inputmode: "numeric",
    },
    ...choiceFields({
      name: "product_ids",
      label: COUPON_LABELS.product_ids,
      hint: "A part of a title. It is for the products that you tick, or for all",
      entered,
      saved: coupon?.productIds ?? [],
      choice: choices.product_ids,
    }),
    {
      kind: "datetime-local",
      ...field(entered, "starts_at", moment(coupon?.startsAt)),
      hint: `Time in ${timeZone}; empty for at once`,
    },
    {
      kind: "datetime-local",
      ...field(entered, "ends_at", moment(coupon?.endsAt)),
      hint: `Time in ${timeZone}; empty for never`,
    },
    {
      kind: "text",
      ...field(entered, "usage_limit", count(coupon?.usageLimit)),
      hint: empty.usage,
      inputmode: "numeric",
    },
    {
      kind: "text",
      ...field(entered, "usage_limit_per_customer", count(coupon?.usageLimitPerCustomer)),
      hint: `${empty.usage}. A limit needs a verified phone number`,
      inputmode: "numeric",
    },
    {
      kind: "check",
      name: "combine",
      label: COUPON_LABELS.combine,
      isChecked: isChecked("combine", coupon?.combine),
    },
    {
      kind: "check",
      name: "disable_cod",
      label: COUPON_LABELS.disable_cod,
      isChecked: isChecked("disable_cod", coupon?.disableCod),
    },
  ];
}

function major(amount: Minor | null | undefined, currencyCode: string): string {
  return amount === null || amount === undefined
    ? ""
    : formatMajor(amount, currencyOf(currencyCode));
}
