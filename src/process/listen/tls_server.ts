import { pause } from "../lifetime/timing.ts";
import { drainRequests, type ListenDeps, RELISTEN_MS, SERVE_OPTIONS } from "./listener.ts";
import { type Relay, relay } from "./relay.ts";
import type { KeyPair } from "./tls_files.ts";

/** Nobody else should get at it, and clients come through the front alone. */
const HOST = "127.0.0.1";
/**
 * A client waits this often, a pause each, for a server that has to listen again. Not longer:
 * out of descriptors those who wait hold the ones that are lacking.
 */
const MAX_TRIES = 5;

/**
 * A server that speaks TLS with one certificate, on a port of this machine's own that
 * clients are passed on to. A new certificate gets a new server.
 */
export class TlsServer {
  readonly #pair: KeyPair;
  readonly #parts: ListenDeps;
  /** Addresses of clients by the port that their connection is passed on from. */
  readonly #peers = new Map<number, string>();
  readonly #relays = new Set<Relay>();
  #server: Deno.HttpServer<Deno.NetAddr>;
  /** Clients that are not passed on yet. */
  #waiting = 0;
  #isRetiring = false;
  #isClosed = false;

  /** @throws {Error} when the runtime does not take the certificate or cannot listen */
  constructor(pair: KeyPair, parts: ListenDeps) {
    this.#pair = pair;
    this.#parts = parts;
    this.#server = this.#listen();
  }

  /** Passes a client on to this server. */
  async take(client: Deno.TcpConn): Promise<void> {
    this.#waiting += 1;
    const server = await this.#connect();
    this.#waiting -= 1;
    if (server === undefined) return client.close();
    const { port } = server.localAddr;
    this.#peers.set(port, client.remoteAddr.hostname);
    const passedOn = relay(client, server);
    this.#relays.add(passedOn);
    await passedOn.done;
    this.#relays.delete(passedOn);
    this.#peers.delete(port);
  }

  /**
   * Lets its clients go once another server takes the new ones: each is told with its
   * next answer that the connection ends, so that none sends a request into a closing one.
   * After the drain time the idle ones are closed, and what still runs gets as long again.
   */
  async retire(): Promise<void> {
    this.#isRetiring = true;
    const { drainMs } = this.#parts;
    for (let left = drainMs; left > 0 && this.#clients > 0; left -= RELISTEN_MS) {
      await pause(RELISTEN_MS);
    }
    if (!await drainRequests(this, drainMs)) { for (const each of this.#relays) each.cut(); }
  }

  /** Accepts nothing new; resolves when all answers are with the clients. */
  async shutdown(): Promise<void> {
    this.#isRetiring = true;
    this.#isClosed = true;
    await this.#server.shutdown();
    await Promise.all(Array.from(this.#relays, ({ done }) => done));
  }

  get #clients(): number {
    return this.#waiting + this.#relays.size;
  }

  #listen(): Deno.HttpServer<Deno.NetAddr> {
    const { cert, key } = this.#pair;
    const server = Deno.serve({
      hostname: HOST,
      port: 0,
      cert,
      key,
      ...SERVE_OPTIONS,
    }, (request, info) => this.#answer(request, info.remoteAddr));
    void server.finished.catch(() => {}).then(() => this.#listenAgain());
    return server;
  }

  /** Out of file descriptors the accept loop ends; the clients must not notice. */
  async #listenAgain(): Promise<void> {
    while (!this.#isClosed) {
      await pause(RELISTEN_MS);
      if (this.#isClosed) return;
      try {
        this.#server = this.#listen();
        return;
      } catch {
        // The front has said what is wrong; it only has to pass.
      }
    }
  }

  async #answer(request: Request, { hostname, port }: Deno.NetAddr): Promise<Response> {
    const peer = this.#peers.get(port) ?? hostname;
    const response = await this.#parts.handler(this.#named(request), () => peer);
    if (this.#isRetiring) response.headers.set("Connection", "close");
    return response;
  }

  /**
   * HTTP/2 names the host in the address alone, and HTTP/1.1 without `Host` gets an address
   * that the runtime makes up: `localhost` with a port that no client knows. With any other
   * port it is what the client said, which the handler then finds in `Host`.
   */
  #named(request: Request): Request {
    const [, host] = /^https:\/\/(localhost(?::[0-9]+)?)\//i.exec(request.url) ?? [];
    const madeUp = `localhost:${this.#server.addr.port}`;
    if (host === undefined || host === madeUp || request.headers.has("host")) return request;
    const headers = new Headers(request.headers);
    headers.set("host", host);
    // Copied part by part: a copy of the whole would also ask for its signal.
    const { method, body } = request;
    return new Request(request.url, { method, headers, body });
  }

  async #connect(): Promise<Deno.TcpConn | undefined> {
    for (let tries = 0; tries < MAX_TRIES && !this.#isClosed; tries++) {
      try {
        return await Deno.connect({ hostname: HOST, port: this.#server.addr.port });
      } catch {
        await pause(RELISTEN_MS);
      }
    }
    return undefined;
  }
}
