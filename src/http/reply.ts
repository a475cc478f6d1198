import type { ErrorCode } from "../domain/errors.ts";

/** An answer before it is a `Response`: what an operation decides, without what every answer has. */
export interface Reply {
  readonly status: number;
  /** Empty for none. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The code of a refusal that is given once more, which nobody has thrown; for the log. */
  readonly replayed?: ErrorCode | undefined;
}

/** A reply whose body need not be text: a file of the documentation viewer. */
export interface FileReply extends Omit<Reply, "body"> {
  readonly body: string | Uint8Array<ArrayBuffer>;
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
