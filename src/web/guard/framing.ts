import { DRAIN_LIMIT_BYTES } from "./unread_body.ts";

/** Framing of a request's body by its head (RFC 9112 section 6.3). */
export class Framing {
  readonly #length: string | null;
  readonly #coding: string | null;

  constructor(headers: Headers) {
    this.#length = headers.get("content-length");
    this.#coding = headers.get("transfer-encoding");
  }

  /**
   * True if the length is unambiguous. Two lengths, or a coding other than `chunked`, can smuggle a
   * request past a proxy.
   */
  get isClear(): boolean {
    if (this.#coding !== null && this.#coding.trim().toLowerCase() !== "chunked") return false;
    return this.#length === null || /^[0-9]+$/.test(this.#length);
  }

  /** True if a body was announced. */
  get hasBody(): boolean {
    return this.#length === null ? this.#coding !== null : this.#length !== "0";
  }

  /**
   * True if the body may be longer than what is drained: its length is long, unclear or unknown.
   * The runtime drains all of an announced length.
   */
  get mayBeLong(): boolean {
    if (this.#length === null) return this.#coding !== null;
    return !(Number(this.#length) <= DRAIN_LIMIT_BYTES);
  }
}
