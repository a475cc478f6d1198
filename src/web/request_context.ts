import type { AppError, ErrorCode } from "../domain/errors.ts";
import type { Person } from "../domain/people/person.ts";
import type { ApiKey } from "../domain/shop/api_key.ts";
import { INDENT, indented } from "../schema/api/indent.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import type { BodyReading } from "./guard/body.ts";
import { partsOf } from "./guard/body_parts.ts";
import { DatabaseDeadline } from "./guard/database_deadline.ts";
import { Framing } from "./guard/framing.ts";
import { type RateLimitResult, WINDOW_SECONDS } from "./guard/rate_limit.ts";
import { drainBody } from "./guard/unread_body.ts";
import type { Operation } from "./operation.ts";
import type { FileReply } from "./reply.ts";

/** Log entry of a request: no body, no secret and no IP address. */
export interface RequestEntry extends Readonly<Record<string, unknown>> {
  readonly method: string;
  /** Template of the route; the path itself contains ids. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly request_id: string;
  readonly merchant?: string;
  /** Visible prefix of the key. */
  readonly key?: string;
  /** Login of the person at the dashboard. */
  readonly person?: string;
  /** The code of a refusal. */
  readonly error?: string;
  /** Cause of an unexpected failure, for the log only. */
  readonly cause?: unknown;
}

/** Dependencies of {@link RequestContext}. */
export interface RequestContextDeps {
  readonly monotonicMs: () => number;
  readonly newRequestId: () => string;
  readonly log: (entry: RequestEntry) => void;
  /**
   * Called for every answer, for metrics.
   *
   * @param operation its id; {@link NO_OPERATION} if none was found or looked up
   * @param ms from the request's head to the answer's
   */
  readonly observe?: ((operation: string, status: number, ms: number) => void) | undefined;
  /** Time limit for the database's part of a request, in milliseconds (default: none). */
  readonly databaseMs?: number | undefined;
}

/** Operation of a request that reached none. */
export const NO_OPERATION = "none";

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** One request on the way to its response, with what is known about it so far. */
export class RequestContext {
  readonly request: Request;
  readonly requestId: string;
  readonly framing: Framing;
  /** Start of the request in monotonic milliseconds. */
  readonly startedMs: number;
  /** As sent; empty until known. */
  path = "";
  /** True if the JSON answer is indented. */
  readonly indents: boolean;
  operation: Pick<Operation, "id" | "path"> | undefined;
  key: ApiKey | undefined;
  /** True while the key is one that was valid before, and is asked for again. */
  isKeyExpected = false;
  person: Person | undefined;
  verdict: RateLimitResult | undefined;
  /** Paths of fields of the body that no schema knows. */
  unknownFields: readonly string[] = [];
  /**
   * True if a body is unread. `request.body` itself is not used, because reading it opens the body.
   */
  leavesBodyUnread: boolean;
  /** Absent where the database answers at once. */
  readonly #deadline: DatabaseDeadline | undefined;
  #bodyBeganMs: number | undefined;
  #bodyEndedMs: number | undefined;
  /** Time of finished work that is not the database's, and when the current one began. */
  #apartMs = 0;
  #apartBeganMs: number | undefined;
  readonly #deps: RequestContextDeps;

