import type { VariantId } from "./ids.ts";
import { AppError, shown } from "./errors.ts";
import type { Address, CheckoutSession } from "./session/session.ts";
import { type CheckoutLimits, type LimitRefusal, limitSubject } from "./shop/limits.ts";

/** Who holds unpaid units, as digests; null for what is not known. */
export interface Holder {
  /** The verified phone number, or else that of the delivery address. */
  readonly phone: string | null;
  /** The delivery address. */
  readonly address: string | null;
  /** The client's address. */
  readonly client: string | null;
}

/** A buyer whose unpaid units are limited. */
export interface LimitedBuyer extends Holder {
  /** Units of a variant that a phone number and a delivery address may hold. */
  readonly maxQuantity: number;
  /** Units of a variant that a client may hold, however few are free. */
  readonly clientUnits: number;
  /** Beyond those, percent of the free units. */
  readonly clientPercent: number;
}

/** Unpaid units of a variant, in all sessions of a shop. */
export interface UnpaidUnits {
  /** Held for the buyer's phone number. */
  readonly byPhone: number;
  /** Held for the buyer's delivery address. */
  readonly byAddress: number;
  /** Held for the client. */
  readonly byClient: number;
  /** Units that others do not hold; null if any number can be sold. */
  readonly free: number | null;
}

/** What limits the holds of a step. */
export interface HoldLimits {
  readonly buyer: LimitedBuyer;
  /** The variants in the catalogue. */
  readonly unpaid: ReadonlyMap<VariantId, UnpaidUnits>;
}

/**
 * The buyer of a cart that a link opened, who may be a stranger; null for any other session, whose
 * cart the shop's backend made.
 */
export function limitedBuyer(
  session: CheckoutSession,
  { maxQuantity, holdsPerClient, holdsPercentPerClient }: CheckoutLimits,
): LimitedBuyer | null {
  const { onPage, merchantId, customer, choices: { address }, client } = session;
  if (!onPage) return null;
  const phone = customer?.phone || address?.phone;
  return {
    phone: phone ? limitSubject(merchantId, ["phone", phone]) : null,
    address: address && limitSubject(merchantId, ["delivery", ...placeOf(address)]),
    client,
    maxQuantity,
    clientUnits: holdsPerClient,
    clientPercent: holdsPercentPerClient,
  };
}

/** The place of an address: the same whatever the case, spaces, punctuation and name. */
function placeOf({ countryCode, postalCode, city, line1, line2 }: Address): string[] {
  const letters = (text: string) =>
    text.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
  return [countryCode, letters(postalCode), letters(city), letters(`${line1} ${line2 ?? ""}`)];
}

/**
 * Refuses a hold beyond a limit of its buyer. The commit checks it too, against holds that were made
 * meanwhile.
 *
 * @throws {AppError} `error.hold-limit`
 */
export function requireHoldable(
  { variantId, units, title }: {
    readonly variantId: VariantId;
    readonly units: number;
    readonly title: string;
  },
  { buyer, unpaid }: HoldLimits,
): void {
  const { byPhone, byAddress, byClient, free } = unpaid.get(variantId) ??
    { byPhone: 0, byAddress: 0, byClient: 0, free: null };
  const refuse = (refusal: LimitRefusal, of: string, most: number) => {
    const what = `At most ${most} units of ${shown(title)} may wait for the payment of ${of}`;
    throw new AppError("error.hold-limit", `${what}: pay for them first, or order fewer`, {
      refusal,
    });
  };
  const { phone, address, client, maxQuantity, clientUnits, clientPercent } = buyer;
  if (phone !== null && byPhone + units > maxQuantity) {
    refuse("holdsPerPhone", "a phone number", maxQuantity);
  }
  if (address !== null && byAddress + units > maxQuantity) {
    refuse("holdsPerDelivery", "a delivery address", maxQuantity);
  }
  if (client === null || free === null) return;
  const most = Math.max(clientUnits, Math.floor((free * clientPercent) / 100));
  if (byClient + units > most) refuse("holdsPerClient", "a client", most);
}

/**
 * Refuses a cart with more units of a variant than an order may have.
 *
 * @param items with the paths of their fields, and the limits of their products
 * @throws {AppError} `error.invalid-request`
 */
export function requireQuantities(
  items: readonly {
    readonly variantId: VariantId;
    readonly quantity: number;
    readonly path: string;
    readonly maxQuantity: number | null;
  }[],
  limits: Pick<CheckoutLimits, "maxQuantity">,
): void {
  const units = new Map<VariantId, number>();
  for (const { variantId, quantity, path, ...product } of items) {
    const maxQuantity = product.maxQuantity ?? limits.maxQuantity;
    const all = (units.get(variantId) ?? 0) + quantity;
    units.set(variantId, all);
    if (all <= maxQuantity) continue;
    throw new AppError(
      "error.invalid-request",
      `${path}: an order may have at most ${maxQuantity} units of variant ${variantId}, got ${all}`,
      { field: path, refusal: "maxQuantity" },
    );
  }
}
