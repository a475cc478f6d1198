import { keyOf, RowError, type RowPlace } from "./parse.ts";
import { isRecord } from "../../domain/values/json.ts";

/**
 * Reads the columns of a row with checks by hand. For the row that is read most often: a schema
 * would be shorter but several times slower.
 */
export class RowReader {
  readonly #row: Readonly<Record<string, unknown>>;
  readonly #place: RowPlace;

  /** @throws {RowError} if it is no row */
  constructor(row: unknown, place: RowPlace) {
    if (!isRecord(row)) throw new RowError(place.table, keyOf(row, []), "row is missing");
    this.#row = row;
    this.#place = place;
  }

  /** A text. */
  text(column: string): string {
    const value = this.#row[column];
    if (typeof value === "string") return value;
    throw this.#refused(column, "not text");
  }

  /** A text, or null. */
  textOrNull(column: string): string | null {
    return this.#row[column] === null ? null : this.text(column);
  }

  /** {@link count}, or null. */
  countOrNull(column: string): number | null {
    return this.#row[column] === null ? null : this.count(column);
  }

  /** Bytes, or null. */
  bytesOrNull(column: string): Uint8Array | null {
    const value = this.#row[column];
    if (value === null || value instanceof Uint8Array) return value;
    throw this.#refused(column, "not a BLOB");
  }

  /** A safe integer of 0 or more. */
  count(column: string): number {
    const value = this.#row[column];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#refused(column, "not a safe integer of 0 or more");
  }

  /** A boolean. */
  flag(column: string): boolean {
    const value = this.#row[column];
    if (value === 0 || value === 1) return value === 1;
    throw this.#refused(column, "neither 0 nor 1");
  }

  /** One of these texts. */
  oneOf<T extends string>(column: string, values: readonly T[]): T {
    const value = this.#row[column];
    const known = values.find((one) => one === value);
    if (known !== undefined) return known;
    throw this.#refused(column, `not one of ${values.join(", ")}`);
  }

  /** An id in canonical form. */
  id<T extends string>(
    column: string,
    parse: (text: string) => T | undefined,
    reason = "not a lower-case UUID",
  ): T {
    const text = this.text(column);
    const id = parse(text);
    if (id === text) return id;
    throw this.#refused(column, reason);
  }

  /** {@link id}, or null. */
  idOrNull<T extends string>(
    column: string,
    parse: (text: string) => T | undefined,
    reason?: string,
  ): T | null {
    return this.#row[column] === null ? null : this.id(column, parse, reason);
  }

  #refused(column: string, reason: string): RowError {
    const { table, keyColumns } = this.#place;
    return new RowError(table, keyOf(this.#row, keyColumns), `${column} ${reason}`);
  }
}
