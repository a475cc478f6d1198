import type { MerchantId } from "../domain/ids.ts";
import type { Merchant } from "../domain/shop/merchant.ts";
import type { OpenDatabase } from "./io.ts";

/**
 * The shop that an option names; undefined if the option was not given.
 *
 * @throws {AppError} `error.merchant-not-found`
 */
export async function findMerchant(
  { services: { merchants, ids } }: OpenDatabase,
  reference: string | undefined,
): Promise<Merchant | undefined> {
  if (reference === undefined) return undefined;
  return await merchants.find(await ids.complete("merchant", reference));
}

/** The names of all shops, for tables with several shops. */
export async function merchantNames(
  { services: { merchants } }: OpenDatabase,
): Promise<Map<MerchantId, string>> {
  return new Map((await merchants.list()).map(({ id, name }) => [id, name]));
}
