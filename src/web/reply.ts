import type { AppError, ErrorCode } from "../domain/errors.ts";

/** An operation's answer, before the headers that every answer has. */
export interface Reply {
  readonly status: number;
  /** Empty for no body. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Error code of a failure that was not thrown, for the log. */
  readonly failure?: ErrorCode | undefined;
  /** The error that was thrown, for the log. */
  readonly error?: AppError;
}

/** A reply whose body may be bytes, as a file's, or a stream, as a long list's. */
export interface FileReply extends Omit<Reply, "body"> {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * A success in the envelope of spec section 2.1.
 *
 * @param data the value of `data`, already as JSON text
 */
export function success(
  data: string,
  { status = 200, headers }: Partial<Omit<Reply, "body">> = {},
): Reply {
  const body = `{"status":"SUCCESS","data":${data}}`;
  return headers === undefined ? { status, body } : { status, body, headers };
}
