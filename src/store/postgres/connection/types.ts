/** Type numbers of the catalogue. */
const TYPE = { boolean: 16, bytes: 17, int8: 20, int2: 21, int4: 23, float8: 701, numeric: 1700 };

/**
 * Reads an integer of 64 bits, or a sum of them.
 *
 * @throws {RangeError} for one that a number cannot hold
 */
function integer(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${text}`);
  return value;
}

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [TYPE.boolean, (text) => text === "t"],
  [TYPE.bytes, (text) => Uint8Array.fromHex(text.slice(2))],
  [TYPE.int8, integer],
  [TYPE.int2, Number],
  [TYPE.int4, Number],
  [TYPE.float8, Number],
  [TYPE.numeric, integer],
]);

const asText = (text: string) => text;

/** Parsers of columns, as the readers of rows take them; JSON and other types stay text. */
export const COLUMN_TYPES = { getTypeParser: (oid: number) => PARSERS.get(oid) ?? asText };
