import currencies from "country-to-currency";

const byCountry: Readonly<Record<string, string>> = currencies;

/**
 * The currency that people of a country pay in, for a proposal and nothing more.
 *
 * @param country ISO 3166-1 code of two letters, in either case
 * @returns ISO 4217 code; undefined where the country is none
 */
export function proposedCurrency(country: string): string | undefined {
  const code = country.toUpperCase();
  return Object.hasOwn(byCountry, code) ? byCountry[code] : undefined;
}