  constructor(request: Request, deps: RequestContextDeps) {
    const given = request.headers.get("x-request-id");
    this.request = request;
    this.requestId = given !== null && SANE_REQUEST_ID.test(given) ? given : deps.newRequestId();
    this.indents = INDENT.test(request.url);
    this.framing = new Framing(request.headers);
    this.leavesBodyUnread = !this.hidesBody && this.framing.hasBody;
    this.startedMs = deps.monotonicMs();
    this.#deps = deps;
    const { databaseMs } = deps;
    this.#deadline = databaseMs === undefined
      ? undefined
      : new DatabaseDeadline(databaseMs, () => this.bodyMs + this.#waitedApartMs());
  }

  /** True for GET and HEAD, whose bodies the runtime drains itself. */
  get hidesBody(): boolean {
    const { method } = this.request;
    return method === "GET" || method === "HEAD";
  }

  /** Time for which the body has been awaited, in milliseconds. */
  get bodyMs(): number {
    if (this.#bodyBeganMs === undefined) return 0;
    return (this.#bodyEndedMs ?? this.#deps.monotonicMs()) - this.#bodyBeganMs;
  }

  /** How the body is read: within a time that does not count for the database. */
  reading(deadlineMs: number): BodyReading {
    const onBegin = () => {
      this.leavesBodyUnread = false;
      this.#bodyBeganMs = this.#deps.monotonicMs();
    };
    return { deadlineMs, onBegin };
  }

  /** Waits for a body that is being read. */
  reads<T>(body: Promise<T>): Promise<T> {
    return body.finally(() => this.#bodyEndedMs = this.#deps.monotonicMs());
  }

  /** Waits for work whose time does not count for the database; one at a time. */
  async apart<T>(work: Promise<T>): Promise<T> {
    this.#apartBeganMs = this.#deps.monotonicMs();
    try {
      return await work;
    } finally {
      this.#apartMs = this.#waitedApartMs();
      this.#apartBeganMs = undefined;
    }
  }

  #waitedApartMs(): number {
    const current = this.#apartBeganMs;
    return this.#apartMs + (current === undefined ? 0 : this.#deps.monotonicMs() - current);
  }

  /** @throws {AppError} `error.unavailable` once the database's part has taken too long */
  inTime<T>(work: MaybePromise<T>): MaybePromise<T> {
    return this.#deadline === undefined ? work : this.#deadline.within(work);
  }

  /** Ends the time limit: the request is answered, or waits for more than the database. */
  endDeadline(): void {
    this.#deadline?.end();
  }

  /** Makes the response of a reply: adds the common headers and logs the request. */
  finish({ status, body: plain, headers, failure, error }: FileReply): Response {
    this.endDeadline();
    this.#log(status, error, failure);
    const isIndented = this.indents && typeof plain === "string" && plain !== "" &&
      headers?.["Content-Type"] === undefined;
    const body = isIndented ? `${indented(plain)}\n` : plain;
    const isHead = this.request.method === "HEAD";
    if (
      headers === undefined && this.verdict !== undefined && !this.leavesBodyUnread && !isHead &&
      this.unknownFields.length === 0
    ) {
      // The common case as one literal: other ways of passing headers cost the hot path a third.
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
    const isStream = body instanceof ReadableStream;
    const empty = !isStream && body.length === 0;
    return new Response(empty || isHead ? null : body, {
      status,
      headers: {
        // The length that GET would have sent (RFC 9110 section 8.6).
        ...(isHead && !isStream && !empty && { "Content-Length": `${byteLength(body)}` }),
        ...(!empty && { "Content-Type": "application/json" }),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": this.requestId,
        ...(this.verdict && {
          "RateLimit-Policy": this.#policy(this.verdict),
          "RateLimit": this.#left(this.verdict),
        }),
        ...(this.unknownFields.length > 0 && {
          "X-Unknown-Fields": this.unknownFields.map(encodeURIComponent).join(", "),
        }),
        // Only a limited rest is drained; then the connection is dropped.
        ...(this.leavesBodyUnread && this.framing.mayBeLong && { Connection: "close" }),
        ...headers,
      },
    });
  }

  /**
   * Drains a long body up to the limit; the runtime drains a short one and keeps the connection.
   */
  #letGoOfBody(): void {
    const { body } = this.request;
    if (this.framing.mayBeLong && body !== null) void drainBody(partsOf(body));
  }

  // Names and form of the two headers: the IETF draft "RateLimit header fields for HTTP".

  #policy({ quota }: RateLimitResult): string {
    return `"${this.#subject()}";q=${quota};w=${WINDOW_SECONDS}`;
  }

  #left({ remaining, resetSeconds }: RateLimitResult): string {
    return `"${this.#subject()}";r=${remaining};t=${resetSeconds}`;
  }

  #subject(): string {
    return this.key === undefined ? "ip" : "key";
  }

  #log(status: number, error: AppError | undefined, failure: ErrorCode | undefined): void {
    const { monotonicMs, log, observe } = this.#deps;
    const ms = monotonicMs() - this.startedMs;
    observe?.(this.operation?.id ?? NO_OPERATION, status, ms);
    const code = error?.code ?? failure;
    log({
      method: this.request.method,
      route: this.operation?.path ?? "-",
      status,
      ms: Math.round(ms * 100) / 100,
      request_id: this.requestId,
      ...(this.key && { merchant: this.key.merchantId, key: this.key.prefix }),
      ...(this.person && { person: this.person.login }),
      ...(code && { error: code }),
      ...(error?.cause !== undefined && status >= 500 && { cause: error.cause }),
    });
  }
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}
