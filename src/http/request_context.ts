import type { AppError, ErrorCode } from "../domain/errors.ts";
import type { ApiKey } from "../domain/shop/api_key.ts";
import { indented } from "../schema/api/indent.ts";
import { partsOf } from "./guard/body_parts.ts";
import { Framing } from "./guard/framing.ts";
import { type RateLimitResult, WINDOW_SECONDS } from "./guard/rate_limit.ts";
import { drainBody } from "./guard/unread_body.ts";
import type { Operation } from "./operation.ts";
import { problem } from "./problem.ts";
import type { FileReply } from "./reply.ts";

/** Log entry of a request: never a body, a secret or an address of a person. */
export interface RequestEntry extends Readonly<Record<string, unknown>> {
  readonly method: string;
  /** The route's template, not the path: paths hold ids. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly request_id: string;
  readonly merchant?: string;
  /** The visible beginning of the key. */
  readonly key?: string;
  /** The code of a refusal. */
  readonly error?: string;
  /** Cause of an unexpected failure; for the log alone. */
  readonly cause?: unknown;
}

/** Dependencies of {@link RequestContext}. */
export interface RequestContextDeps {
  readonly monotonicMs: () => number;
  readonly newRequestId: () => string;
  readonly log: (entry: RequestEntry) => void;
  /**
   * Told of every answer by whoever counts them; left out where nobody does.
   *
   * @param operation its id, {@link NO_OPERATION} where none has the path and method, or none
   *   was looked for
   * @param ms from the request's head to the answer's
   */
  readonly observe?: ((operation: string, status: number, ms: number) => void) | undefined;
}

/** Stands for the operation of a request that reached none. */
export const NO_OPERATION = "none";

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** One request on its way to one response: what was found out about it so far. */
export class RequestContext {
  readonly request: Request;
  readonly requestId: string;
  readonly framing: Framing;
  /** When it began, in milliseconds that only grow. */
  readonly startedMs: number;
  /** As sent; empty while it is not known. */
  path = "";
  /** True if JSON is answered over several lines. */
  indents = false;
  operation: Operation | undefined;
  key: ApiKey | undefined;
  verdict: RateLimitResult | undefined;
  /** True if there is a body that nobody has read. Asking the request itself would open it. */
  leavesBodyUnread: boolean;
  readonly #deps: RequestContextDeps;

  constructor(request: Request, deps: RequestContextDeps) {
    const given = request.headers.get("x-request-id");
    this.request = request;
    this.requestId = given !== null && SANE_REQUEST_ID.test(given) ? given : deps.newRequestId();
    this.framing = new Framing(request.headers);
    this.leavesBodyUnread = !this.hidesBody && this.framing.hasBody;
    this.startedMs = deps.monotonicMs();
    this.#deps = deps;
  }

  /** True if the runtime keeps the request's body from us: it drains what it cannot hand out. */
  get hidesBody(): boolean {
    const { method } = this.request;
    return method === "GET" || method === "HEAD";
  }

  /** Makes the response to a refusal or a failure. */
  fail(thrown: unknown, extraHeaders?: Readonly<Record<string, string>>): Response {
    const { error, ...reply } = problem(thrown);
    return this.finish({ ...reply, headers: { ...reply.headers, ...extraHeaders } }, error);
  }

  /** Makes the response: the reply with what every answer carries, and its line in the log. */
  finish({ status, body: plain, headers, replayed }: FileReply, error?: AppError): Response {
    this.#log(status, error, replayed);
    const isIndented = this.indents && typeof plain === "string" && plain !== "" &&
      headers?.["Content-Type"] === undefined;
    const body = isIndented ? `${indented(plain)}\n` : plain;
    const isHead = this.request.method === "HEAD";
    if (
      headers === undefined && this.verdict !== undefined && !this.leavesBodyUnread && !isHead
    ) {
      // The common case as one literal: any other way of passing headers costs the hot path a third.
      return new Response(body, {
        status,
        headers: {
          "Content-Type": "application/json",
          "Cache-Control": "no-store",
          "X-Content-Type-Options": "nosniff",
          "X-Request-Id": this.requestId,
          "RateLimit-Policy": this.#policy(this.verdict),
          "RateLimit": this.#left(this.verdict),
        },
      });
    }
    if (this.leavesBodyUnread) this.#letGoOfBody();
    const empty = body.length === 0;
    return new Response(empty || isHead ? null : body, {
      status,
      headers: {
        // The length that GET would have sent (RFC 9110 section 8.6).
        ...(isHead && !empty && { "Content-Length": `${byteLength(body)}` }),
        ...(!empty && { "Content-Type": "application/json" }),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": this.requestId,
        ...(this.verdict && {
          "RateLimit-Policy": this.#policy(this.verdict),
          "RateLimit": this.#left(this.verdict),
        }),
        // The rest is read no further than a bound: who sends more finds the connection dropped.
        ...(this.leavesBodyUnread && this.framing.mayBeLong && { Connection: "close" }),
        ...headers,
      },
    });
  }

  /** Drains a long body; the runtime drains a short one, and the connection goes on. */
  #letGoOfBody(): void {
    const { body } = this.request;
    if (this.framing.mayBeLong && body !== null) void drainBody(partsOf(body));
  }

  // The draft "RateLimit header fields for HTTP" of the IETF names the two headers and their form.

  #policy({ quota }: RateLimitResult): string {
    return `"${this.#subject()}";q=${quota};w=${WINDOW_SECONDS}`;
  }

  #left({ remaining, resetSeconds }: RateLimitResult): string {
    return `"${this.#subject()}";r=${remaining};t=${resetSeconds}`;
  }

  #subject(): string {
    return this.key === undefined ? "ip" : "key";
  }

  #log(status: number, error: AppError | undefined, replayed: ErrorCode | undefined): void {
    const { monotonicMs, log, observe } = this.#deps;
    const ms = monotonicMs() - this.startedMs;
    observe?.(this.operation?.id ?? NO_OPERATION, status, ms);
    const code = error?.code ?? replayed;
    log({
      method: this.request.method,
      route: this.operation?.path ?? "-",
      status,
      ms: Math.round(ms * 100) / 100,
      request_id: this.requestId,
      ...(this.key && { merchant: this.key.merchantId, key: this.key.prefix }),
      ...(code && { error: code }),
      ...(error?.cause !== undefined && status >= 500 && { cause: error.cause }),
    });
  }
}

function byteLength(body: FileReply["body"]): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}
