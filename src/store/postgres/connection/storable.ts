/**
 * A text that PostgreSQL can store: U+0000 and halves of surrogate pairs become U+FFFD. Texts of
 * other machines have them; requests with them are refused.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
