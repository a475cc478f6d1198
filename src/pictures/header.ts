import { AppError } from "../domain/errors.ts";
import { MAX_PICTURE_FILE_BYTES } from "../domain/shop/picture.ts";
import { hasAt, type PictureFacts, type PictureFormat, type PictureHeader } from "./facts.ts";
import { jpegFacts } from "./jpeg.ts";
import { pngFacts } from "./png.ts";
import { webpFacts } from "./webp.ts";

/** Limit of width times height: a decoded picture takes four bytes a pixel. */
const MAX_PIXELS = 24_000_000;

/** Formats with the bytes that files of them begin with, and how their headers are read. */
const FORMATS: readonly {
  readonly format: PictureFormat;
  readonly begins: (file: Uint8Array) => boolean;
  readonly facts: (file: Uint8Array) => PictureFacts | undefined;
}[] = [
  { format: "jpeg", begins: (file) => hasAt(file, 0, "\xff\xd8\xff"), facts: jpegFacts },
  { format: "png", begins: (file) => hasAt(file, 0, "\x89PNG\r\n\x1a\n"), facts: pngFacts },
  {
    format: "webp",
    begins: (file) => hasAt(file, 0, "RIFF") && hasAt(file, 8, "WEBP"),
    facts: webpFacts,
  },
];

/** Other formats that people try, by the text at an offset. */
const OTHERS: readonly (readonly [name: string, offset: number, text: string])[] = [
  ["a GIF file", 0, "GIF8"],
  ["a HEIC file", 4, "ftyphei"],
  ["a HEIC file", 4, "ftypmif1"],
  ["an AVIF file", 4, "ftypavif"],
  ["a PDF file", 0, "%PDF"],
  ["a TIFF file", 0, "II*\0"],
  ["a TIFF file", 0, "MM\0*"],
  ["a BMP file", 0, "BM"],
  ["an SVG or HTML file", 0, "<"],
];

/**
 * Reads the header of a picture.
 *
 * @throws {AppError} `error.payload-too-large` for a file that is too long; `error.invalid-request`
 *   for one that is no JPEG, PNG or WebP file, is damaged, animated, in CMYK or too large
 */
export function readHeader(file: Uint8Array): PictureHeader {
  if (file.length > MAX_PICTURE_FILE_BYTES) throw tooLong();
  const found = FORMATS.find(({ begins }) => begins(file));
  if (found === undefined) throw refused(`must be a JPEG, PNG or WebP file${otherName(file)}`);
  const facts = found.facts(file);
  if (facts === undefined) throw damaged();
  const { width, height, orientation, problem } = facts;
  if (problem !== undefined) throw refused(problem);
  if (width < 1 || height < 1) throw damaged();
  if (width * height > MAX_PIXELS) {
    throw refused(`must have at most 24 megapixels, got ${width} x ${height}: make it smaller`);
  }
  return { format: found.format, width, height, orientation };
}

/** The error of a file that is too long. */
export function tooLong(): AppError {
  const most = MAX_PICTURE_FILE_BYTES / 1_000_000;
  const message = `The picture must be at most ${most} MB: save it with a lower quality`;
  return new AppError("error.payload-too-large", message, { field: "picture" });
}

/** The error of a file that cannot be read. */
export function damaged(): AppError {
  return refused("cannot be read: the file is damaged, or of a rare kind; save it again as JPEG");
}

/** The error of a file. */
export function refused(problem: string): AppError {
  return new AppError("error.invalid-request", `The picture ${problem}`, { field: "picture" });
}

function otherName(file: Uint8Array): string {
  const other = OTHERS.find(([, offset, text]) => hasAt(file, offset, text));
  return other === undefined ? "" : `, and this is ${other[0]}`;
}
