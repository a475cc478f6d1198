import jpegDecoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.js";
import jpegDecoderWasm from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm" with { type: "bytes" };
import jpegEncoder from "@jsquash/jpeg/codec/enc/mozjpeg_enc.js";
import jpegEncoderWasm from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm" with { type: "bytes" };
import { defaultOptions } from "@jsquash/jpeg/meta.js";
import { decode as decodePng, initSync as startPng } from "@jsquash/png/codec/pkg/squoosh_png.js";
import pngWasm from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm" with { type: "bytes" };
import { initSync as startResize, resize } from "@jsquash/resize/lib/resize/pkg/squoosh_resize.js";
import resizeWasm from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm" with {
  type: "bytes",
};
import webpDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import webpDecoderWasm from "@jsquash/webp/codec/dec/webp_dec.wasm" with { type: "bytes" };
import type { PictureFormat } from "./facts.ts";
import type { Pixels } from "./pixels.ts";

/** Lanczos with three lobes, as the library numbers it. */
const LANCZOS3 = 3;

/** Decodes a file; throws for one that is damaged. */
export const DECODERS: Readonly<
  Record<PictureFormat, (file: Uint8Array<ArrayBuffer>) => Promise<Pixels | null>>
> = {
  // The orientation in the file is applied by the caller, for all formats the same.
  jpeg: async (file) => {
    let isWhole = true;
    // The decoder fills what is missing with grey, and says so here.
    const printErr = (text: string) => isWhole &&= !text.startsWith("Premature end");
    const decoder = await jpegDecoder({ ...from(jpegDecoderWasm), printErr });
    const pixels = pixelsOf(decoder.decode(file, false));
    return isWhole ? pixels : null;
  },
  png: (file) => {
    startPng(pngWasm);
    return Promise.resolve(pixelsOf(decodePng(file)));
  },
  webp: async (file) => pixelsOf((await webpDecoder(from(webpDecoderWasm))).decode(file)),
};

function pixelsOf(decoded: ImageData | null): Pixels | null {
  if (decoded === null) return null;
  const { data, width, height } = decoded;
  return data instanceof Uint8ClampedArray ? { data, width, height } : null;
}

/** Makes pixels smaller. */
export function resized(
  { data, width, height }: Pixels,
  to: Pick<Pixels, "width" | "height">,
): Pixels {
  if (width === to.width && height === to.height) return { data, width, height };
  startResize(resizeWasm);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  // Without premultiplied opacity, as all pixels are opaque, and in their own colour space.
  const made = resize(bytes, width, height, to.width, to.height, LANCZOS3, false, false);
  return { ...to, data: made };
}

/** Makes an encoder of JPEG files without metadata. */
export async function jpegEncoderOf(): Promise<
  (pixels: Pixels, quality: number) => Uint8Array<ArrayBuffer>
> {
  const encoder = await jpegEncoder(from(jpegEncoderWasm));
  return ({ data, width, height }, quality) => {
    const bytes = new Uint8Array(data);
    return new Uint8Array(encoder.encode(bytes, width, height, { ...defaultOptions, quality }));
  };
}

/** Options of a module, by which it fetches nothing. */
function from(wasm: Uint8Array<ArrayBuffer>) {
  return {
    noInitialRun: true,
    instantiateWasm(
      imports: WebAssembly.Imports,
      onInstance: (instance: WebAssembly.Instance) => void,
    ) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
      onInstance(instance);
      return instance.exports;
    },
  };
}
