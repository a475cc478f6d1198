/** A field of a form, or a file in it. */
export interface FormPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly bytes: Uint8Array;
}

const HEAD_LIMIT_BYTES = 4096;
const LINE_END = ascii("\r\n");
const BLANK_LINE = ascii("\r\n\r\n");

/**
 * Finds the parts of a multipart form (RFC 7578) without copying them: the runtime's reader copies
 * megabytes byte by byte. A part that is cut off is left out.
 *
 * @param type header `Content-Type`
 * @returns undefined without a boundary
 */
export function formParts(bytes: Uint8Array, type: string): FormPart[] | undefined {
  const [, quoted, plain] = /; *boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const opening = ascii(`--${boundary}\r\n`);
  const mark = ascii(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // Browsers write nothing before it.
  if (!startsAt(bytes, opening, 0)) return parts;
  for (let at = opening.length;;) {
    const head = placeOf(bytes.subarray(0, at + HEAD_LIMIT_BYTES), BLANK_LINE, at);
    const end = placeOf(bytes, mark, at);
    if (head === -1 || end === -1) return parts;
    const lines = new TextDecoder().decode(bytes.subarray(at, head));
    const from = head + BLANK_LINE.length;
    const [, name] = /^content-disposition: *form-data;(?:.*;)? *name="([^"]*)"/im.exec(lines) ??
      [];
    if (name !== undefined && from <= end) {
      const isFile = /^content-disposition:.*; *filename\*?=/im.test(lines);
      parts.push({ name: unescaped(name), isFile, bytes: bytes.subarray(from, end) });
    }
    const next = end + mark.length;
    // "--" ends the form.
    if (!startsAt(bytes, LINE_END, next)) return parts;
    at = next + LINE_END.length;
  }
}

/** Undoes what browsers escape in names. */
function unescaped(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function startsAt(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  return wanted.every((byte, i) => bytes[at + i] === byte);
}

/** Index of a sequence that begins with a line end. `Buffer` takes ten times as long to find one. */
function placeOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let at = bytes.indexOf(0x0d, from);
  while (at !== -1 && !startsAt(bytes, wanted, at)) at = bytes.indexOf(0x0d, at + 1);
  return at;
}
