import { AppError } from "../../domain/errors.ts";
import { isRecord } from "../../domain/values/json.ts";

/** Limit of the UTF-8 bytes of keys and values in the free-form fields: 64 KiB. */
export const FREE_FORM_BYTES = 64 * 1024;
/** Limit of the object members and array elements in them, at any depth. */
export const FREE_FORM_ENTRIES = 5000;

/** Free-form fields of `data`; the `properties` of the lines are free-form too. */
const FIELDS = ["metadata", "attributes", "note"] as const;

const utf8 = new TextEncoder();

/** Maximum UTF-8 bytes of one UTF-16 code unit. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Refuses a body whose free-form fields are too large in total. Counting comes first because a
 * schema or the fingerprint of an `Idempotency-Key` takes far longer to walk them.
 *
 * @throws {AppError} `error.payload-too-large`
 */
export function requireSmallFreeForm(body: unknown): void {
  const data = isRecord(body) ? body["data"] : undefined;
  if (!isRecord(data)) return;
  const count = new Count();
  for (const name of FIELDS) count.add(data[name]);
  const items = data["items"];
  if (Array.isArray(items)) {
    for (const item of items) if (isRecord(item)) count.add(item["properties"]);
  }
  count.requireFewBytes();
}

/** Totals of the free-form fields so far. */
class Count {
  readonly #texts: string[] = [];
  #units = 0;
  #entries = 0;

  add(value: unknown): void {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) {
      for (const element of value) this.#addEntry(element);
    } else if (isRecord(value)) {
      for (const key in value) {
        this.#addText(key);
        this.#addEntry(value[key]);
      }
    } else this.#addText(String(value));
  }

  /** Encodes the texts only if they may exceed the limit. */
  requireFewBytes(): void {
    if (this.#units * MOST_BYTES_A_UNIT <= FREE_FORM_BYTES) return;
    const bytes = this.#texts.reduce((sum, text) => sum + utf8.encode(text).length, 0);
    if (bytes > FREE_FORM_BYTES) throw tooLarge(`${FREE_FORM_BYTES} bytes`);
  }

  #addEntry(value: unknown): void {
    if (++this.#entries > FREE_FORM_ENTRIES) throw tooLarge(`${FREE_FORM_ENTRIES} entries`);
    this.add(value);
  }

  #addText(text: string): void {
    this.#units += text.length;
    if (this.#units > FREE_FORM_BYTES) throw tooLarge(`${FREE_FORM_BYTES} bytes`);
    this.#texts.push(text);
  }
}

function tooLarge(limit: string): AppError {
  return new AppError(
    "error.payload-too-large",
    "data.metadata, data.attributes, data.note and the lines' properties together must have at " +
      `most ${limit}`,
  );
}
