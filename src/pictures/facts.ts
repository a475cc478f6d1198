/** Formats that are decoded. */
export type PictureFormat = "jpeg" | "png" | "webp";

/** The header of a picture, as read before anything is decoded. */
export interface PictureHeader {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  /** Turn and mirror of the picture, 1 (none) to 8 (Exif tag 0x0112). */
  readonly orientation: number;
}

/** Facts in the header of a format. */
export interface PictureFacts extends Omit<PictureHeader, "format"> {
  /** Why it is refused; undefined if it is not. */
  readonly problem?: string;
}

/** Why an animated picture is refused. */
export const ANIMATED = "must not be animated: save one picture of it";

/** True if the file has the text, a character a byte, at an offset. */
export function hasAt(file: Uint8Array, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (file[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}
