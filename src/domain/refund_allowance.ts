import { AppError } from "./errors.ts";
import { may, type Role } from "./people/role.ts";
import type { RefundAllowance } from "./refund_change.ts";
import { dayAt } from "./values/calendar.ts";
import { currencyOf, formatMajor } from "./values/money.ts";
import type { Merchant } from "./shop/merchant.ts";

type RefundRules = Pick<Merchant, "staffRefundsDaily" | "timeZone">;

/** True if people of a role refund money in a shop: owners, and others up to a sum a day. */
export function mayRefund(
  role: Role,
  { staffRefundsDaily }: Pick<Merchant, "staffRefundsDaily">,
): boolean {
  return role === "owner" || staffRefundsDaily > 0 && may(role, "refunds:write");
}

/**
 * The limit of a person's refunds in the shop's day of a moment; null for none.
 *
 * @throws {AppError} `error.refund-exceeded` in a shop where owners alone refund
 */
export function refundAllowance(
  { role, personId }: { readonly role: Role; readonly personId: string },
  shop: RefundRules,
  now: number,
): RefundAllowance | null {
  if (role === "owner") return null;
  if (mayRefund(role, shop)) {
    return { personId, since: dayAt(now, shop.timeZone).start, most: shop.staffRefundsDaily };
  }
  throw new AppError("error.refund-exceeded", "Only owners refund in this shop: ask one of them");
}

/** The error for a refund beyond an allowance. */
export function beyondAllowance({ most }: RefundAllowance, currencyCode: string): AppError {
  const sum = `${formatMajor(most, currencyOf(currencyCode))} ${currencyCode}`;
  return new AppError(
    "error.refund-exceeded",
    `You may refund at most ${sum} a day, which this would exceed: ask an owner`,
  );
}
