import { requireScope } from "../domain/caller.ts";
import { AppError, shown } from "../domain/errors.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import { ApiRequest } from "./api_request.ts";
import {
  type Check,
  type Fetching,
  type FrameOptions,
  type Passing,
  requireHost,
  requireOperation,
  served,
} from "./frame.ts";
import { bearerToken } from "./guard/auth.ts";
import { BODY_DEADLINE_MS } from "./guard/body.ts";
import { type Limiters, ownLimiters } from "./guard/limiters.ts";
import type { Limiter, RateLimitResult } from "./guard/rate_limit.ts";
import { requireReadable } from "./guard/readable.ts";
import { answerOnce, beginReads } from "./idempotent.ts";
import type { Operation } from "./operation.ts";
import { createOperations, type OperationDeps } from "./operations.ts";
import { problem } from "./problem.ts";
import type { FileReply } from "./reply.ts";
import type { RequestContext } from "./request_context.ts";
import { Router } from "./router.ts";

/** Options of {@link createApp}. */
export interface AppOptions extends FrameOptions, OperationDeps {
  /** Requests a minute for a key without its own limit, and for an address without a key. */
  readonly rateLimit: number;
  /** Default: limiters that count in memory. */
  readonly limiters?: Limiters;
  /** Time limit for receiving a body, in milliseconds (default: 10 s). */
  readonly bodyDeadlineMs?: number;
}

/** The API, and what operators ask of a server. */
export interface App extends Fetching {
  /** Number of keys and of addresses that the rate limit tracks. */
  limited(): { readonly keys: number; readonly addresses: number };
}

/** Composes the checks that every request passes, in this order, and the operations. */
export function createApp(options: AppOptions): App {
  const { limiters = ownLimiters, services, bodyDeadlineMs = BODY_DEADLINE_MS } = options;
  const operations = createOperations(options);
  const router = new Router<Operation>(operations);
  const [byKey, byAddress] = [limiters("key"), limiters("address")];
  const open = operations.filter(({ access }) => access === "open").map(({ path }) => path);
  const app = served<Operation, ApiRequest>(options, {
    router,
    open: (route, { context }) => new ApiRequest(context, route, bodyDeadlineMs),
    checks: [
      createAdmission(options, {
        open: new Set(open),
        limit: createLimit(options, { byKey, byAddress }),
      }),
      requireHost,
      requireReadable,
      requireOperation(router, unmatched, ["OPTIONS"]),
      requireKey(services),
      requireOwnScope,
      takeBody,
      answer(services),
    ],
    refuse: problem,
  });
  return { ...app, limited: () => ({ keys: byKey.size, addresses: byAddress.size }) };
}

type Limit = (passing: Passing<ApiRequest>) => MaybePromise<void>;

/**
 * Creates the check of key and limit. Nothing is awaited for a cached key while the limit is
 * counted in memory. If another key was valid before, its request is counted at once, and what the
 * operation needs is read meanwhile: the database may be on another machine.
 */
function createAdmission(
  { services: { authentication, idempotency } }: AppOptions,
  { open, limit }: { readonly open: ReadonlySet<string>; readonly limit: Limit },
): Limit {
  const admitUnsure = async (passing: Passing<ApiRequest>, token: string) => {
    const { context, found } = passing;
    const expected = authentication.expect(token);
    if (expected === undefined) {
      context.key = await authentication.identify(token);
      await limit(passing);
      return;
    }
    context.key = expected;
    // Refused at once, it reads nothing.
    const admitted = limit(passing);
    const identified = authentication.identify(token);
    // Reported below, unless the request is refused before.
    identified.catch(() => {});
    if (found?.operation.access === "key") beginReads(found.operation, idempotency, found);
    await admitted;
    context.key = await identified;
    // Counted for the address, if the key is no longer valid.
    if (context.key === undefined) await limit(passing);
  };

  return (passing) => {
    const { context } = passing;
    const { path, request: { headers } } = context;
    if (open.has(path)) return;
    const token = bearerToken(headers.get("authorization"));
    context.key = token === undefined ? undefined : authentication.recall(token);
    if (token !== undefined && context.key === undefined) return admitUnsure(passing, token);
    return limit(passing);
  };
}

/**
 * Counts a request for its key, or for the client's address if it has no valid key. This comes
 * before all other work.
 */
function createLimit(
  { rateLimit }: AppOptions,
  { byKey, byAddress }: { readonly byKey: Limiter; readonly byAddress: Limiter },
): Limit {
  return (passing) => {
    const { context } = passing;
    const { startedMs, key } = context;
    const verdict = key === undefined
      ? byAddress.take(passing.address(), rateLimit, startedMs)
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

function requireKey({ authentication }: AppOptions["services"]): Check<ApiRequest> {
  return ({ context, call }) => {
    if (call.operation.access === "open" || context.key !== undefined) return;
    const token = bearerToken(call.header("authorization"));
    return authentication.refusal(token).then((error) => Promise.reject(error));
  };
}

function requireOwnScope({ call }: Passing<ApiRequest>): void {
  if (call.operation.access === "key") requireScope(call.caller, call.operation.scope);
}

/** Reads a body that the operation does not take: the runtime would drain one of any length. */
function takeBody({ context, call }: Passing<ApiRequest>): MaybePromise<void> {
  const { access, docs } = call.operation;
  if (access === "open" || docs.body !== undefined || !context.leavesBodyUnread) return;
  return call.text().then(() => {});
}

function answer({ idempotency }: AppOptions["services"]): Check<ApiRequest> {
  return ({ call }) =>
    call.operation.access === "open"
      ? call.operation.handle(call)
      : answerOnce(call.operation, idempotency, call);
}

/** Answers a request without an operation: unknown path, or another method. */
function unmatched({ path, request: { method } }: RequestContext, allow?: string): FileReply {
  if (allow === undefined) {
    throw new AppError("error.not-found", `No such path: ${shown(path)} (see /docs)`);
  }
  if (method === "OPTIONS") return { status: 204, body: "" };
  const message = `This path allows ${allow}, got ${shown(method)}`;
  return problem(new AppError("error.method-not-allowed", message));
}
