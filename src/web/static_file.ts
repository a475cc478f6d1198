import type { FileReply } from "./reply.ts";

/** Reads a header of a request; null if absent. */
type HeaderOf = (name: string) => string | null;

/**
 * A file of the program. It is the same for all, and so sent compressed. A page can have secrets beside
 * what others chose, and its compressed length would tell of them (BREACH).
 */
export class StaticFile {
  readonly #body: string | Uint8Array<ArrayBuffer>;
  readonly #headers: Readonly<Record<string, string>>;
  #tag: string | undefined;
  /** Made when the first client accepts it. */
  #packed: Promise<Uint8Array<ArrayBuffer>> | undefined;

  /** @param headers with its type, and how long it is kept */
  constructor(
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
  ) {
    this.#body = body;
    this.#headers = { ...headers, Vary: "Accept-Encoding" };
  }

  /** The answer: compressed where the client accepts it, empty where it has it (304). */
  async reply(headerOf: HeaderOf): Promise<FileReply> {
    const isPacked = acceptsGzip(headerOf("accept-encoding"));
    this.#tag ??= await tagOf(this.#body);
    const { "Content-Type": type, ...others } = this.#headers;
    const headers = { ...others, ETag: `"${this.#tag}${isPacked ? "-gzip" : ""}"` };
    if (names(headerOf("if-none-match"), headers.ETag)) return { status: 304, body: "", headers };
    const typed = { ...headers, "Content-Type": type ?? "" };
    if (!isPacked) return { status: 200, body: this.#body, headers: typed };
    const body = await (this.#packed ??= gzip(this.#body));
    return { status: 200, body, headers: { ...typed, "Content-Encoding": "gzip" } };
  }
}

/** Compresses a page that has neither secrets nor words that others chose, where it is accepted. */
export async function compressedPage(reply: FileReply, headerOf: HeaderOf): Promise<FileReply> {
  const { body, headers } = reply;
  if (typeof body !== "string" || body === "") return reply;
  const isPacked = acceptsGzip(headerOf("accept-encoding"));
  return {
    ...reply,
    body: isPacked ? await gzip(body) : body,
    headers: {
      ...headers,
      Vary: "Accept-Encoding",
      ...isPacked && { "Content-Encoding": "gzip" },
    },
  };
}

async function tagOf(file: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 20);
}

async function gzip(file: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([file]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** True if `Accept-Encoding` accepts gzip (RFC 9110 section 12.5.3). */
function acceptsGzip(header: string | null): boolean {
  return (header ?? "").split(",").some((part) => {
    const [coding, ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    return coding === "gzip" && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one));
  });
}

/** True if `If-None-Match` names a tag, by the weak comparison (RFC 9110 section 13.1.2). */
function names(header: string | null, tag: string): boolean {
  return (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""))
    .some((one) => one === tag || one === "*");
}
