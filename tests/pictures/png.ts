/** Bytes, and the parts of a PNG file. */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

export type Bytes = Uint8Array<ArrayBuffer>;

/** Joins bytes, and texts with a character a byte. */
export function bytes(...parts: readonly (Uint8Array | string | readonly number[])[]): Bytes {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)
      ),
    ),
  );
}

/** The bytes of a number. */
export const number = (value: number, length: number, isLittle = false): number[] => {
  const all = Array.from({ length }, (_, i) => Math.floor(value / 256 ** i) & 255);
  return isLittle ? all : all.reverse();
};

/** A chunk of a PNG file. */
export function chunk(type: string, data: Uint8Array | readonly number[]): Bytes {
  const body = bytes(type, data);
  return bytes(number(data.length, 4), body, number(crc32(body), 4));
}

export const PNG_HEAD = "\x89PNG\r\n\x1a\n";

export const ihdr = (width: number, height: number, depth = 8, color = 6): Bytes =>
  chunk("IHDR", [...number(width, 4), ...number(height, 4), depth, color, 0, 0, 0]);
