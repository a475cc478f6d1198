/** Size of the parts in which a body is read, small so that idle connections cost little. */
const PART_BYTES = 16 * 1024;

/** A body as it arrives. */
export interface BodyParts {
  /** The next part; undefined at the end. Rejects when the client has left. */
  next(): Promise<Uint8Array | undefined>;
  /** Stops reading. */
  cancel(): Promise<void>;
}

/**
 * Reads a body part by part. Parts from a socket go into small buffers of our own, because the
 * runtime's buffers take 64 KiB each while they wait.
 */
export function partsOf(body: ReadableStream<Uint8Array>): BodyParts {
  const reader = intoBuffers(body);
  if (reader === undefined) {
    const plain = body.getReader();
    return { next: async () => (await plain.read()).value, cancel: () => plain.cancel() };
  }
  return {
    next: async () => {
      const { value, done } = await reader.read(new Uint8Array(PART_BYTES));
      return done ? undefined : value;
    },
    cancel: () => reader.cancel(),
  };
}

function intoBuffers(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch (error) {
    // The body of a request made in this process.
    if (error instanceof TypeError && !body.locked) return undefined;
    throw error;
  }
}
