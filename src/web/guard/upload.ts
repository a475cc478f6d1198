import { AppError, invalid } from "../../domain/errors.ts";
import { type BodyReading, readBytes, readForm } from "./body.ts";
import { formParts } from "./multipart.ts";

/** Time limit for receiving a form with files: megabytes from a phone. */
export const UPLOAD_DEADLINE_MS = 120_000;

const UPLOAD_TYPE = /^multipart\/form-data *; *boundary=/i;

/** Bytes that are decoded between two turns of others. */
const SLICE_BYTES = 512 * 1024;

/**
 * Reads the fields of a form that may have files: a file's field has its text, or its bytes in base64.
 *
 * @param limitBytes of the whole form
 * @param turn resolves after others had their turn; called between slices of a long file
 * @throws {AppError} as `readForm()`; `error.invalid-request` for a malformed form, with the field of
 *   a file that is not UTF-8
 */
export async function readUpload(
  request: Request,
  reading: BodyReading,
  { limitBytes, turn, isBinary = false }: {
    readonly limitBytes: number;
    readonly turn: () => Promise<void>;
    /** True for files that are no text (default: false). */
    readonly isBinary?: boolean;
  },
): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  // Browsers send files in parts only.
  if (!UPLOAD_TYPE.test(type)) return await readForm(request, reading);
  const parts = formParts(await readBytes(request, reading, limitBytes), type);
  if (parts === undefined) {
    throw new AppError("error.invalid-request", "The form must be multipart/form-data");
  }
  const form = new URLSearchParams();
  for (const { name, isFile, bytes } of parts) {
    // A field with bytes that are not UTF-8 is read as browsers write it.
    const value = !isFile
      ? new TextDecoder().decode(bytes)
      : isBinary
      ? bytes.toBase64()
      : await textOf(bytes, name, turn);
    form.append(name, value);
  }
  for (const [name, value] of form) {
    if (value.includes("\0")) throw invalid("The form must not contain U+0000", name);
  }
  return form;
}

async function textOf(
  bytes: Uint8Array,
  field: string,
  turn: () => Promise<void>,
): Promise<string> {
  // Drops a byte order mark, which some editors write.
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for (let at = 0; at < bytes.byteLength; at += SLICE_BYTES) {
      if (at > 0) await turn();
      text += utf8.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
    }
    return text + utf8.decode();
  } catch (cause) {
    throw new AppError("error.invalid-request", "The file must be UTF-8", { field, cause });
  }
}
