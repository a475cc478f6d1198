const ORIENTATION = 0x0112;
/** No turn. */
export const UPRIGHT = 1;

/**
 * The orientation in Exif data, a TIFF file (Exif 2.32 section 4.6); upright if it has none or is
 * damaged, as viewers do.
 */
export function orientationOf(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return UPRIGHT;
  const isLittle = view.getUint16(0) === 0x4949;
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return UPRIGHT;
  const count = view.getUint16(first, isLittle);
  for (let i = 0, at = first + 2; i < count && at + 12 <= tiff.length; i++, at += 12) {
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}
