/** Files that are no pictures, are damaged, or hide something, by what they are. */
import { gzipSync } from "node:zlib";
import {
  encodeJpeg,
  encodeWebp,
  exif,
  idat,
  lines,
  png,
  quarter,
  riff,
  riffChunk,
  vp8x,
  withFrame,
  withSegment,
} from "./files.ts";
import { type Bytes, bytes, chunk, ihdr, PNG_HEAD } from "./png.ts";

/** A text that must be in no stored file. */
export const HIDDEN = "GPS at 52.5200 N";
const SCRIPT = "<script>alert(1)</script>";
const MB = 1_000_000;

const jpeg = await encodeJpeg(quarter());
const webp = await encodeWebp(quarter());
const lossless = await encodeWebp(quarter(), 1);
const webpChunks = webp.subarray(12);
/** A large number of zeros, as deflate has them: a thousandth of their length. */
const bomb = (megabytes: number): Uint8Array => new Uint8Array(megabytes * MB);
const latin = (text: string): Uint8Array => bytes(text);

/** Refused by their header: nothing of them is decoded. */
export const REFUSED_BY_HEADER: Readonly<Record<string, Bytes>> = {
  "an empty file": bytes(),
  "a text": bytes("just words"),
  "an HTML page": bytes(`<!doctype html>${SCRIPT}`),
  "an SVG picture": bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
  "a compressed SVG picture": new Uint8Array(gzipSync(`<svg>${SCRIPT}</svg>`)),
  "a GIF": bytes("GIF89a", [1, 0, 1, 0, 0, 0, 0, 0x3b]),
  "a PDF": bytes("%PDF-1.7\n"),
  "a ZIP": bytes("PK\x03\x04", new Uint8Array(30)),
  "a program": bytes("\x7fELF", new Uint8Array(60)),
  "a HEIC": bytes([0, 0, 0, 24], "ftypheic", new Uint8Array(12)),
  "an AVIF": bytes([0, 0, 0, 24], "ftypavif", new Uint8Array(12)),
  "a BMP": bytes("BM", new Uint8Array(60)),
  "a TIFF": bytes("II*\0", new Uint8Array(60)),
  "a sound in RIFF": riff().fill(0x57, 8, 12),
  "a JPEG of three bytes": jpeg.slice(0, 3),
  "HTML with a JPEG's head": bytes([0xff, 0xd8, 0xff], `<html>${SCRIPT}`),
  "a JPEG cut in its header": jpeg.slice(0, 30),
  "a JPEG with a segment beyond its end": withSegment(jpeg, 0xe2, bytes("x")).fill(0xff, 4, 6),
  "a JPEG with a segment of no length": withSegment(jpeg, 0xe2, bytes("x")).fill(0, 4, 6),
  "a JPEG without a frame": bytes([0xff, 0xd8, 0xff, 0xfe, 0, 4], "hi", [0xff, 0xd9]),
  "a JPEG of 65535 x 65535": withFrame(jpeg, (frame) => frame.setUint32(5, 0xffffffff)),
  "a JPEG without a height": withFrame(jpeg, (frame) => frame.setUint16(5, 0)),
  "a JPEG with the colours of inks": withFrame(jpeg, (frame) => frame.setUint8(9, 4)),
  "a PNG cut in its header": png().slice(0, 20),
  "a PNG whose header has another length": png().fill(14, 11, 12),
  "a PNG of 2147483647 x 2147483647": png().fill(0xff, 17, 20).fill(0x7f, 16, 17)
    .fill(0xff, 21, 24).fill(0x7f, 20, 21),
  "a PNG of 6000 x 4001": bytes(PNG_HEAD, ihdr(6000, 4001), idat(bomb(1))),
  "a PNG without a width": png().fill(0, 16, 20),
  "a PNG without data": bytes(PNG_HEAD, ihdr(1, 1), chunk("IEND", [])),
  "an animated PNG": png({ before: [chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])] }),
  "an animated WebP": riff(vp8x(0x02, 64, 32), webpChunks),
  "a WebP without a picture": riff(vp8x(0, 64, 32)),
  "a WebP of 16384 x 16384": riff(riffChunk("VP8L", [0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])),
  "a file of more than 10 MB": bytes(jpeg, new Uint8Array(10 * MB)),
};

