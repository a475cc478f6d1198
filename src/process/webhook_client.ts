import type { ClientRequest, IncomingMessage } from "node:http";
import { SocketAddress } from "node:net";
import process from "node:process";
import {
  NoAnswer,
  type WebhookAnswer,
  type WebhookPost,
  type WebhookTransport,
} from "../service/webhooks/transport.ts";
import { withinLimit } from "./attempt_limit.ts";

/** So much of a body that is not needed is read, so that the receiver can finish writing it. */
const MAX_DRAINED_BYTES = 64 * 1024;

/** Name resolution and trusted certificates. */
export interface WebhookClientOptions {
  /** All IP addresses of a name. */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
  /** Trusted certificates (PEM) besides those of the system. */
  readonly caCerts?: readonly string[];
}

/**
 * The transport over sockets. It connects to the same addresses that were checked; the name is only
 * used for the certificate and `Host`, so DNS rebinding does not help an attacker. A public address
 * that forwards to a private one is not detected.
 *
 * `fetch` would resolve the name again and obey proxies in the environment; `node:https` needs a
 * permission to read the system's certificates, which this program does not have.
 */
export function webhookClient({ resolve, caCerts = [] }: WebhookClientOptions): WebhookTransport {
  return (post) =>
    withinLimit(post, async (signal) => {
      const literal = SocketAddress.parse(post.url.host)?.address;
      const host = literal ?? post.url.hostname;
      const addresses = literal === undefined ? await resolve(host, signal) : [literal];
      post.checkAddresses(addresses);
      const line = await connect(addresses, post.url, signal);
      const secured = post.url.protocol === "https:"
        ? await secure(line, { hostname: host, caCerts: [...caCerts] }, signal)
        : line;
      return await exchange(secured, post, signal);
    });
}

/**
 * All addresses of a name, IPv4 first: machines without IPv6 are more common than without IPv4.
 *
 * @throws {NoAnswer} when it has none
 */
export async function resolveHost(name: string, signal: AbortSignal): Promise<string[]> {
  const answers = await Promise.allSettled([
    Deno.resolveDns(name, "A", { signal }),
    Deno.resolveDns(name, "AAAA", { signal }),
  ]);
  signal.throwIfAborted();
  const addresses = answers.flatMap((one) => one.status === "fulfilled" ? one.value : []);
  if (addresses.length > 0) return addresses;
  const isUnknown = answers.every((one) =>
    one.status === "rejected" && one.reason instanceof Deno.errors.NotFound
  );
  throw new NoAnswer(isUnknown ? "Host not found" : "Host lookup failed");
}

/** Connects to the first address that accepts. */
async function connect(
  addresses: readonly string[],
  { protocol, port }: URL,
  signal: AbortSignal,
): Promise<Deno.TcpConn> {
  let failure: unknown = new NoAnswer("Host not found");
  for (const hostname of addresses) {
    try {
      const usual = protocol === "https:" ? 443 : 80;
      return await Deno.connect({ hostname, port: port === "" ? usual : Number(port), signal });
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Starts TLS and checks the certificate against the name. */
async function secure(
  line: Deno.TcpConn,
  options: Deno.StartTlsOptions,
  signal: AbortSignal,
): Promise<Deno.TlsConn> {
  const secured = await Deno.startTls(line, { ...options, alpnProtocols: ["http/1.1"] });
  const close = () => secured.close();
  signal.addEventListener("abort", close);
  try {
    await secured.handshake();
    return secured;
  } catch (error) {
    if (!signal.aborted) secured.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", close);
  }
}

/**
 * Sends the request, waits for the answer and closes the connection.
 *
 * The built-in modules are loaded here: at the start they would cost 10 ms, which the first webhook
 * takes instead. They need no file to be opened.
 */
function exchange(
  line: Deno.Conn,
  { method = "POST", url, headers, body, bodyBytes }: WebhookPost,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const { request } = process.getBuiltinModule("node:http");
  const { Duplex } = process.getBuiltinModule("node:stream");
  const socket = Duplex.fromWeb({ readable: line.readable, writable: line.writable });
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const sent: ClientRequest = request({
    createConnection: () => socket,
    method,
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      ...(method !== "GET" && { "content-length": new TextEncoder().encode(body).length }),
      connection: "close",
    },
    signal,
  });
  let known: WebhookAnswer | undefined;
  let isWhole = bodyBytes === undefined;
  sent.on("response", (answer: IncomingMessage) => {
    const { statusCode: status = 0, headers } = answer;
    known = { status, retryAfter: headers["retry-after"] ?? null };
    const parts: Uint8Array[] = [];
    let left = bodyBytes ?? MAX_DRAINED_BYTES;
    answer.on("data", (part: Uint8Array) => {
      left -= part.length;
      if (left < 0) answer.destroy();
      else if (bodyBytes !== undefined) parts.push(part);
    });
    answer.on("error", () => {});
    answer.on("end", () => {
      if (bodyBytes === undefined || left < 0) return;
      isWhole = true;
      resolve({ status, retryAfter: null, body: Buffer.concat(parts).toString() });
    });
  });
  // Once all that is needed is known, a failure of the rest does not matter.
  const settle = (error: unknown) => known && isWhole ? resolve(known) : reject(error);
  sent.on("error", settle);
  // Always comes last, also without an answer, as after a switch of protocols.
  sent.on("close", () => settle(new NoAnswer("Connection closed without an answer")));
  sent.end(body);
  return promise.finally(() => socket.destroy());
}
