import { requireScope } from "../domain/caller.ts";
import { AppError, shown } from "../domain/errors.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import { INDENT } from "../schema/api/indent.ts";
import { ApiRequest } from "./api_request.ts";
import { bearerToken } from "./guard/auth.ts";
import { BODY_DEADLINE_MS } from "./guard/body.ts";
import { clientAddress } from "./guard/client_address.ts";
import { type Limiters, ownLimiters } from "./guard/limiters.ts";
import type { Limiter, RateLimitResult } from "./guard/rate_limit.ts";
import { hidesLongBody, requireReadable } from "./guard/readable.ts";
import { requestPath } from "./guard/target.ts";
import { answerAndDrop } from "./guard/unread_body.ts";
import { answerOnce, beginReads } from "./idempotent.ts";
import { createOperations, type OperationDeps } from "./operations.ts";
import type { FileReply } from "./reply.ts";
import { RequestContext, type RequestContextDeps } from "./request_context.ts";
import { Router } from "./router.ts";

/** Options of {@link createApp}. */
export interface AppOptions extends RequestContextDeps, OperationDeps {
  /** Requests a minute for a key without its own limit, and for an address without a key. */
  readonly rateLimit: number;
  /** Default: limiters that count in memory. */
  readonly limiters?: Limiters;
  /** Number of proxies in front of the server whose `X-Forwarded-For` is trusted. */
  readonly trustedHops: number;
  /** True if clients speak TLS with this server itself. */
  readonly overTls?: boolean;
  /** Time limit for receiving a body, in milliseconds (default: 10 s). */
  readonly bodyDeadlineMs?: number;
}

/** The whole HTTP side as one function from a request and the socket's address to a response. */
export interface App {
  /** @param peer the socket's address; called only for requests that are limited by address */
  fetch(request: Request, peer: () => string): Promise<Response>;
  /** Number of keys and of addresses that the rate limit tracks. */
  limited(): { readonly keys: number; readonly addresses: number };
}

/** Composes the checks that every request passes, in this order, and the operations. */
export function createApp(options: AppOptions): App {
  const operations = createOperations(options);
  const router = new Router(operations);
  const answer = createAnswerer(router, options);
  const open = new Set(
    operations.filter(({ access }) => access === "open").map(({ path }) => path),
  );
  const { limiters = ownLimiters, services, bodyDeadlineMs = BODY_DEADLINE_MS } = options;
  const { authentication } = services;
  const byKey = limiters("key");
  const byAddress = limiters("address");
  const limit = createLimit(options, { byKey, byAddress });
  const callOf = (context: RequestContext): ApiRequest | undefined => {
    const { request: { method }, path } = context;
    const route = router.find(method === "HEAD" ? "GET" : method, path);
    return route && new ApiRequest(context, route, bodyDeadlineMs);
  };
  const admitUnsure = createAdmission(services, limit);

  return {
    limited: () => ({ keys: byKey.size, addresses: byAddress.size }),
    async fetch(request, peer) {
      const context = new RequestContext(request, options);
      try {
        const { url, headers } = request;
        const path = requestPath(url, headers.get("host"), options.overTls === true);
        context.path = path ?? "";
        context.indents = url.endsWith(INDENT);
        // The router refuses the empty path of CONNECT.
        const call = path ? callOf(context) : undefined;
        if (!open.has(context.path)) {
          const token = bearerToken(headers.get("authorization"));
          context.key = token === undefined ? undefined : authentication.recall(token);
          if (token !== undefined && context.key === undefined) {
            await context.inTime(admitUnsure(context, { token, call, peer }));
          } else {
            // Nothing is awaited while the limit is counted in memory.
            const limited = limit(context, peer);
            if (limited !== undefined) await context.inTime(limited);
          }
        }
        if (path === undefined) throw new AppError("error.invalid-request", "Host must be valid");
        requireReadable(context);
        return await answer(context, call);
      } catch (error) {
        const refusal = context.fail(error);
        return hidesLongBody(context) ? answerAndDrop(refusal) : refusal;
      }
    },
  };
}

