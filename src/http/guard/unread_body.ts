import type { BodyParts } from "./body_parts.ts";

/**
 * Most bytes that are read of a body that nobody wants, so that whoever sends a little too
 * much can read the answer: 8 MiB.
 */
export const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Reads on behind an answer, and drops the connection once {@link DRAIN_LIMIT_BYTES} have
 * come: left to itself the runtime drains without end.
 *
 * Cancelling is what drops it, and does so only after the answer was sent. While a client
 * sends nothing there is nothing to drop: the read ends when the client leaves. To make the
 * answer's own stream fail instead would leave the socket open for good.
 */
export async function drainBody(body: BodyParts): Promise<void> {
  try {
    for (let size = 0; size <= DRAIN_LIMIT_BYTES;) {
      const part = await body.next();
      if (part === undefined) return;
      size += part.byteLength;
    }
    await body.cancel();
  } catch {
    // The client left, which is all that was wanted.
  }
}

/**
 * Makes an answer after which the connection is dropped at once, for a body that cannot be
 * read: that of a GET. The client gets all of the answer but its proper end.
 */
export async function answerAndDrop(response: Response): Promise<Response> {
  // HEAD's answer has no body whose failure could drop anything.
  if (response.body === null) return response;
  const bytes = await response.bytes();
  const { status, headers } = response;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(new Error("The rest of the request is not read")),
  });
  return new Response(body, { status, headers });
}
