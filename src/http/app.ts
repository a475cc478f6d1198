import { type ApiKey, unauthorized } from "../domain/api_key.ts";
import { after, attempt, type Awaitable } from "../domain/awaitable.ts";
import { AppError, shown } from "../domain/errors.ts";
import { Exchange, type ExchangeContext } from "./exchange.ts";
import { bearerToken } from "./guard/auth.ts";
import { BODY_DEADLINE_MS } from "./guard/body.ts";
import { clientAddress } from "./guard/client_address.ts";
import { RollingLimiter } from "./guard/rate_limit.ts";
import { requestPath } from "./guard/target.ts";
import { answerAndDrop } from "./guard/unread_body.ts";
import { answerOnce } from "./idempotent.ts";
import { createOperations, type OperationDeps } from "./operations.ts";
import { INDENT } from "../schema/api/indent.ts";
import type { FileReply } from "./reply.ts";
import { RequestCall } from "./request_call.ts";
import { Router } from "./router.ts";

/** What the HTTP side is made of. */
export interface AppOptions extends ExchangeContext, OperationDeps {
  /** Requests a minute for a key without its own limit, and for an address without a key. */
  readonly rateLimit: number;
  /** Proxies before us whose `X-Forwarded-For` is believed. */
  readonly trustedHops: number;
  /** Whether clients speak TLS with this server itself. */
  readonly overTls?: boolean;
  /** Milliseconds in which a body has to be complete; 10 s when left out. */
  readonly bodyDeadlineMs?: number;
}

/** The whole HTTP side as one function from a request and the socket's address to a response. */
export interface App {
  /** @param peer asked only about requests that are limited by where they come from */
  fetch(request: Request, peer: () => string): Awaitable<Response>;
  /** How many keys and how many addresses the rate limit has in mind. */
  limited(): { readonly keys: number; readonly addresses: number };
}

/** Subjects a limiter knows at a time: with all the moments it may keep at most 48 MiB. */
const MAX_SUBJECTS = 50_000;

/** Puts together what every request passes, in this order, and the operations behind it. */
export function createApp(options: AppOptions): App {
  const operations = createOperations(options);
  const answer = createAnswerer(new Router(operations), options);
  const open = new Set(
    operations.filter(({ access }) => access === "open").map(({ path }) => path),
  );
  const byKey = new RollingLimiter(MAX_SUBJECTS);
  const byAddress = new RollingLimiter(MAX_SUBJECTS);
  const admit = createGate(options, { byKey, byAddress });

  const pass = (exchange: Exchange, peer: () => string): Awaitable<Response> => {
    const { request } = exchange;
    const { url } = request;
    const path = requestPath(url, request.headers.get("host"), options.overTls === true);
    exchange.path = path ?? "";
    exchange.indents = url.endsWith(INDENT);
    const admitted = open.has(exchange.path) ? undefined : admit(exchange, peer);
    return after(admitted, () => {
      if (path === undefined) throw new AppError("error.invalid-request", "Host must be valid");
      requireReadable(exchange);
      return answer(exchange);
    });
  };

  return {
    limited: () => ({ keys: byKey.size, addresses: byAddress.size }),
    fetch(request, peer) {
      const exchange = new Exchange(request, options);
      return attempt(() => pass(exchange, peer), (error) => {
        const refusal = exchange.fail(error);
        return hidesLongBody(exchange) ? answerAndDrop(refusal) : refusal;
      });
    },
  };
}

/** @throws {AppError} when what was sent is not to be made out, or not to be read to its end */
function requireReadable(exchange: Exchange): void {
  if (!exchange.framing.isClear) {
    const message = "Content-Length and Transfer-Encoding must leave no doubt";
    throw new AppError("error.invalid-request", message);
  }
  if (exchange.path === "") {
    throw new AppError("error.invalid-request", "The target must be a path");
  }
  if (hidesLongBody(exchange)) {
    const { method } = exchange.request;
    const message = `${method} takes no body of this length or of none that is told`;
    throw new AppError("error.payload-too-large", message);
  }
}

/** Whether the runtime keeps a long body from us: of GET and HEAD it drains what comes. */
function hidesLongBody({ hidesBody, framing }: Exchange): boolean {
  return hidesBody && framing.mayBeLong;
}

/**
 * Who asks, and may they ask now? Counts the request on its key, or on the client's
 * address when it has no valid one, before anything else is done for it.
 */
function createGate(
  { services, rateLimit, trustedHops }: AppOptions,
  { byKey, byAddress }: { readonly byKey: RollingLimiter; readonly byAddress: RollingLimiter },
): (exchange: Exchange, peer: () => string) => Awaitable<void> {
  const judge = (exchange: Exchange, peer: () => string, key: ApiKey | undefined): void => {
    const { request: { headers }, startedMs } = exchange;
    const verdict = key === undefined
      ? byAddress.take(
        clientAddress(peer(), headers.get("x-forwarded-for"), trustedHops),
        rateLimit,
        startedMs,
      )
      : byKey.take(key.id, key.rateLimit ?? rateLimit, startedMs);
    exchange.key = key;
    exchange.verdict = verdict;
    if (verdict.allowed) return;
    throw new AppError(
      "error.rate-limit-exceeded",
      `No more than ${verdict.quota} requests a minute: retry after ${verdict.resetSeconds} s`,
      { retryAfterSeconds: verdict.resetSeconds },
    );
  };

  return (exchange, peer) => {
    const token = bearerToken(exchange.request.headers.get("authorization"));
    const found = token === undefined ? undefined : services.keys.identify(token);
    return after(found, (key) => judge(exchange, peer, key));
  };
}

/** What answers an exchange that was let in. */
function createAnswerer(
  router: Router,
  { services: { idempotency }, bodyDeadlineMs = BODY_DEADLINE_MS }: AppOptions,
): (exchange: Exchange) => Awaitable<Response> {
  const handle = (call: RequestCall): Awaitable<FileReply> => {
    const { operation, exchange } = call;
    if (operation.access === "open") return operation.handle(call);
    if (exchange.key === undefined) throw unauthorized();
    // What nobody reads would have to be drained all the same, however long it is.
    if (operation.docs.body === undefined && exchange.leavesBodyUnread) {
      return call.text().then(() => answerOnce(operation, idempotency, call));
    }
    return answerOnce(operation, idempotency, call);
  };

  return (exchange) => {
    const { request: { method }, path } = exchange;
    const route = router.find(method === "HEAD" ? "GET" : method, path);
    if (route === undefined) return unmatched(router, exchange);
    exchange.operation = route.operation;
    const call = new RequestCall(exchange, route, bodyDeadlineMs);
    return after(handle(call), (reply) => exchange.finish(reply));
  };
}

/** No operation has this path and method: says which of the two is wrong. */
function unmatched(router: Router, exchange: Exchange): Response {
  const { path, request: { method } } = exchange;
  const methods = router.methodsOf(path);
  if (methods.length === 0) {
    throw new AppError("error.not-found", `Nothing is here: ${shown(path)}`);
  }
  const also = methods.includes("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  const Allow = [...methods, ...also].sort().join(", ");
  if (method === "OPTIONS") return exchange.finish({ status: 204, body: "", headers: { Allow } });
  const message = `This path allows ${Allow}: ${shown(method)}`;
  return exchange.fail(new AppError("error.method-not-allowed", message), { Allow });
}
