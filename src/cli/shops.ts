import type { MerchantId } from "../domain/ids.ts";
import type { Merchant } from "../domain/shop/merchant.ts";
import type { OperatorServices } from "../service/services.ts";

/**
 * The shop that an option names; undefined where it was not given.
 *
 * @throws {AppError} `error.merchant-not-found`
 */
export async function findMerchant(
  { merchants }: OperatorServices,
  reference: string | undefined,
): Promise<Merchant | undefined> {
  return reference === undefined ? undefined : await merchants.find(reference);
}

/** The names of all shops, for tables that show several. */
export async function merchantNames(
  { merchants }: OperatorServices,
): Promise<Map<MerchantId, string>> {
  return new Map((await merchants.list()).map(({ id, name }) => [id, name]));
}
