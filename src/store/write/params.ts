/** A text that the engine compresses before storing it, off the event loop. */
export interface CompressedText {
  readonly compress: string;
}

/** Value of a parameter; product and variant ids are bigint, flags 0 or 1. */
export type ParamValue =
  | null
  | number
  | bigint
  | string
  | CompressedText
  | Uint8Array<ArrayBuffer>;

/** Parameters by name; those of a row have its column names. */
export type Params = Readonly<Record<string, ParamValue>>;