/** Decoded, and refused or made a picture of. */
export const DECODED: Readonly<Record<string, Bytes>> = {
  "a JPEG cut in the middle": (await encodeJpeg(quarter(400, 300))).slice(0, 1500),
  "a JPEG with another size than its data": withFrame(jpeg, (frame) => frame.setUint16(5, 900)),
  "a JPEG of 12 bits": withFrame(jpeg, (frame) => frame.setUint8(4, 12)),
  "a JPEG with two frames": bytes(jpeg.subarray(0, -2), jpeg.subarray(2)),
  "a JPEG whose data are others": jpeg.slice().fill(0xa5, jpeg.length - 80, jpeg.length - 2),
  "a JPEG and a ZIP in one": bytes(jpeg, "PK\x03\x04", HIDDEN),
  "a JPEG with a script": withSegment(jpeg, 0xfe, bytes(SCRIPT, HIDDEN)),
  "a JPEG with PHP in a table": withSegment(jpeg, 0xe5, bytes("<?php system($_GET[0]);", HIDDEN)),
  "a JPEG with a place": withSegment(jpeg, 0xe1, bytes("Exif\0\0", exif(1))),
  "a JPEG with Exif that points nowhere": withSegment(
    jpeg,
    0xe1,
    bytes("Exif\0\0MM\0*", [0xff, 0xff, 0xff, 0xf0], HIDDEN),
  ),
  "a JPEG with a profile of colours": withSegment(
    jpeg,
    0xe2,
    bytes("ICC_PROFILE\0\x01\x01", HIDDEN),
  ),
  "a PNG with a JPEG's head": bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2], png()),
  "a PNG cut in its data": png({ width: 200, height: 200 }).slice(0, -40),
  "a PNG with a wrong sum": png().fill(0, 60, 64),
  "a PNG that inflates to more than it says": bytes(
    PNG_HEAD,
    ihdr(1, 1),
    idat(bomb(50)),
    chunk("IEND", []),
  ),
  "a PNG of 6000 x 4000 from 24 KB": bytes(
    PNG_HEAD,
    ihdr(6000, 4000, 8, 0),
    idat(lines(4000, 6000)),
    chunk("IEND", []),
  ),
  "a PNG with a text that inflates": png({
    before: [chunk("zTXt", bytes("a\0\0", idat(bomb(30)).subarray(8)))],
  }),
  "a PNG with a profile that inflates": png({
    before: [chunk("iCCP", bytes("a\0\0", idat(bomb(30)).subarray(8)))],
  }),
  "a PNG with PHP in a text": png({ before: [chunk("tEXt", latin(`a\0<?php ?>${HIDDEN}`))] }),
  "a PNG without its palette": png({ color: 3, perPixel: 1 }),
  "a PNG of 16 bits": png({ depth: 16, perPixel: 8 }),
  "a PNG of an unknown kind": png({ color: 5 }),
  "a PNG with a place": png({ before: [chunk("eXIf", exif(6))] }),
  "a WebP cut in the middle": webp.slice(0, 60),
  "a WebP whose canvas is larger": riff(vp8x(0, 4000, 4000), webpChunks),
  "a WebP whose data are others": lossless.slice().fill(0xa5, 30),
  "a WebP with a place": riff(vp8x(0x08, 64, 32), webpChunks, riffChunk("EXIF", exif(1))),
  "a WebP with a script": riff(vp8x(0x04, 64, 32), webpChunks, riffChunk("XMP ", latin(SCRIPT))),
};
