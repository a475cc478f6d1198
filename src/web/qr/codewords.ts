/**
 * Codewords of a QR code (ISO/IEC 18004) in byte mode with error correction M, which restores 15 %.
 */

/** Highest version here; it holds 412 bytes. */
const MAX_VERSION = 15;
/** By version, from 1: error correction codewords of a block, and number of blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** The content of a QR code. */
export interface Codewords {
  /** 1 to 40; here at most {@link MAX_VERSION}. */
  readonly version: number;
  /** Data and error correction, interleaved. */
  readonly bytes: Uint8Array;
}

/** The codewords of a text in the lowest version that holds it; undefined if none does. */
export function codewordsOf(text: string): Codewords | undefined {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= MAX_VERSION; version++) {
    const capacity = totalCodewords(version) - correctionOf(version) * blocksOf(version);
    const data = dataCodewords(bytes, { version, capacity });
    if (data !== undefined) return { version, bytes: interleaved(data, version) };
  }
  return undefined;
}

/** Modules of a version that are not part of a pattern, in whole bytes. */
function totalCodewords(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const size = version * 4 + 17;
  // Finders with separators, both timing patterns, format bits and the dark module.
  let modules = size * size - 3 * 64 - 2 * (size - 16) - 31;
  // Alignment patterns; all but two on each side that lie on the timing patterns are outside them.
  if (alignments > 0) modules -= 25 * (alignments * alignments - 3) - 2 * 5 * (alignments - 2);
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function correctionOf(version: number): number {
  return CORRECTION[version - 1]!;
}

function blocksOf(version: number): number {
  return BLOCKS[version - 1]!;
}

/** Mode, length, bytes, terminator and padding; undefined if they do not fit. */
function dataCodewords(
  bytes: Uint8Array,
  { version, capacity }: { readonly version: number; readonly capacity: number },
): Uint8Array | undefined {
  const lengthBits = version < 10 ? 8 : 16;
  if (4 + lengthBits + 8 * bytes.length > 8 * capacity) return undefined;
  const data = new Uint8Array(capacity);
  let at = 0;
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--, at++) {
      data[at >> 3]! |= (value >> bit & 1) << (7 - (at & 7));
    }
  };
  put(BYTE_MODE, 4);
  put(bytes.length, lengthBits);
  for (const byte of bytes) put(byte, 8);
  // The terminator is zeros; so is the rest of its byte.
  const end = Math.min(capacity, Math.ceil((at + 4) / 8));
  for (let i = end; i < capacity; i++) data[i] = PADDING[(i - end) % 2]!;
  return data;
}

/** Splits data into blocks, corrects each, and takes their bytes in turn. */
function interleaved(data: Uint8Array, version: number): Uint8Array {
  const [blocks, correction] = [blocksOf(version), correctionOf(version)];
  const short = Math.floor(data.length / blocks);
  const shortBlocks = blocks - data.length % blocks;
  const divisor = divisorOf(correction);
  const parts: Uint8Array[] = [];
  for (let i = 0, from = 0; i < blocks; i++) {
    const length = short + (i < shortBlocks ? 0 : 1);
    parts.push(data.subarray(from, from += length));
  }
  const corrections = parts.map((part) => remainder(part, divisor));
  const all: number[] = [];
  for (let i = 0; i <= short; i++) {
    for (const part of parts) if (i < part.length) all.push(part[i]!);
  }
  for (let i = 0; i < correction; i++) for (const part of corrections) all.push(part[i]!);
  return Uint8Array.from(all);
}

/** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function product(a: number, b: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = result << 1 ^ (result >> 7) * 0x11d;
    result ^= (b >> bit & 1) * a;
  }
  return result;
}

/** Coefficients of the Reed-Solomon generator, highest power first, without the leading 1. */
function divisorOf(degree: number): Uint8Array {
  const result = new Uint8Array(degree);
  result[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      result[j] = product(result[j]!, root) ^ (result[j + 1] ?? 0);
    }
    root = product(root, 2);
  }
  return result;
}

function remainder(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const result = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ result[0]!;
    result.copyWithin(0, 1);
    result[result.length - 1] = 0;
    divisor.forEach((coefficient, i) => {
      result[i]! ^= product(coefficient, factor);
    });
  }
  return result;
}
