import { COUNTRY_CODES } from "../../domain/values/country.ts";
import type { Language } from "./language.ts";

/** A country with its name in a language. */
export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

const kept = new Map<Language, readonly NamedCountry[]>();

/** All countries, by name. They are kept for each language: naming them takes milliseconds. */
function allCountries(language: Language): readonly NamedCountry[] {
  const known = kept.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const collator = new Intl.Collator(language);
  const named = COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => collator.compare(a.name, b.name));
  kept.set(language, named);
  return named;
}

/** Countries by name, of these codes or all. */
export function countriesOf(language: Language, codes: readonly string[]): readonly NamedCountry[] {
  const all = allCountries(language);
  return codes.length === 0 ? all : all.filter(({ code }) => codes.includes(code));
}

/** Name of a country; its code if it has none. */
export function countryName(language: Language, countryCode: string): string {
  return allCountries(language).find(({ code }) => code === countryCode)?.name ?? countryCode;
}
