import type { Merchant } from "../../../domain/merchant.ts";

/** The columns of `merchants`; domains have rows of their own. */
export function merchantToRow(merchant: Merchant) {
  return {
    id: merchant.id,
    name: merchant.name,
    country_code: merchant.countryCode,
    currency_code: merchant.currencyCode,
    cart_format: merchant.cartFormat,
    catalogue: merchant.catalogue,
    redirect_url: merchant.redirectUrl,
    rules: JSON.stringify({ ...merchant.rules, otpCountries: merchant.otpCountries }),
    created_at: merchant.createdAt,
    updated_at: merchant.updatedAt,
  };
}
