import type { CheckoutSession } from "../../domain/session.ts";

/** A receipt is to be looked over: of what is longer the rest is in `--json`. */
const MAX_CHARACTERS = 2000;
const MAX_ATTRIBUTES = 50;

/**
 * What the store sent along with the cart for whoever packs it: its own reference, the order's note
 * and attributes, as names with their values; not cleaned yet. A name that is empty goes on with
 * the one above it.
 */
export function orderFields(
  { reference, note, attributes }: Pick<CheckoutSession, "reference" | "note" | "attributes">,
): [name: string, value: string][] {
  const noteLines = note === null ? [] : shortened(note).trim().split(/\r\n|\r|\n/);
  const all = Object.entries(attributes);
  const left = all.length - MAX_ATTRIBUTES;
  const named = [
    ...all.slice(0, MAX_ATTRIBUTES).map(([name, value]) => shortened(`${name}: ${value}`)),
    ...(left > 0 ? [`... and ${left} more; --json shows them`] : []),
  ];
  return [
    ...(reference === null || reference === "" ? [] : below("Reference", [reference])),
    ...(noteLines.join("") === "" ? [] : below("Note", noteLines)),
    ...below("Attributes", named),
  ];
}

function below(name: string, values: readonly string[]): [string, string][] {
  return values.map((value, i) => [i === 0 ? name : "", value]);
}

function shortened(text: string): string {
  const points = Array.from(text);
  if (points.length <= MAX_CHARACTERS) return text;
  const left = points.length - MAX_CHARACTERS;
  return `${
    points.slice(0, MAX_CHARACTERS).join("")
  }... ${left} characters more; --json shows them`;
}
