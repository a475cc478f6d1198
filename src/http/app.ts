import { Hono } from "hono";
import { AppError, shown } from "../domain/errors.ts";
import { Exchange, type ExchangeContext } from "./exchange.ts";
import { bearerToken } from "./guard/auth.ts";
import { BODY_DEADLINE_MS, type JsonBody, readJsonBody, readText } from "./guard/body.ts";
import { clientAddress } from "./guard/client_address.ts";
import { RollingLimiter } from "./guard/rate_limit.ts";
import { hasClearFraming, requestPath } from "./guard/target.ts";
import { answerAndDrop, mayBeLong } from "./guard/unread_body.ts";
import type { Call, Operation } from "./operation.ts";
import { answerOnce } from "./idempotent.ts";
import { createOperations, type OperationDeps } from "./operations/operations.ts";
import type { FileReply } from "./reply.ts";

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
        if (!open.has(exchange.path)) await admit(exchange, peer);
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
): (exchange: Exchange, peer: string) => Promise<void> {
  const { services, monotonicMs, rateLimit, trustedHops } = options;

  return async (exchange, peer) => {
    const { headers } = exchange.request;
    const token = bearerToken(headers.get("authorization"));
    const key = token === undefined ? undefined : await services.keys.identify(token);
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
}

function mount(operations: readonly Operation[], options: AppOptions): Hono<Bindings> {
  const hono = new Hono<Bindings>({ getPath: (_request, o) => pathOf(o?.env) });
  for (const operation of operations) {
    hono.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
      const exchange = context.env;
      exchange.operation = operation;
      return exchange.finish(await answer(operation, exchange, options));
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

async function answer(
  operation: Operation,
  exchange: Exchange,
  { services: { idempotency }, bodyDeadlineMs = BODY_DEADLINE_MS }: AppOptions,
): Promise<FileReply> {
  let body: Promise<JsonBody> | undefined;
  let text = Promise.resolve("");
  const reading = {
    deadlineMs: bodyDeadlineMs,
    onBegin: () => void (exchange.leavesBodyUnread = false),
  };
  const call: Call = {
    param: (name) => pathParam(operation.path, exchange.path, name),
    header: (name) => exchange.request.headers.get(name),
    body: () => body ??= readJsonBody(exchange.request, reading),
    text() {
      if (!exchange.leavesBodyUnread) return text;
      return text = readText(exchange.request, reading);
    },
  };
  if (operation.access === "open") return await operation.handle(call);
  // What nobody reads would have to be drained all the same, however long it is.
  const takesNoBody = operation.docs.body === undefined && exchange.leavesBodyUnread;
  if (takesNoBody && exchange.key !== undefined) await call.text();
  if (exchange.key === undefined) {
    throw new AppError("error.unauthorized", "A valid API key is required as a bearer token");
  }
  return await answerOnce(operation, idempotency, {
    call: { ...call, key: exchange.key },
    name: exchange.request.headers.get("idempotency-key"),
    path: exchange.path,
  });
}

/** The part of the path at a parameter's place, undecoded: an id in disguise is not that id. */
function pathParam(template: string, path: string, name: string): string {
  return path.split("/")[template.split("/").indexOf(`{${name}}`)] ?? "";
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
