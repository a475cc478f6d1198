import { requireScope } from "../domain/caller.ts";
import { AppError, shown } from "../domain/errors.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import { ApiRequest } from "./api_request.ts";
import {
  type Check,
  type Fetcher,
  type FrameOptions,
  type Passage,
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
export interface App extends Fetcher {
  /** Number of keys and of addresses that the rate limit tracks. */
  limited(): { readonly keys: number; readonly addresses: number };
}

/** Composes the checks that every request passes, in this order, and the operations. */
export function createApp(options: AppOptions): App {
  const { limiters = ownLimiters, services, bodyDeadlineMs = BODY_DEADLINE_MS } = options;
  const operations = createOperations(options);
  const router = new Router<Operation>(operations);
  const [byKey, byAddress] = [limiters("key"), limiters("address")];
  const open = new Set(
    operations.filter(({ access }) => access === "open").map(({ path }) => path),
  );
  const limit = createLimit(options, { byKey, byAddress, open });
  const app = served<Operation, ApiRequest>(options, {
    router,
    open: (route, { context }) => new ApiRequest(context, route, bodyDeadlineMs),
    checks: [
      ["key", identifyKey(services, open)],
      ["limit", limit.count],
      ["key still valid", confirmKey(services, limit)],
      ["host", requireHost],
      ["readable", requireReadable],
      ["method", requireOperation(router, unmatched, ["OPTIONS"])],
      ["key required", requireKey(services)],
      ["scope", requireOwnScope],
      ["body", takeBody],
      ["answer", answer(services)],
    ],
    refuse: problem,
  });
  return { ...app, limited: () => ({ keys: byKey.size, addresses: byAddress.size }) };
}

/**
 * Creates the check that finds the key of a request. Nothing is awaited for a cached one. If another
 * server may have changed a key that was valid before, this is the key until {@link confirmKey}: the
 * database may be on another machine.
 */
function identifyKey(
  { authentication }: AppOptions["services"],
  open: ReadonlySet<string>,
): Check<ApiRequest> {
  return (passage) => {
    const { context } = passage;
    const token = open.has(context.path) ? undefined : tokenOf(context);
    if (token === undefined) return;
    context.key = authentication.expect(token);
    context.isKeyExpected = context.key !== undefined;
    if (context.isKeyExpected) return;
    const key = authentication.identify(token, () => passage.wholeAddress());
    if (key instanceof Promise) return key.then((found) => void (context.key = found));
    context.key = key;
  };
}

/** Counts requests. */
interface Limit {
  readonly count: (passage: Passage<ApiRequest>) => MaybePromise<void>;
  /** Resolves when a request with an expected key is counted. */
  readonly counted: (passage: Passage<ApiRequest>) => MaybePromise<void>;
}

/**
 * Creates the check that counts a request for its key, or for the client's address if it has no
 * valid key. This comes before all other work.
 */
function createLimit(
  { rateLimit }: AppOptions,
  { byKey, byAddress, open }: {
    readonly byKey: Limiter;
    readonly byAddress: Limiter;
    readonly open: ReadonlySet<string>;
  },
): Limit {
  const counting = new WeakMap<Passage<ApiRequest>, Promise<void>>();
  return {
    count(passage) {
      const { context } = passage;
      const { startedMs, key } = context;
      if (open.has(context.path)) return;
      const verdict = key === undefined
        ? byAddress.take(passage.address(), rateLimit, startedMs)
        : byKey.take(key.id, key.rateLimit ?? rateLimit, startedMs);
      if (!(verdict instanceof Promise)) return admit(context, verdict);
      const counted = verdict.then((result) => admit(context, result));
      if (!context.isKeyExpected) return counted;
      // Awaited beside the key.
      counted.catch(() => {});
      counting.set(passage, counted);
    },
    counted: (passage) => counting.get(passage),
  };
}

/**
 * Creates the check that asks for a key that is only expected. What the operation needs is read
 * meanwhile.
 */
function confirmKey(
  { authentication, idempotency }: AppOptions["services"],
  limit: Limit,
): Check<ApiRequest> {
  const confirm = async (passage: Passage<ApiRequest>) => {
    const { context, found } = passage;
    const identified = Promise.resolve(
      authentication.identify(tokenOf(context) ?? "", () => passage.wholeAddress()),
    );
    // Reported below, unless the request is refused before.
    identified.catch(() => {});
    if (found?.operation.access === "key") beginReads(found.operation, idempotency, found);
    await limit.counted(passage);
    context.key = await identified;
    context.isKeyExpected = false;
    // Counted for the address, if the key is no longer valid.
    if (context.key === undefined) await limit.count(passage);
  };
  return (passage) => passage.context.isKeyExpected ? confirm(passage) : undefined;
}

function tokenOf({ request: { headers } }: RequestContext): string | undefined {
  return bearerToken(headers.get("authorization"));
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
    return authentication.refusal(tokenOf(context)).then((error) => Promise.reject(error));
  };
}

function requireOwnScope({ call }: Passage<ApiRequest>): void {
  if (call.operation.access === "key") requireScope(call.caller, call.operation.scope);
}

/** Reads a body that the operation does not take: the runtime would drain one of any length. */
function takeBody({ context, call }: Passage<ApiRequest>): MaybePromise<void> {
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
