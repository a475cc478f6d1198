import { createHash } from "node:crypto";

/** Characters that are hashed between two turns of others. */
const SLICE_CHARS = 512 * 1024;

/** Short digest of a long text. `pause` is awaited between its slices. */
export async function digestInTurns(text: string, pause: () => Promise<void>): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    await pause();
    // Exact where a slice ends between two surrogates.
    hash.update(text.slice(at, at + SLICE_CHARS), "utf16le");
  }
  return hash.digest("hex").slice(0, 32);
}
