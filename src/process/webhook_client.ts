import type { ClientRequest, IncomingMessage } from "node:http";
import { SocketAddress } from "node:net";
import process from "node:process";
import {
  NoAnswer,
  type WebhookAnswer,
  type WebhookPost,
  type WebhookTransport,
} from "../service/webhooks/transport.ts";

/** Of an answer's body no more than this is read. */
const MAX_DRAINED_BYTES = 64 * 1024;

/** How hosts are found and trusted. */
export interface WebhookClientOptions {
  /** All IP addresses of a name. */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
  /** Certificates (PEM) that are trusted besides the system's. */
  readonly caCerts?: readonly string[];
}

/**
 * The transport over real sockets. The addresses of a name are judged and then connected
 * to as they are; the name itself is used for the certificate and the `Host` alone. So a
 * name that stands for something else a moment later (DNS rebinding) gains nothing. What
 * remains is a public address that passes on what it gets to a private one.
 *
 * Neither `fetch` nor `node:https` does: the one connects to what it looks up itself and
 * obeys proxies in the environment, the other needs a permission for the system's
 * certificates that this program is not started with.
 */
export function webhookClient({ resolve, caCerts = [] }: WebhookClientOptions): WebhookTransport {
  return async (post) => {
    if (post.signal.aborted) throw new NoAnswer("Cancelled");
    const limit = new AbortController();
    const giveUp = () => limit.abort();
    const timer = setTimeout(giveUp, post.timeoutMs);
    post.signal.addEventListener("abort", giveUp);
    try {
      const literal = SocketAddress.parse(post.url.host)?.address;
      const host = literal ?? post.url.hostname;
      const addresses = literal === undefined ? await resolve(host, limit.signal) : [literal];
      post.checkAddresses(addresses);
      const line = await connect(addresses, post.url, limit.signal);
      return await exchange(
        post.url.protocol === "https:"
          ? await secure(line, { hostname: host, caCerts: [...caCerts] }, limit.signal)
          : line,
        post,
        limit.signal,
      );
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      const why = post.signal.aborted
        ? "Cancelled"
        : limit.signal.aborted
        ? `No answer within ${post.timeoutMs / 1000} s`
        : reasonOf(error);
      throw new NoAnswer(why, { cause: error });
    } finally {
      clearTimeout(timer);
      post.signal.removeEventListener("abort", giveUp);
    }
  };
}

/**
 * All addresses of a name, IPv4 ones first: a machine without IPv6 is likelier than one
 * without IPv4.
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

/** Connects to the first address that takes it. */
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

/** Goes on in TLS, with a certificate for the host's name. */
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
 * Sends the request and waits for the answer; closes the connection whatever comes of it.
 *
 * The runtime's own modules are asked for here because loading them at the start would cost every
 * start 10 ms; the first webhook holds the event loop up for that long instead. They are a part of
 * the runtime: unlike other modules they need no file to be opened.
 */
function exchange(
  line: Deno.Conn,
  { url, headers, body }: WebhookPost,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const { request } = process.getBuiltinModule("node:http");
  const { Duplex } = process.getBuiltinModule("node:stream");
  const socket = Duplex.fromWeb({ readable: line.readable, writable: line.writable });
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const sent: ClientRequest = request({
    createConnection: () => socket,
    method: "POST",
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      "content-length": new TextEncoder().encode(body).length,
      connection: "close",
    },
    signal,
  });
  let known: WebhookAnswer | undefined;
  sent.on("response", (answer: IncomingMessage) => {
    known = {
      status: answer.statusCode ?? 0,
      retryAfter: answer.headers["retry-after"] ?? null,
    };
    drain(answer);
  });
  // Whatever happens to the rest of an answer, its status has been said.
  const settle = (error: unknown) => known === undefined ? reject(error) : resolve(known);
  sent.on("error", settle);
  // Comes last and always: also after what is no answer, such as a switch of protocols.
  sent.on("close", () => settle(new NoAnswer("Connection closed without an answer")));
  sent.end(body);
  return promise.finally(() => socket.destroy());
}

/** Reads a body up to a bound, so that a receiver can finish writing a short one. */
function drain(answer: IncomingMessage): void {
  let left = MAX_DRAINED_BYTES;
  answer.on("data", (part: Uint8Array) => {
    left -= part.length;
    if (left < 0) answer.destroy();
  });
  answer.on("error", () => {});
}

/** What is found in an error, and how it is called in a list of deliveries. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ConnectionRefused/, "Connection refused"],
  [
    /ECONNRESET|ConnectionReset|BrokenPipe|EPIPE|UnexpectedEof/,
    "Connection closed without an answer",
  ],
  [/invalid peer certificate|certificate/i, "Certificate not trusted"],
  [/InvalidData/, "TLS failed"],
  [/HPE_/, "Answer is not HTTP"],
  [
    /HostUnreachable|NetworkUnreachable|AddrNotAvailable|os error (101|113)/,
    "Host unreachable",
  ],
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "No answer";
  const code = "code" in error ? String(error.code) : "";
  const text = `${error.name} ${code} ${error.message}`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? "No answer";
}
