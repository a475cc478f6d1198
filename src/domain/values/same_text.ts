import { timingSafeEqual } from "node:crypto";

/** Compares a given secret with the right one, in a time that does not tell how much of it is right. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => new TextEncoder().encode(text));
  return one!.length === other!.length && timingSafeEqual(one!, other!);
}