type Limit = (context: RequestContext, peer: () => string) => MaybePromise<void>;

/**
 * Creates the check of a key that is not cached or not fresh, and counts its request. If the key was
 * valid before, that happens at once, and what the operation needs is read meanwhile: the database
 * may be on another machine.
 */
function createAdmission({ authentication, idempotency }: AppOptions["services"], limit: Limit) {
  return async (context: RequestContext, { token, call, peer }: {
    readonly token: string;
    readonly call: ApiRequest | undefined;
    readonly peer: () => string;
  }): Promise<void> => {
    const expected = authentication.expect(token);
    if (expected === undefined) {
      context.key = await authentication.identify(token);
      await limit(context, peer);
      return;
    }
    context.key = expected;
    // Refused at once, it reads nothing.
    const admitted = limit(context, peer);
    const identified = authentication.identify(token);
    // Reported below, unless the request is refused before.
    identified.catch(() => {});
    if (call?.operation.access === "key") beginReads(call.operation, idempotency, call);
    await admitted;
    context.key = await identified;
    // Counted for the address, if the key is no longer valid.
    if (context.key === undefined) await limit(context, peer);
  };
}

/**
 * Counts a request for its key, or for the client's address if it has no valid key. This comes
 * before all other work.
 */
function createLimit(
  { rateLimit, trustedHops }: AppOptions,
  { byKey, byAddress }: { readonly byKey: Limiter; readonly byAddress: Limiter },
): Limit {
  return (context, peer) => {
    const { request: { headers }, startedMs, key } = context;
    const verdict = key === undefined
      ? byAddress.take(
        clientAddress(peer(), headers.get("x-forwarded-for"), trustedHops),
        rateLimit,
        startedMs,
      )
      : byKey.take(key.id, key.rateLimit ?? rateLimit, startedMs);
    if (verdict instanceof Promise) return verdict.then((result) => admit(context, result));
    return admit(context, verdict);
  };
}

/** @throws {AppError} `error.rate-limit-exceeded` */
function admit(context: RequestContext, verdict: RateLimitResult): void {
  context.verdict = verdict;
  if (verdict.allowed) return;
  throw new AppError(
    "error.rate-limit-exceeded",
    `At most ${verdict.quota} requests per minute: retry in ${verdict.resetSeconds} s`,
    { retryAfterSeconds: verdict.resetSeconds },
  );
}

/** Creates the function that answers an admitted request. */
function createAnswerer(
  router: Router,
  { services: { authentication, idempotency } }: AppOptions,
): (context: RequestContext, call: ApiRequest | undefined) => Promise<Response> {
  const handle = (call: ApiRequest): MaybePromise<FileReply> => {
    const { operation, context } = call;
    if (operation.access === "open") return operation.handle(call);
    if (context.key === undefined) {
      const token = bearerToken(call.header("authorization"));
      return authentication.refusal(token).then((error) => Promise.reject(error));
    }
    requireScope(call.caller, operation.scope);
    // The runtime would drain an unread body of any length, so it is read within the limits.
    if (operation.docs.body === undefined && context.leavesBodyUnread) {
      return call.text().then(() => answerOnce(operation, idempotency, call));
    }
    return answerOnce(operation, idempotency, call);
  };

  return async (context, call) => {
    if (call === undefined) return unmatched(router, context);
    context.operation = call.operation;
    return context.finish(await context.inTime(handle(call)));
  };
}

/** Answers a request without an operation: unknown path, or another method. */
function unmatched(router: Router, context: RequestContext): Response {
  const { path, request: { method } } = context;
  const methods = router.methodsOf(path);
  if (methods.length === 0) {
    throw new AppError("error.not-found", `No such path: ${shown(path)} (see /docs)`);
  }
  const also = methods.includes("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  const Allow = [...methods, ...also].sort().join(", ");
  if (method === "OPTIONS") return context.finish({ status: 204, body: "", headers: { Allow } });
  const message = `This path allows ${Allow}, got ${shown(method)}`;
  return context.fail(new AppError("error.method-not-allowed", message), { Allow });
}
