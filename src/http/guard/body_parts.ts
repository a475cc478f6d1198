/** A body is read in parts of this size: a held connection should cost little. */
const PART_BYTES = 16 * 1024;

/** A body as it comes in. */
export interface BodyParts {
  /** The next part; undefined at the end. Rejects when the client has left. */
  next(): Promise<Uint8Array | undefined>;
  /** Wants no more of it. */
  cancel(): Promise<void>;
}

/**
 * Reads a body part by part. What comes from a socket goes into small buffers of our own, for
 * the runtime's take 64 KiB each while nothing comes; others come as they are.
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
    // That of a request that was made in this process.
    if (error instanceof TypeError && !body.locked) return undefined;
    throw error;
  }
}
