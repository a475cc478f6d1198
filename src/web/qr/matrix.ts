import { type Codewords, codewordsOf } from "./codewords.ts";
import { penaltyOf } from "./penalty.ts";

/** A QR code: rows of modules, true for dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** Modules while a code is drawn; patterns must not be masked. */
interface Canvas {
  readonly size: number;
  readonly dark: boolean[][];
  readonly isPattern: boolean[][];
}

type Mask = (x: number, y: number) => boolean;
const MASKS: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => x * y % 2 + x * y % 3 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

/** The QR code of a text; undefined if it is longer than 412 bytes. */
export function qrMatrix(text: string): QrMatrix | undefined {
  const codewords = codewordsOf(text);
  if (codewords === undefined) return undefined;
  const canvas = drawnPatterns(codewords.version);
  drawData(canvas, codewords);
  const masked = MASKS.map((mask, index) => withMask(canvas, mask, index));
  return masked.map((dark) => ({ dark, penalty: penaltyOf(dark) }))
    .reduce((best, one) => one.penalty < best.penalty ? one : best).dark;
}

/** Everything but data and format bits, whose places are kept. */
function drawnPatterns(version: number): Canvas {
  const size = version * 4 + 17;
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const canvas: Canvas = { size, dark: empty(), isPattern: empty() };
  for (let i = 0; i < size; i++) {
    set(canvas, 6, i, i % 2 === 0);
    set(canvas, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) drawFinder(canvas, x, y);
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const isFinder = i + j === 0 || (i === 0 && j === last) || (i === last && j === 0);
      if (!isFinder) drawRings(canvas, x, y, 2);
    }
  }
  drawFormat(canvas.dark, 0, (x, y) => set(canvas, x, y, false));
  if (version >= 7) drawVersion(canvas, version);
  return canvas;
}

function set({ dark, isPattern, size }: Canvas, x: number, y: number, isDark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  dark[y]![x] = isDark;
  isPattern[y]![x] = true;
}

/** A finder with its separator. */
function drawFinder(canvas: Canvas, x: number, y: number): void {
  drawRings(canvas, x, y, 4);
}

/** Rings around a module, out to a distance; those at 2 and 4 of a finder, and at 1, are light. */
function drawRings(canvas: Canvas, x: number, y: number, radius: number): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      const isLight = radius === 4 ? distance === 2 || distance === 4 : distance === 1;
      set(canvas, x + dx, y + dy, !isLight);
    }
  }
}

/** Rows and columns of alignment patterns. */
function alignmentPlaces(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, i) => version * 4 + 10 - i * step);
  return [6, ...rest.reverse()];
}

/** Draws the version twice, with 12 bits of a BCH code. */
function drawVersion(canvas: Canvas, version: number): void {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
  const bits = version << 12 | rest;
  for (let i = 0; i < 18; i++) {
    const [a, b] = [canvas.size - 11 + i % 3, Math.floor(i / 3)];
    set(canvas, a, b, (bits >> i & 1) === 1);
    set(canvas, b, a, (bits >> i & 1) === 1);
  }
}

/** Draws error correction M and the mask twice, with 10 bits of a BCH code, and the dark module. */
function drawFormat(
  dark: boolean[][],
  mask: number,
  put: (x: number, y: number, isDark: boolean) => void = (x, y, isDark) => {
    dark[y]![x] = isDark;
  },
): void {
  const size = dark.length;
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = rest << 1 ^ (rest >> 9) * 0x537;
  const bits = (mask << 10 | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const isDark = (bits >> i & 1) === 1;
    const down = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    const back = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i;
    put(8, down, isDark);
    put(back, 8, isDark);
  }
  put(8, size - 8, true);
}

/** Draws the bits in columns of two, from the right, up and down in turn. */
function drawData({ size, dark, isPattern }: Canvas, { bytes }: Codewords): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The vertical timing pattern is a column of its own.
    if (right === 6) right = 5;
    const isUp = (right + 1 & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isPattern[y]![x] || at >= bytes.length * 8) continue;
        dark[y]![x] = (bytes[at >> 3]! >> (7 - (at & 7)) & 1) === 1;
        at++;
      }
    }
  }
}

function withMask({ dark, isPattern }: Canvas, mask: Mask, index: number): boolean[][] {
  const masked = dark.map((row, y) =>
    row.map((isDark, x) => isPattern[y]![x] ? isDark : isDark !== mask(x, y))
  );
  drawFormat(masked, index);
  return masked;
}
