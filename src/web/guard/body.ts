import { AppError, invalid } from "../../domain/errors.ts";
import { BODY_LIMITS, decodeUtf8, parseJson } from "../../schema/json.ts";
import { partsOf } from "./body_parts.ts";
import { requireSmallFreeForm } from "./free_form.ts";
import { drainBody } from "./unread_body.ts";

/** Longest body that is read: 1 MiB. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Time limit for receiving a body. */
export const BODY_DEADLINE_MS = 10_000;

const JSON_TYPE = /^application\/json *(?:;.*)?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;.*)?$/i;

/** Longest form that is read. */
export const FORM_LIMIT_BYTES = 16 * 1024;

/** Bodies up to this size, which most carts are, are read at once. */
const SHORT_BYTES = 16 * 1024;

/** A body as text and as its parsed value. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/** Options of reading a body. */
export interface BodyReading {
  /** {@link BODY_DEADLINE_MS}, or less in tests. */
  readonly deadlineMs: number;
  /** Called when reading begins; before that the body counts as unread. */
  readonly onBegin: () => void;
}

/**
 * Reads a request's JSON body, bounded in size and time.
 *
 * @param forNone gives the value of an empty body, of any content type; undefined if a body is
 *   required
 * @throws {AppError} `error.unsupported-media-type`, `error.payload-too-large`,
 *   `error.request-timeout`, `error.invalid-json`, `error.invalid-request`
 */
export async function readJsonBody(
  request: Request,
  reading: BodyReading,
  forNone: () => object | undefined,
): Promise<JsonBody> {
  const isJson = JSON_TYPE.test(request.headers.get("content-type") ?? "");
  // Headers do not tell in all versions of HTTP that a body is empty, so that one is read first.
  if (!isJson && forNone() === undefined) throw notJson();
  const text = decodeUtf8(await readBytes(request, reading));
  const none = text === "" ? forNone() : undefined;
  if (none !== undefined) return { text, value: none };
  if (!isJson) throw notJson();
  const value = parseJson(text, "The body", BODY_LIMITS);
  requireSmallFreeForm(value);
  return { text, value };
}

/**
 * Reads the body of an operation that takes none, as text and within the same limits.
 *
 * @throws {AppError} `error.payload-too-large`, `error.request-timeout`, `error.invalid-json`
 */
export async function readText(
  request: Request,
  reading: BodyReading,
  limitBytes?: number,
): Promise<string> {
  return decodeUtf8(await readBytes(request, reading, limitBytes));
}

/**
 * Reads the fields of a form.
 *
 * @param limitBytes default: {@link FORM_LIMIT_BYTES}
 * @throws {AppError} `error.unsupported-media-type`, `error.payload-too-large`,
 *   `error.request-timeout`, `error.invalid-json` for text that is not UTF-8,
 *   `error.invalid-request` for U+0000
 */
export async function readForm(
  request: Request,
  reading: BodyReading,
  limitBytes = FORM_LIMIT_BYTES,
): Promise<URLSearchParams> {
  const type = request.headers.get("content-type");
  if (type === null || !FORM_TYPE.test(type)) {
    const message = "Content-Type must be application/x-www-form-urlencoded";
    throw new AppError("error.unsupported-media-type", message);
  }
  const form = new URLSearchParams(decodeUtf8(await readBytes(request, reading, limitBytes)));
  if (form.toString().includes("%00")) throw invalid("The form must not contain U+0000");
  return form;
}

/**
 * Reads a body, bounded in size and time.
 *
 * @throws {AppError} `error.payload-too-large`, `error.request-timeout`
 */
export async function readBytes(
  request: Request,
  { deadlineMs, onBegin }: BodyReading,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? NaN);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  onBegin();
  // The runtime enforces the announced length but allocates it at once, so a longer body is counted
  // as it arrives.
  const late = announced <= SHORT_BYTES ? undefined : new AbortController();
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late?.abort();
    reject(timedOut(deadlineMs));
  }, deadlineMs);
  try {
    const bytes = late === undefined
      ? request.bytes()
      : readCounted(request, limitBytes, late.signal);
    return await Promise.race([bytes, tooLate]);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // The client has left or the server is stopping: the request itself is not at fault.
    throw new AppError(
      "error.request-timeout",
      "The body was not received in full: send it again",
      {
        cause,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

async function readCounted(
  { body }: Request,
  limitBytes: number,
  late: AbortSignal,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const parts = partsOf(body);
  let chunks: Uint8Array[] = [];
  let size = 0;
  // Frees the memory of a body whose rest never arrives.
  late.addEventListener("abort", () => chunks = []);
  for (let part = await parts.next(); part !== undefined; part = await parts.next()) {
    size += part.byteLength;
    if (late.aborted || size > limitBytes) {
      void drainBody(parts);
      throw tooLarge(limitBytes);
    }
    chunks.push(part);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function notJson(): AppError {
  return new AppError("error.unsupported-media-type", "Content-Type must be application/json");
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("error.payload-too-large", `The body must have at most ${limitBytes} bytes`);
}

function timedOut(deadlineMs: number): AppError {
  return new AppError(
    "error.request-timeout",
    `The body must arrive within ${deadlineMs / 1000} seconds`,
  );
}
