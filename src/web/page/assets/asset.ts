import { createHash } from "node:crypto";

/** A file of the pages. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A file whose name contains its hash, so that browsers may keep it for good. */
export function hashedAsset(extension: string, type: string, text: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { name: `page.${hash}.${extension}`, type: `${type}; charset=utf-8`, text };
}
