import { AR } from "./texts/ar.ts";
import { EN } from "./texts/en.ts";
import type { Texts } from "./texts/texts.ts";

const TEXTS = { en: EN, ar: AR } as const satisfies Readonly<Record<string, Texts>>;
/** A language of the pages. */
export type Language = keyof typeof TEXTS;

/** A language with its texts. */
export interface Wording {
  readonly language: Language;
  readonly texts: Texts;
}

/** Longest header that is read. */
const MAX_LENGTH = 1000;

/**
 * The texts in the language that a browser prefers, of those there are (default: English).
 *
 * @param header `Accept-Language` (RFC 9110 section 12.5.4)
 */
export function wordingFor(header: string | null): Wording {
  const wanted = (header ?? "").slice(0, MAX_LENGTH).split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
    return {
      language: range.split("-")[0] ?? "",
      weight: weight === undefined ? 1 : Number(weight),
    };
  });
  const best = wanted.filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .reduce((a, b) => b.weight > a.weight ? b : a, { language: "en", weight: 0 });
  const language = isLanguage(best.language) ? best.language : "en";
  return { language, texts: TEXTS[language] };
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(TEXTS, text);
}
