import type { PictureSize } from "../../domain/shop/picture.ts";
import type { Deps } from "../deps.ts";
import { SizedMap } from "./sized_map.ts";

/** Cache budget in bytes. */
const BUDGET_BYTES = 16 * 1024 * 1024;
/** A picture is read again after this time: it may be purged, or its shop gone. */
const KEPT_MS = 10 * 60_000;

/** Pictures as pages load them, the ones read last in memory. */
export class PictureCache {
  readonly #deps: Pick<Deps, "store" | "monotonicMs">;
  readonly #files = new SizedMap<
    string,
    { readonly file: Uint8Array<ArrayBuffer>; readonly untilMs: number }
  >(BUDGET_BYTES);

  constructor(deps: Pick<Deps, "store" | "monotonicMs">) {
    this.#deps = deps;
  }

  /** The JPEG file of a picture; null if no shop has it. */
  async file(hash: string, size: PictureSize): Promise<Uint8Array<ArrayBuffer> | null> {
    const { store, monotonicMs } = this.#deps;
    const key = `${hash} ${size}`;
    const known = this.#files.get(key);
    if (known !== undefined && monotonicMs() < known.untilMs) return known.file;
    this.#files.delete(key);
    const file = await store.pictures.file(hash, size);
    if (file !== null) {
      this.#files.put(key, { file, untilMs: monotonicMs() + KEPT_MS }, file.length);
    }
    return file;
  }
}
