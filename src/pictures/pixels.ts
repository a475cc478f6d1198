/** A picture as it is decoded: red, green, blue and opacity of each pixel. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Puts pixels on white, in place. */
export function putOnWhite({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3]!;
    if (opacity === 255) continue;
    const white = 255 - opacity;
    data[at] = (data[at]! * opacity + 255 * white + 127) / 255 | 0;
    data[at + 1] = (data[at + 1]! * opacity + 255 * white + 127) / 255 | 0;
    data[at + 2] = (data[at + 2]! * opacity + 255 * white + 127) / 255 | 0;
    data[at + 3] = 255;
  }
}

/** Width and height with the longer side at most `side`, never enlarged. */
export function fitted(
  { width, height }: Pick<Pixels, "width" | "height">,
  side: number,
): Pick<Pixels, "width" | "height"> {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Turns and mirrors pixels as an orientation from 1 to 8 asks for. */
export function upright(pixels: Pixels, orientation: number): Pixels {
  if (orientation === 1) return pixels;
  const { data, width, height } = pixels;
  const isTurned = orientation > 4;
  const [wide, high] = isTurned ? [height, width] : [width, height];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  const isFromRight = [2, 3, 7, 8].includes(orientation);
  const isFromBelow = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [across, down] = isTurned ? [y, x] : [x, y];
      const column = isFromRight ? width - 1 - across : across;
      const row = isFromBelow ? height - 1 - down : down;
      to[y * wide + x] = from[row * width + column]!;
    }
  }
  return { data: new Uint8ClampedArray(to.buffer), width: wide, height: high };
}
