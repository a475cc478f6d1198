import { orientationOf, UPRIGHT } from "./exif.ts";
import { ANIMATED, hasAt, type PictureFacts } from "./facts.ts";

/** Flag of VP8X: the file is animated. */
const ANIMATION = 0x02;

/** Reads the chunks of a WebP file (RFC 9649); undefined if it is damaged. */
export function webpFacts(file: Uint8Array): PictureFacts | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let size: Pick<PictureFacts, "width" | "height"> | undefined;
  let orientation = UPRIGHT;
  for (let at = 12; at + 8 <= file.length;) {
    const data = at + 8;
    const length = view.getUint32(at + 4, true);
    const isWhole = data + length <= file.length;
    if (hasAt(file, at, "VP8X") && length >= 10 && isWhole) {
      if ((view.getUint8(data) & ANIMATION) !== 0) {
        return { width: 1, height: 1, orientation, problem: ANIMATED };
      }
    } else if (hasAt(file, at, "VP8 ") && length >= 10 && isWhole) {
      // 14 bits each; the two above them are a scale.
      size ??= {
        width: view.getUint16(data + 6, true) & 0x3fff,
        height: view.getUint16(data + 8, true) & 0x3fff,
      };
    } else if (hasAt(file, at, "VP8L") && length >= 5 && isWhole) {
      const bits = view.getUint32(data + 1, true);
      size ??= { width: (bits & 0x3fff) + 1, height: (bits >>> 14 & 0x3fff) + 1 };
    } else if (hasAt(file, at, "EXIF") && isWhole) {
      const exif = hasAt(file, data, "Exif\0\0") ? data + 6 : data;
      orientation = orientationOf(file.subarray(exif, data + length));
    }
    at = data + length + length % 2;
  }
  return size && { ...size, orientation };
}
