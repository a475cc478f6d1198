import { parseJson } from "../../wire/json.ts";
import { isRecord } from "../flags/seed_flags.ts";

/** A receipt is to be looked over: of what is longer the rest is in `--json`. */
const MAX_CHARACTERS = 2000;
const MAX_ATTRIBUTES = 50;

/**
 * What the store sent along with the cart for whoever packs it: the order's note and its
 * attributes, as names with their values; not cleaned yet. A name that is empty goes on with
 * the one above it.
 *
 * @param received the request that the session was made from, as it was stored
 */
export function orderFields(received: string): [name: string, value: string][] {
  const { note, attributes } = orderOf(received);
  const noteLines = typeof note === "string" ? shortened(note).trim().split(/\r\n|\r|\n/) : [];
  const all = isRecord(attributes)
    ? Object.entries(attributes).filter(([, value]) => typeof value === "string")
    : [];
  const left = all.length - MAX_ATTRIBUTES;
  const named = [
    ...all.slice(0, MAX_ATTRIBUTES).map(([name, value]) => shortened(`${name}: ${value}`)),
    ...(left > 0 ? [`... and ${left} more; --json shows them`] : []),
  ];
  return [
    ...(noteLines.join("") === "" ? [] : below("Note", noteLines)),
    ...below("Attributes", named),
  ];
}

function orderOf(received: string): Readonly<Record<string, unknown>> {
  try {
    const request = parseJson(received);
    const data = isRecord(request) ? request["data"] : undefined;
    return isRecord(data) ? data : {};
  } catch {
    // What cannot be read is shown as it is by --json; the rest of the receipt is of use without.
    return {};
  }
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
