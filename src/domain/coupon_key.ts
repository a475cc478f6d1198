/**
 * Coupon codes are compared in this form: trimmed, upper case. Apart from what else is known of
 * coupons, because the thread that writes needs it and nothing that computes with money.
 */
export function couponKey(code: string): string {
  return code.trim().toUpperCase();
}
