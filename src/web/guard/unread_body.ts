import type { BodyParts } from "./body_parts.ts";

/**
 * Limit of bytes drained from an unread body, so that a client that sends slightly too much can
 * read the answer: 8 MiB.
 */
export const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Drains a body after the answer, and drops the connection after {@link DRAIN_LIMIT_BYTES}; the
 * runtime would drain without limit.
 *
 * Cancelling drops the connection, after the answer was sent. A client that sends nothing keeps the
 * read open until it leaves. Failing the answer's own stream instead would leave the socket open
 * forever.
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
    // The client has left: nothing more to drain.
  }
}

/**
 * Makes an answer that ends with a dropped connection, for a body that cannot be read, as with GET.
 * The client gets the whole answer except its proper end.
 */
export async function answerAndDrop(response: Response): Promise<Response> {
  // Without a body there is no stream that can fail, as for HEAD.
  if (response.body === null) return response;
  const bytes = await response.bytes();
  const { status, headers } = response;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(new Error("The rest of the request is not read")),
  });
  return new Response(body, { status, headers });
}
