import { AppError } from "../../domain/errors.ts";
import { isE164 } from "../../domain/shop/customer.ts";
import { phoneReader } from "../../schema/phone.ts";
import { UsageError } from "../errors.ts";

/**
 * Reads the phone number of a customer who is looked for: international, or national as
 * people of a shop's country write it.
 *
 * @param countryCode the shop's, ISO 3166-1 alpha-2; undefined where no shop is named
 * @param name of the argument or option, for the message
 * @returns the number in the form of ITU-T E.164
 * @throws {UsageError} when it is none
 */
export async function phoneOf(
  text: string,
  countryCode: string | undefined,
  name: string,
): Promise<string> {
  // A customer who is known may have a number that its country has withdrawn since.
  if (isE164(text)) return text;
  const readPhone = await phoneReader();
  try {
    return readPhone(text, countryCode ?? "", name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const hint = countryCode === undefined ? "Without --merchant it must start with +: " : "";
    throw new UsageError(`${hint}${error.message}`, { cause: error });
  }
}
