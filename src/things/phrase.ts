import type { Money, PhrasePart } from "./list.ts";

/** How a surface writes the values of a phrase. */
export interface PhraseWriters {
  readonly amount: (amount: Money) => string;
  readonly moment: (at: number) => string;
  readonly percent: (percent: number) => string;
  readonly count: (count: number) => string;
}

/** Writes a phrase as text. */
export function writePhrase(phrase: readonly PhrasePart[], write: PhraseWriters): string {
  return phrase.map((part) => {
    if (typeof part === "string") return part;
    if ("minor" in part) return write.amount(part);
    if ("at" in part) return write.moment(part.at);
    if ("percent" in part) return write.percent(part.percent);
    const { count, one } = part;
    const noun = one === undefined ? "" : count === 1 ? ` ${one}` : ` ${one}s`;
    return `${write.count(count)}${noun}`;
  }).join("");
}
