/** Bytes to a server exactly as they are written, and what it answers, however odd. */
import assert from "node:assert/strict";

/** An answer as it stood on the wire. */
export interface WireAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The code of a failure in our envelope; none when the runtime refused by itself. */
  readonly code: string | null;
}

/** No test may wait for ever. */
const PATIENCE_MS = 60_000;

/** The server neither takes nor sends anything, and does not end the connection either. */
export class SilentServer extends Error {
  override readonly name = "SilentServer";
}

/** One connection to a server of this machine. */
export class RawSocket {
  readonly #conn: Deno.Conn;
  /** One character a byte. */
  #received = "";
  #ended = false;

  constructor(conn: Deno.Conn) {
    this.#conn = conn;
  }

  /** Connects. */
  static async to(port: number): Promise<RawSocket> {
    return new RawSocket(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /** Sends bytes, or a text of which each character is one. */
  async send(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? latin1(data) : data;
    for (let at = 0; at < bytes.length;) {
      at += await this.#patiently(this.#conn.write(bytes.subarray(at)));
    }
  }

  /** Sends nothing more; what is answered can still be read. */
  async endSending(): Promise<void> {
    await this.#conn.closeWrite();
  }

  /**
   * Reads the next answer, be it an interim one.
   *
   * @param isHead whether it answers HEAD, so that its length is of no body
   * @returns null when the connection ended without one
   */
  async answer(isHead = false): Promise<WireAnswer | null> {
    while (!this.#received.includes("\r\n\r\n")) if (!await this.#more()) return null;
    const [head = "", ...rest] = this.#received.split("\r\n\r\n");
    this.#received = rest.join("\r\n\r\n");
    const [line = "", ...fields] = head.split("\r\n");
    const headers = new Map(fields.map((field): [string, string] => {
      const [name = "", value = ""] = field.split(/: ?(.*)/s);
      return [name.toLowerCase(), value];
    }));
    const status = Number(line.split(" ")[1]);
    const length = isHead || status < 200 || status === 204 ? 0 : headers.get("content-length");
    const text = length === undefined ? await this.#chunks() : await this.#take(Number(length));
    return { status, headers, text, code: codeOf(text) };
  }

  /**
   * Sends a GET and reads its answer.
   *
   * @throws {AssertionError} when the connection ended without one
   */
  async get(path: string): Promise<WireAnswer> {
    await this.send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    return await this.answer() ?? assert.fail("The connection ended without an answer");
  }

  /** True if the peer closes the connection next instead of sending. */
  async ends(): Promise<boolean> {
    return this.#received === "" && !await this.#more();
  }

  /** All that comes until the other side ends the connection. */
  async toTheEnd(): Promise<string> {
    while (await this.#more());
    return this.#received;
  }

  close(): void {
    this.#conn.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** As much of a chunked body as comes before its end, or the connection's. */
  async #chunks(): Promise<string> {
    let text = "";
    for (;;) {
      while (!this.#received.includes("\r\n")) if (!await this.#more()) return text;
      const at = this.#received.indexOf("\r\n");
      const size = parseInt(this.#received.slice(0, at), 16);
      this.#received = this.#received.slice(at + 2);
      text += await this.#take(size);
      await this.#take(2);
      if (!(size > 0)) return text;
    }
  }

  async #take(length: number): Promise<string> {
    while (this.#received.length < length && await this.#more());
    const text = this.#received.slice(0, length);
    this.#received = this.#received.slice(length);
    return text;
  }

  async #patiently<T>(io: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new SilentServer()), PATIENCE_MS);
    try {
      return await Promise.race([io, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false;
    const buffer = new Uint8Array(16 * 1024);
    const size = await this.#patiently(this.#conn.read(buffer)).catch((error) => {
      if (error instanceof SilentServer) throw error;
      return null;
    });
    this.#ended = size === null;
    for (const byte of buffer.subarray(0, size ?? 0)) this.#received += String.fromCharCode(byte);
    return !this.#ended;
  }
}

/** Connects in TLS, trusting some authorities and nobody else. */
export async function connectSecure(
  url: string,
  authorities: readonly string[],
): Promise<RawSocket> {
  const port = Number(new URL(url).port);
  const caCerts = [...authorities];
  const conn = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts });
  await conn.handshake().catch((error) => {
    conn.close();
    throw error;
  });
  return new RawSocket(conn);
}

/** Sends one request on a connection of its own; null when it was ended without an answer. */
export async function ask(port: number, request: string | Uint8Array): Promise<WireAnswer | null> {
  using socket = await RawSocket.to(port);
  await socket.send(request).catch((error) => {
    // A client that is refused early cannot send all of it.
    if (error instanceof SilentServer) throw error;
  });
  return await socket.answer(typeof request === "string" && request.startsWith("HEAD "));
}

/** A text of which each character is one byte. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function codeOf(text: string): string | null {
  return /^\{"status":"FAILURE","error":\{"code":"([a-z.-]+)"/.exec(text)?.[1] ?? null;
}

/** A port that nobody listens on a moment before it is wanted. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
