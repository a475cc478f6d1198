/** HTTP/1.1 by hand, for tests that care about the connection. */
import assert from "node:assert/strict";

/** One answer. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** One connection on which requests are sent and answers read, byte by byte as they are. */
export class RawConnection {
  readonly #conn: Deno.Conn;
  #read = "";

  constructor(conn: Deno.Conn) {
    this.#conn = conn;
  }

  async send(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
  }

  /** Sends a GET and reads the answer. */
  async get(path: string): Promise<RawAnswer> {
    await this.send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    return await this.answer();
  }

  /** Reads the head of an answer. */
  async head(): Promise<Omit<RawAnswer, "body">> {
    while (!this.#read.includes("\r\n\r\n")) await this.#more();
    const head = this.#take(this.#read.indexOf("\r\n\r\n") + 4);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head };
  }

  /** Reads one answer, which has to have a Content-Length. */
  async answer(): Promise<RawAnswer> {
    const { status, head } = await this.head();
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    while (this.#read.length < length) await this.#more();
    return { status, head, body: this.#take(length) };
  }

  /** Whether the other side ends the connection next, rather than sending something. */
  async ends(): Promise<boolean> {
    return await this.#conn.read(new Uint8Array(1)).then((size) => size === null, () => true);
  }

  close(): void {
    this.#conn.close();
  }

  #take(length: number): string {
    const taken = this.#read.slice(0, length);
    this.#read = this.#read.slice(length);
    return taken;
  }

  async #more(): Promise<void> {
    const buffer = new Uint8Array(16 * 1024);
    const size = await this.#conn.read(buffer);
    assert.ok(size !== null, `the connection ended after: ${this.#read}`);
    this.#read += new TextDecoder().decode(buffer.subarray(0, size));
  }
}

/** Connects in the clear to a server on this machine. */
export async function connectPlain(url: string): Promise<RawConnection> {
  const port = Number(new URL(url).port);
  return new RawConnection(await Deno.connect({ hostname: "127.0.0.1", port }));
}

/** Connects in TLS, trusting some authorities and nobody else. */
export async function connectSecure(
  url: string,
  authorities: readonly string[],
): Promise<RawConnection> {
  const port = Number(new URL(url).port);
  const caCerts = [...authorities];
  const conn = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts });
  await conn.handshake().catch((error) => {
    conn.close();
    throw error;
  });
  return new RawConnection(conn);
}
