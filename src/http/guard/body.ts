import { AppError } from "../../domain/errors.ts";
import { decodeUtf8, parseJson } from "../../wire/json.ts";

/** Longest body that is read: 1 MiB. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** A body that is not complete after this long is given up. */
export const BODY_DEADLINE_MS = 10_000;

const JSON_TYPE = /^application\/json *(?:;.*)?$/i;

/** A body as it came and as it was understood. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads a request's JSON body, bounded in size and time.
 *
 * @throws {AppError} `error.unsupported-media-type`, `error.payload-too-large`,
 *   `error.request-timeout`, `error.invalid-json`, `error.invalid-request`
 */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  const type = request.headers.get("content-type");
  if (type === null || !JSON_TYPE.test(type)) {
    throw new AppError("error.unsupported-media-type", "Content-Type must be application/json");
  }
  const text = decodeUtf8(await readBytes(request));
  return { text, value: parseJson(text) };
}

/**
 * Reads the body of an operation that takes none: within the same bounds, and understood
 * as nothing but text.
 *
 * @throws {AppError} `error.payload-too-large`, `error.request-timeout`, `error.invalid-json`
 */
export async function readText(request: Request): Promise<string> {
  return decodeUtf8(await readBytes(request));
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? NaN);
  if (announced > BODY_LIMIT_BYTES) throw tooLarge();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timedOut()), BODY_DEADLINE_MS);
  try {
    // The server holds a client to the length it announced; without one we count ourselves.
    const bytes = Number.isNaN(announced) ? readCounted(request) : request.bytes();
    return await Promise.race([bytes, late]);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // The client left, or the server is stopping: nothing is wrong with the request itself.
    throw new AppError("error.request-timeout", "The body did not arrive: send it again", {
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function readCounted(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(): AppError {
  return new AppError(
    "error.payload-too-large",
    `The body must have at most ${BODY_LIMIT_BYTES} bytes`,
  );
}

function timedOut(): AppError {
  return new AppError(
    "error.request-timeout",
    `The body must be complete within ${BODY_DEADLINE_MS / 1000} seconds`,
  );
}
