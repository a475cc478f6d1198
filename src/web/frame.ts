import { AppError } from "../domain/errors.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import { clientAddress, limitedAddress, namedAddress } from "./guard/client_address.ts";
import { hidesLongBody } from "./guard/readable.ts";
import { requestPath } from "./guard/target.ts";
import { answerAndDrop } from "./guard/unread_body.ts";
import type { FileReply } from "./reply.ts";
import { RequestContext, type RequestContextDeps } from "./request_context.ts";
import type { Route, RoutePlace, Router } from "./router.ts";

/** Options of every surface. */
export interface FrameOptions extends RequestContextDeps {
  /** Number of proxies in front whose `X-Forwarded-For` is trusted. */
  readonly trustedHops: number;
  /** True if clients speak TLS with this process itself (default: false). */
  readonly overTls?: boolean;
}

/** A surface as one function from a request and the socket's address to a response. */
export interface Fetcher {
  /** @param peer the socket's address; called only for requests that are limited by address */
  fetch(request: Request, peer: () => string): Promise<Response>;
}

/** A check lets a request pass, answers it, or throws the refusal. */
export type Check<Call> = (passage: Passage<Call>) => MaybePromise<FileReply | void>;

/** Names of the checks of all surfaces. */
type CheckName =
  | "key"
  | "limit"
  | "key still valid"
  | "host"
  | "own host"
  | "readable"
  | "origin"
  | "method"
  | "key required"
  | "person"
  | "scope"
  | "role"
  | "password"
  | "download"
  | "body"
  | "answer";

/** A check in its place. */
type NamedCheck<Call> = readonly [name: CheckName, check: Check<Call>];

/** An operation as the frame sees it. */
interface FrameOperation extends RoutePlace {
  readonly id: string;
}

/** The API, the checkout page or the dashboard. */
export interface Surface<Found extends FrameOperation, Call extends { readonly operation: Found }> {
  readonly router: Router<Found>;
  /** Makes the request as its operation sees it. */
  open(route: Route<Found>, passage: Passage<Call>): Call;
  /** Every request passes these in their order, which is security; the last one answers. */
  readonly checks: readonly NamedCheck<Call>[];
  /** Makes the answer of a refusal. */
  refuse(thrown: unknown, context: RequestContext): FileReply;
}

/** A request on its way through the checks of a surface. */
export class Passage<Call> {
  readonly context: RequestContext;
  /** False for a missing or malformed `Host` or target. */
  readonly hasHost: boolean;
  /** The request as its operation sees it; undefined for an unknown path or method. */
  readonly found: Call | undefined;
  readonly #options: FrameOptions;
  readonly #peer: () => string;

  constructor(
    [request, peer]: Parameters<Fetcher["fetch"]>,
    options: FrameOptions,
    find: (passage: Passage<Call>) => Call | undefined,
  ) {
    const { url, headers } = request;
    this.context = new RequestContext(request, options);
    const path = requestPath(url, headers.get("host"), options.overTls === true);
    this.context.path = path ?? "";
    this.hasHost = path !== undefined;
    this.#options = options;
    this.#peer = peer;
    this.found = find(this);
  }

  /** The request as its operation sees it, after {@link requireOperation}. */
  get call(): Call {
    if (this.found === undefined) throw new Error("The operation is checked first");
    return this.found;
  }

  /** The client's address, by which it is limited. */
  address(): string {
    return limitedAddress(clientAddress(...this.#addresses()));
  }

  /**
   * The client's address as it is, for keys that certain addresses may use; `unix` for the peer of a
   * Unix socket, `unknown` where a trusted proxy names none.
   */
  wholeAddress(): string {
    return namedAddress(...this.#addresses()) ?? "unknown";
  }

  #addresses() {
    const forwardedFor = this.context.request.headers.get("x-forwarded-for");
    return [this.#peer(), forwardedFor, this.#options.trustedHops] as const;
  }
}

/** Leads requests through the checks of a surface. */
export function served<Found extends FrameOperation, Call extends { readonly operation: Found }>(
  options: FrameOptions,
  { router, open, checks, refuse }: Surface<Found, Call>,
): Fetcher {
  const find = (passage: Passage<Call>) => {
    const { request: { method }, path } = passage.context;
    // The router knows no empty path, as that of CONNECT.
    const route = router.find(method === "HEAD" ? "GET" : method, path);
    return route && open(route, passage);
  };
  return {
    async fetch(...request) {
      const passage = new Passage(request, options, find);
      const { context } = passage;
      try {
        for (const [, check] of checks) {
          const checked = check(passage);
          // Nothing is awaited for a cached key and a cached session.
          const reply = checked instanceof Promise ? await context.inTime(checked) : checked;
          if (reply !== undefined) return context.finish(reply);
        }
        throw new Error("The last check answers");
      } catch (error) {
        const refusal = context.finish(refuse(error, context));
        return hidesLongBody(context) ? answerAndDrop(refusal) : refusal;
      }
    },
  };
}

/** @throws {AppError} `error.invalid-request` for a missing or malformed host */
export function requireHost({ hasHost }: Passage<unknown>): void {
  if (!hasHost) throw new AppError("error.invalid-request", "Host must be valid");
}

/**
 * Creates the check of path and method, and names the operation in log and metrics.
 *
 * @param unmatched answers an unknown path, and another method than those that are allowed
 * @param also allowed at every path
 */
export function requireOperation<Found extends FrameOperation>(
  router: Router<Found>,
  unmatched: (context: RequestContext, allow?: string) => FileReply,
  also: readonly string[] = [],
): Check<{ readonly operation: Found }> {
  return ({ found, context }) => {
    if (found !== undefined) {
      context.operation = found.operation;
      return;
    }
    const methods = router.methodsOf(context.path);
    if (methods.length === 0) return unmatched(context);
    const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), ...also];
    const Allow = allowed.sort().join(", ");
    const reply = unmatched(context, Allow);
    return { ...reply, headers: { ...reply.headers, Allow } };
  };
}
