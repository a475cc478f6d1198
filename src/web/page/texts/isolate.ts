/** A text of any direction inside a sentence, which keeps its own (Unicode UAX #9, FSI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A text from left to right inside a sentence, for example a phone number. */
export function isolatedLtr(text: string): string {
  return `\u2066${text}\u2069`;
}
