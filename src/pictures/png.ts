import { orientationOf, UPRIGHT } from "./exif.ts";
import { ANIMATED, hasAt, type PictureFacts } from "./facts.ts";

/** Reads the chunks of a PNG file up to its data; undefined if it is damaged. */
export function pngFacts(file: Uint8Array): PictureFacts | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 33 || view.getUint32(8) !== 13 || !hasAt(file, 12, "IHDR")) return undefined;
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let orientation = UPRIGHT;
  for (let at = 33; at + 12 <= file.length;) {
    const length = view.getUint32(at);
    if (hasAt(file, at + 4, "IDAT")) return { ...size, orientation };
    if (hasAt(file, at + 4, "acTL")) return { ...size, orientation, problem: ANIMATED };
    if (hasAt(file, at + 4, "eXIf")) {
      orientation = orientationOf(file.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  return undefined;
}
