import { AppError } from "../../domain/errors.ts";
import { isE164 } from "../../domain/shop/customer.ts";
import { phoneReader } from "../../schema/phone.ts";
import { UsageError } from "../errors.ts";

/**
 * Reads the phone number of a customer: international, or national to the shop's country.
 *
 * @param countryCode of the shop, ISO 3166-1 alpha-2; undefined without a shop
 * @param name of the argument or option, for the message
 * @returns the number in the form of ITU-T E.164
 * @throws {UsageError} when it is not a phone number
 */
export async function phoneOf(
  text: string,
  countryCode: string | undefined,
  name: string,
): Promise<string> {
  // Not checked further: a stored number may have been withdrawn by its country since.
  if (isE164(text)) return text;
  const readPhone = await phoneReader();
  try {
    return readPhone(text, countryCode ?? "", name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const hint = countryCode === undefined ? " (without a shop it must start with +)" : "";
    throw new UsageError(error.message + hint, { cause: error });
  }
}
