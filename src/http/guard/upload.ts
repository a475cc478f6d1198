import { AppError, invalid } from "../../domain/errors.ts";
import { type BodyReading, readBytes, readForm } from "./body.ts";

/** Time limit for receiving a form with files: megabytes from a phone. */
export const UPLOAD_DEADLINE_MS = 120_000;

const UPLOAD_TYPE = /^multipart\/form-data *; *boundary=/i;

/**
 * Reads the fields of a form that may have files: a file's field has its text.
 *
 * @param limitBytes of the whole form
 * @throws {AppError} as `readForm()`; `error.invalid-request` for a malformed form, with the field of
 *   a file that is not UTF-8
 */
export async function readUpload(
  request: Request,
  reading: BodyReading,
  limitBytes: number,
): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!UPLOAD_TYPE.test(type)) return await readForm(request, reading, limitBytes);
  const bytes = await readBytes(request, reading, limitBytes);
  const headers = { "Content-Type": type };
  const parts = await new Response(Uint8Array.from(bytes), { headers }).formData().catch(
    (cause) => {
      throw new AppError("error.invalid-request", "The form must be multipart/form-data", {
        cause,
      });
    },
  );
  const form = new URLSearchParams();
  for (const [name, value] of parts) {
    form.append(name, typeof value === "string" ? value : await textOf(value, name));
  }
  for (const [name, value] of form) {
    if (value.includes("\0")) throw invalid("The form must not contain U+0000", name);
  }
  return form;
}

async function textOf(file: File, field: string): Promise<string> {
  try {
    return utf8.decode(await file.bytes());
  } catch (cause) {
    throw new AppError("error.invalid-request", "The file must be UTF-8", { field, cause });
  }
}

/** Drops a byte order mark, which some editors write. */
const utf8 = new TextDecoder("utf-8", { fatal: true });
