import { pause } from "../lifetime/timing.ts";
import { drainRequests, type ListenDeps, RELISTEN_MS, SERVE_OPTIONS } from "./listener.ts";
import { type Relay, relay } from "./relay.ts";
import type { KeyPair } from "./tls_files.ts";

/** Only the front connects to it. */
const HOST = "127.0.0.1";
/**
 * Attempts to connect a client while the server has to listen again. Not more: waiting clients hold
 * the file descriptors that are missing.
 */
const MAX_TRIES = 5;

/** A TLS server with one certificate, on a local port that the front relays clients to. */
export class TlsServer {
  readonly #pair: KeyPair;
  readonly #deps: ListenDeps;
  /** Addresses of clients by the local port of their relay. */
  readonly #peers = new Map<number, string>();
  readonly #relays = new Set<Relay>();
  #server: Deno.HttpServer<Deno.NetAddr>;
  /** Clients that are not relayed yet. */
  #waiting = 0;
  #isRetiring = false;
  #isClosed = false;

  /** @throws {Error} when the runtime does not accept the certificate or cannot listen */
  constructor(pair: KeyPair, deps: ListenDeps) {
    this.#pair = pair;
    this.#deps = deps;
    this.#server = this.#listen();
  }

  /** Relays a client to this server. */
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
   * Closes its connections once another server takes new clients: the next answer on each announces
   * the close, so that no request is sent into a closing connection. After the drain time idle
   * connections are closed, and running requests get the same time again.
   */
  async retire(): Promise<void> {
    this.#isRetiring = true;
    const { drainMs } = this.#deps;
    for (let left = drainMs; left > 0 && this.#clients > 0; left -= RELISTEN_MS) {
      await pause(RELISTEN_MS);
    }
    if (!await drainRequests(this, drainMs)) { for (const each of this.#relays) each.cut(); }
  }

  /** Stops accepting; resolves when the clients have all answers. */
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

  /** Listens again after the accept loop ended, out of file descriptors. */
  async #listenAgain(): Promise<void> {
    while (!this.#isClosed) {
      await pause(RELISTEN_MS);
      if (this.#isClosed) return;
      try {
        this.#server = this.#listen();
        return;
      } catch {
        // The front logs the failure; it is tried again.
      }
    }
  }

  async #answer(request: Request, { hostname, port }: Deno.NetAddr): Promise<Response> {
    const peer = this.#peers.get(port) ?? hostname;
    const response = await this.#deps.handler(this.#named(request), () => peer);
    if (this.#isRetiring) response.headers.set("Connection", "close");
    return response;
  }

  /**
   * Sets `Host` from the URL: HTTP/2 names the host there only. For HTTP/1.1 without `Host` the runtime
   * makes up `localhost` with the local port, which is not copied.
   */
  #named(request: Request): Request {
    const [, host] = /^https:\/\/(localhost(?::[0-9]+)?)\//i.exec(request.url) ?? [];
    const madeUp = `localhost:${this.#server.addr.port}`;
    if (host === undefined || host === madeUp || request.headers.has("host")) return request;
    const headers = new Headers(request.headers);
    headers.set("host", host);
    // Copied by parts: copying the request would also copy its signal.
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
