import { invalid } from "../errors.ts";
import type { Merchant, MerchantDraft, MerchantSettings, ShopRules } from "./merchant.ts";
import { type Endpoint, takes } from "./webhook.ts";

/** Settings that decide if strangers can order without a verified phone. */
interface Openness {
  /** Its cash on delivery is null for none. */
  readonly rules: { readonly cod: object | null };
  readonly checkout: Pick<Merchant["checkout"], "cartLinks">;
}

/** A shop before a change, and what could deliver its codes. */
export interface VerificationPlace {
  /** Null for a new shop. */
  readonly before: Merchant | null;
  readonly canSendCodes: boolean;
  /** Path of the shop in a seed file, for messages; "" for none. */
  readonly path: string;
}

/** What to add so that codes can be delivered. */
export const CODE_RECEIVER =
  "an SMS channel (`channel add sms`) or a webhook that takes otp.requested (`webhook add`)";

/** What to do about {@link isCodUnverified}. */
export const UNVERIFIED_COD =
  `cash on delivery by cart links needs no verified phone: add ${CODE_RECEIVER}, then set ` +
  "verify_phone to cod (`merchant update SHOP --verify-phone cod`)";

/** True if one of a shop's endpoints could deliver a one-time code. */
export function canSendCodes(endpoints: readonly Endpoint[]): boolean {
  return endpoints.some((one) => takes(one, "otp.requested", { livemode: true }));
}

/** True if orders of a shop wait for codes that nothing delivers. */
export function lacksCodes(
  { verifyPhone }: Pick<ShopRules, "verifyPhone">,
  canSendCodes: boolean,
): boolean {
  return verifyPhone !== "never" && !canSendCodes;
}

/** True if links open carts, and those carts can be ordered with cash on delivery. */
export function takesCodByLink({ rules, checkout }: Openness): boolean {
  return checkout.cartLinks && rules.cod !== null;
}

/** True if orders with cash on delivery come by cart links without a verified phone. */
export function isCodUnverified(
  shop: Openness & { readonly rules: Pick<ShopRules, "verifyPhone"> },
): boolean {
  return takesCodByLink(shop) && shop.rules.verifyPhone === "never";
}

/**
 * Settles which orders of a shop need a verified phone. A shop that has not chosen keeps its rule;
 * where cart links or cash on delivery by them are switched on, `never` becomes `cod` if its codes
 * could be delivered.
 *
 * @throws {AppError} `error.invalid-request` if a rule that needs codes is set and none could be
 *   delivered
 */
export function settleVerification(
  draft: MerchantDraft,
  { before, canSendCodes, path }: VerificationPlace,
): MerchantSettings {
  const kept = before?.rules.verifyPhone ?? "never";
  const { verifyPhone } = draft.rules;
  if (verifyPhone === null) {
    const isOpened = isOpening(draft, before);
    const chosen = kept === "never" && isOpened && canSendCodes ? "cod" : kept;
    return { ...draft, rules: { ...draft.rules, verifyPhone: chosen } };
  }
  if (verifyPhone !== "never" && verifyPhone !== kept && !canSendCodes) {
    const field = path === "" ? "verify_phone" : `${path}.verify_phone`;
    const first = before === null ? "create the shop without it, add" : "add";
    throw invalid(
      `${field} needs one-time codes, and nothing delivers them, got "${verifyPhone}": ${first} ` +
        `${CODE_RECEIVER}, then set it`,
      field,
    );
  }
  return { ...draft, rules: { ...draft.rules, verifyPhone } };
}

function isOpening(draft: Openness, before: Openness | null): boolean {
  if (before === null) return draft.checkout.cartLinks;
  return (draft.checkout.cartLinks && !before.checkout.cartLinks) ||
    (takesCodByLink(draft) && !takesCodByLink(before));
}

/** A warning about orders that come by cart links without a verified phone. */
export function verificationWarnings(
  merchant: Merchant,
  draft: MerchantDraft,
  path: string,
): string[] {
  if (draft.rules.verifyPhone !== null || !isCodUnverified(merchant)) return [];
  return [
    `${path}.verify_phone: ${UNVERIFIED_COD}`,
  ];
}
