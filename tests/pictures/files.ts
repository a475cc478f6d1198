/** Files of pictures, made here: small ones that are right, and parts to spoil them with. */
import { deflateSync } from "node:zlib";
import webpEncoder from "@jsquash/webp/codec/enc/webp_enc.js";
import webpEncoderWasm from "@jsquash/webp/codec/enc/webp_enc.wasm" with { type: "bytes" };
import { defaultOptions } from "@jsquash/webp/meta.js";
import { jpegEncoderOf } from "../../src/pictures/codecs.ts";
import type { Pixels } from "../../src/pictures/pixels.ts";
import { type Bytes, bytes, chunk, ihdr, number, PNG_HEAD } from "./png.ts";

/** A white picture with a red quarter at the top left. */
export function quarter(width = 64, height = 32): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < width / 2; x++) data.set([255, 0, 0], (y * width + x) * 4);
  }
  return { data, width, height };
}

export const encodeJpeg = async (pixels: Pixels, quality = 90): Promise<Bytes> =>
  (await jpegEncoderOf())(pixels, quality);

export async function encodeWebp({ data, width, height }: Pixels, lossless = 0): Promise<Bytes> {
  const encoder = await webpEncoder({
    noInitialRun: true,
    instantiateWasm(imports: WebAssembly.Imports, done: (one: WebAssembly.Instance) => void) {
      const made = new WebAssembly.Instance(new WebAssembly.Module(webpEncoderWasm), imports);
      done(made);
      return made.exports;
    },
  });
  const file = encoder.encode(new Uint8Array(data), width, height, { ...defaultOptions, lossless });
  if (file === null) throw new Error("No WebP file");
  return new Uint8Array(file);
}

export const idat = (raw: Uint8Array): Bytes => chunk("IDAT", deflateSync(raw));

/** The lines of a PNG picture, each behind its filter. */
export const lines = (height: number, bytesPerLine: number, value = 128): Uint8Array => {
  const raw = new Uint8Array(height * (bytesPerLine + 1)).fill(value);
  for (let y = 0; y < height; y++) raw[y * (bytesPerLine + 1)] = 0;
  return raw;
};

/** A PNG file; `before` stands before the data. */
export function png(
  { width = 20, height = 10, depth = 8, color = 6, perPixel = 4, before = [] as Bytes[] } = {},
): Bytes {
  const raw = lines(height, width * perPixel);
  return bytes(
    PNG_HEAD,
    ihdr(width, height, depth, color),
    ...before,
    idat(raw),
    chunk("IEND", []),
  );
}

/** A TIFF file as Exif has it: an orientation and a place on the earth. */
export function exif(orientation: number): Bytes {
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...number(tag, 2),
    ...number(type, 2),
    ...number(count, 4),
    ...value,
  ];
  return bytes(
    "MM\0*",
    number(8, 4),
    number(2, 2),
    entry(0x0112, 3, 1, [...number(orientation, 2), 0, 0]),
    entry(0x8825, 4, 1, number(38, 4)),
    number(0, 4),
    number(1, 2),
    entry(1, 2, 2, [...bytes("N\0GP")]),
    number(0, 4),
    "GPS at 52.5200 N 13.4050 E",
  );
}

/** A JPEG file with a segment behind its beginning. */
export function withSegment(jpeg: Uint8Array, marker: number, data: Uint8Array): Bytes {
  return bytes(
    jpeg.subarray(0, 2),
    [0xff, marker],
    number(data.length + 2, 2),
    data,
    jpeg.subarray(2),
  );
}

/** A JPEG file with other bytes in its frame's header. */
export function withFrame(jpeg: Uint8Array, change: (frame: DataView) => void): Bytes {
  const made = bytes(jpeg);
  const at = made.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc2].includes(made[i + 1] ?? 0));
  change(new DataView(made.buffer, at));
  return made;
}

/** A chunk of a WebP file. */
export function riffChunk(type: string, data: Uint8Array | readonly number[]): Bytes {
  return bytes(type, number(data.length, 4, true), data, data.length % 2 === 0 ? [] : [0]);
}

/** A WebP file of chunks. */
export function riff(...chunks: readonly Uint8Array[]): Bytes {
  const body = bytes("WEBP", ...chunks);
  return bytes("RIFF", number(body.length, 4, true), body);
}

/** A chunk VP8X of a WebP file. */
export const vp8x = (flags: number, width: number, height: number): Bytes =>
  riffChunk("VP8X", [
    flags,
    0,
    0,
    0,
    ...number(width - 1, 3, true),
    ...number(height - 1, 3, true),
  ]);
