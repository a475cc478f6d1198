/** Makes the files of one picture, on a thread of its own that is ended afterwards. */
import { type MadePicture, PICTURE_SIDES } from "../domain/shop/picture.ts";
import { DECODERS, jpegEncoderOf, resized } from "./codecs.ts";
import type { PictureHeader } from "./facts.ts";
import { fitted, type Pixels, putOnWhite, upright } from "./pixels.ts";

/** A picture to make files of. */
export interface PictureJob {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly header: PictureHeader;
}

/** The files; null for a file that is damaged. */
export type PictureDone = MadePicture | null;

/** Limits of the files, and the qualities to try, best first. */
const LARGE = { maxBytes: 500_000, qualities: [82, 70, 55, 40, 25] };
const SMALL = { maxBytes: 6144, qualities: [75, 60, 45, 30, 20] };

/** A file that is too long at the lowest quality is made smaller by this factor. */
const SHRINK = 0.75;

async function make({ file, header }: PictureJob): Promise<PictureDone> {
  const { format, width, height, orientation } = header;
  const pixels = await DECODERS[format](file);
  if (pixels === null || pixels.width !== width || pixels.height !== height) return null;
  if (pixels.data.length !== width * height * 4) return null;
  putOnWhite(pixels);
  // Turned afterwards, when there is less to turn.
  const large = upright(resized(pixels, fitted(pixels, PICTURE_SIDES.large)), orientation);
  const small = resized(large, fitted(large, PICTURE_SIDES.small));
  const encode = await jpegEncoderOf();
  const within = (
    from: Pixels,
    { maxBytes, qualities }: typeof LARGE,
  ): Uint8Array<ArrayBuffer> => {
    for (const quality of qualities) {
      const made = encode(from, quality);
      if (made.length <= maxBytes) return made;
    }
    const side = Math.max(1, Math.floor(Math.max(from.width, from.height) * SHRINK));
    return within(resized(from, fitted(from, side)), { maxBytes, qualities });
  };
  return { large: within(large, LARGE), small: within(small, SMALL) };
}

globalThis.addEventListener("message", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  make(event.data).catch(() => null).then((done) => port?.postMessage(done));
}, { once: true });
