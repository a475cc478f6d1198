import { Hono } from "hono";
import type { ApiKey } from "../domain/api_key.ts";
import { AppError, shown } from "../domain/errors.ts";
import type { Idempotency } from "../service/checkout/idempotency.ts";
import { Exchange, type ExchangeContext } from "./exchange.ts";
import { bearerToken } from "./guard/auth.ts";
import { BODY_DEADLINE_MS } from "./guard/body.ts";
import { clientAddress } from "./guard/client_address.ts";
import { RollingLimiter } from "./guard/rate_limit.ts";
import { hasClearFraming, requestPath } from "./guard/target.ts";
import { answerAndDrop, mayBeLong } from "./guard/unread_body.ts";
import type { Operation } from "./operation.ts";
import { answerOnce } from "./idempotent.ts";
import { createOperations, type OperationDeps } from "./operations/operations.ts";
import type { FileReply } from "./reply.ts";
import { RequestCall, routeOf, unauthorized } from "./request_call.ts";

/** What the HTTP side is made of. */
export interface AppOptions extends ExchangeContext, OperationDeps {
  /** Requests a minute for a key without its own limit, and for an address without a key. */
  readonly rateLimit: number;
  /** Proxies before us whose `X-Forwarded-For` is believed. */
  readonly trustedHops: number;
  /** Milliseconds in which a body has to be complete; 10 s when left out. */
  readonly bodyDeadlineMs?: number;
}

/** The whole HTTP side as one function from a request and the socket's address to a response. */
export interface App {
  fetch(request: Request, peer: string): Promise<Response>;
  /** How many keys and how many addresses the rate limit has in mind. */
  limited(): { readonly keys: number; readonly addresses: number };
}

/** Subjects a limiter knows at a time: with all the moments it may keep at most 48 MiB. */
const MAX_SUBJECTS = 50_000;

type Bindings = { Bindings: Exchange };

/** Puts together what every request passes, in this order, and the operations behind it. */
export function createApp(options: AppOptions): App {
  const operations = createOperations(options);
  const routes = mount(operations, options);
  const open = new Set(
    operations.filter(({ access }) => access === "open").map(({ path }) => path),
  );
  const byKey = new RollingLimiter(MAX_SUBJECTS);
  const byAddress = new RollingLimiter(MAX_SUBJECTS);
  const admit = createGate(options, { byKey, byAddress });

  return {
    limited: () => ({ keys: byKey.size, addresses: byAddress.size }),
    async fetch(request, peer) {
      const exchange = new Exchange(request, options);
      const hidesLongBody = hidesBody(request.method) && mayBeLong(request.headers);
      try {
        const path = requestPath(request.url, request.headers.get("host"));
        exchange.path = path ?? "";
        const admitted = open.has(exchange.path) ? undefined : admit(exchange, peer);
        // Mostly known at once, and a turn of the loop less is a good part of a read.
        if (admitted !== undefined) await admitted;
        if (path === undefined) throw new AppError("error.invalid-request", "Host must be valid");
        if (!hasClearFraming(request.headers)) {
          const message = "Content-Length and Transfer-Encoding must leave no doubt";
          throw new AppError("error.invalid-request", message);
        }
        if (path === "") throw new AppError("error.invalid-request", "The target must be a path");
        if (hidesLongBody) {
          const message = `${request.method} takes no body of this length or of none that is told`;
          throw new AppError("error.payload-too-large", message);
        }
        return await routes.fetch(request, exchange);
      } catch (error) {
        const refusal = exchange.fail(error);
        return hidesLongBody ? await answerAndDrop(refusal) : refusal;
      }
    },
  };
}

/** Whether the runtime keeps a request's body from us: it drains what it cannot hand out. */
function hidesBody(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Who asks, and may they ask now? Counts the request on its key, or on the client's
 * address when it has no valid one, before anything else is done for it.
 */
function createGate(
  options: AppOptions,
  { byKey, byAddress }: { readonly byKey: RollingLimiter; readonly byAddress: RollingLimiter },
): (exchange: Exchange, peer: string) => void | Promise<void> {
  const { services, monotonicMs, rateLimit, trustedHops } = options;

  const judge = (exchange: Exchange, peer: string, key: ApiKey | undefined): void => {
    const { headers } = exchange.request;
    const verdict = key === undefined
      ? byAddress.take(
        clientAddress(peer, headers.get("x-forwarded-for"), trustedHops),
        rateLimit,
        monotonicMs(),
      )
      : byKey.take(key.id, key.rateLimit ?? rateLimit, monotonicMs());
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
    return found instanceof Promise
      ? found.then((key) => judge(exchange, peer, key))
      : judge(exchange, peer, found);
  };
}

function mount(operations: readonly Operation[], options: AppOptions): Hono<Bindings> {
  const { services: { idempotency }, bodyDeadlineMs = BODY_DEADLINE_MS } = options;
  const hono = new Hono<Bindings>({ getPath: (_request, o) => pathOf(o?.env) });
  for (const operation of operations) {
    const route = routeOf(operation, bodyDeadlineMs);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    hono.on(operation.method, path, async (context) => {
      const exchange = context.env;
      exchange.operation = operation;
      return exchange.finish(await answer(new RequestCall(exchange, route), idempotency));
    });
  }
  hono.notFound((context) => unmatched(operations, context.env));
  hono.onError((error, context) => context.env.fail(error));
  return hono;
}

// Hono types the bindings it hands to getPath as optional and open.
function pathOf(env: unknown): string {
  return env instanceof Exchange ? env.path : "";
}

function answer(call: RequestCall, idempotency: Idempotency): Promise<FileReply> {
  const { operation, exchange } = call;
  if (operation.access === "open") return operation.handle(call);
  if (exchange.key === undefined) return Promise.reject(unauthorized());
  // What nobody reads would have to be drained all the same, however long it is.
  if (operation.docs.body === undefined && exchange.leavesBodyUnread) {
    return call.text().then(() => answerOnce(operation, idempotency, call));
  }
  return answerOnce(operation, idempotency, call);
}

/** No operation has this path and method: says which of the two is wrong. */
function unmatched(operations: readonly Operation[], exchange: Exchange): Response {
  const { path, request: { method } } = exchange;
  const methods = operations.filter((operation) => matches(operation.path, path))
    .flatMap((operation): string[] =>
      operation.method === "GET" ? ["GET", "HEAD"] : [operation.method]
    );
  if (methods.length === 0) {
    return exchange.fail(new AppError("error.not-found", `Nothing is here: ${shown(path)}`));
  }
  const Allow = [...new Set([...methods, "OPTIONS"])].sort().join(", ");
  if (method === "OPTIONS") return exchange.finish({ status: 204, body: "", headers: { Allow } });
  const message = `This path allows ${Allow}: ${shown(method)}`;
  return exchange.fail(new AppError("error.method-not-allowed", message), { Allow });
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return wanted.length === given.length &&
    wanted.every((part, i) => part.startsWith("{") ? given[i] !== "" : part === given[i]);
}
