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
   * True if it is beyond doubt. Two lengths, or a coding besides `chunked`, are how a request
   * is smuggled past a proxy.
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
   * True if more of a body may follow than is drained: its length is long, unclear, or not
   * told. The runtime holds a client to a length that it told, and drains all of it.
   */
  get mayBeLong(): boolean {
    if (this.#length === null) return this.#coding !== null;
    return !(Number(this.#length) <= DRAIN_LIMIT_BYTES);
  }
}
