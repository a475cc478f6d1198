import { orientationOf, UPRIGHT } from "./exif.ts";
import { hasAt, type PictureFacts } from "./facts.ts";

/** Markers of frames (ITU T.81 table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Reads the segments of a JPEG file up to its frame; undefined if it is damaged. */
export function jpegFacts(file: Uint8Array): PictureFacts | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let orientation: number | undefined;
  for (let at = 2; at + 4 <= file.length;) {
    if (file[at] !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > file.length) return undefined;
    if (isFrame(marker)) return frameOf(view, { at, length, orientation: orientation ?? UPRIGHT });
    if (marker === 0xe1 && hasAt(file, at + 4, "Exif\0\0") && length >= 8) {
      orientation ??= orientationOf(file.subarray(at + 10, end));
    }
    at = end;
  }
  return undefined;
}

function frameOf(
  view: DataView,
  { at, length, orientation }: Record<"at" | "length" | "orientation", number>,
): PictureFacts | undefined {
  if (length < 8) return undefined;
  const size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5), orientation };
  // Those of four have colours of inks.
  return view.getUint8(at + 9) === 4
    ? { ...size, problem: "must have the colours RGB, and this is CMYK: save it for the web" }
    : size;
}
