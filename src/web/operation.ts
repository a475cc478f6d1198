import type { z } from "zod";
import type { Caller } from "../domain/caller.ts";
import type { Change } from "../domain/changes.ts";
import type { ErrorCode } from "../domain/errors.ts";
import type { AnswerSubject } from "../domain/idempotency.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import type { Scope } from "../domain/shop/api_key.ts";
import type { JsonBody } from "./guard/body.ts";
import type { FileReply, Reply } from "./reply.ts";

/** The HTTP methods that operations use. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request as its operation sees it. */
export interface Call {
  /** A path parameter, exactly as sent. */
  param(name: string): string;
  /** The parameters of the query. */
  query(): URLSearchParams;
  /** A request header; null if absent. */
  header(name: string): string | null;
  /** The body, read and parsed on the first call; may be left out if no field is required. */
  body(): Promise<JsonBody>;
  /** The body as text, for an operation that takes none; empty without a body. */
  text(): Promise<string>;
}

/** A call with a valid API key. */
export interface KeyedCall extends Call {
  readonly caller: Caller;
  /**
   * Changes that record the answer in the operation's own commit; none without an idempotency key.
   */
  record(reply: Reply, subject: AnswerSubject): readonly Change[];
  /** Waits for a provider: its time does not count for the database. */
  apart<T>(work: Promise<T>): Promise<T>;
}

/** Documentation of an operation in the OpenAPI document. */
export interface OperationDocs {
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Parameters of the query (default: none, and those that are sent have no meaning). */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyExample?: unknown;
  readonly success: {
    readonly status: number;
    readonly description: string;
    /** Schema of the whole body; absent for a body that is not ours to describe. */
    readonly schema?: z.ZodType;
    /** Media type (default: JSON). */
    readonly mediaType?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Error codes of this operation, besides the common ones. */
  readonly errors: readonly ErrorCode[];
}

interface OperationBase {
  /** Operation id in the OpenAPI document. */
  readonly id: string;
  readonly method: Method;
  /** Path in OpenAPI's notation: `/session/{id}`. */
  readonly path: string;
}

/** An operation of the API: needs a key, is rate limited. */
export interface KeyedOperation extends OperationBase {
  readonly access: "key";
  /** Scope that the key must have. */
  readonly scope: Scope;
  readonly docs: OperationDocs;
  /** False if no answer is recorded under an `Idempotency-Key` (default: true). */
  readonly isRecorded?: boolean;
  /**
   * True if servers of an earlier version take no body: a request without one is the same request
   * for them (default: false).
   */
  readonly tookNoBody?: boolean;
  /**
   * Begins to read what `handle` needs, while the key is checked or a recorded answer is looked for.
   * May be called twice.
   */
  begin?(call: KeyedCall): void;
  handle(call: KeyedCall): MaybePromise<Reply>;
  /** Answers a repeated request instead of its record; null for the record (default). */
  resumed?(call: KeyedCall): Promise<Reply | null>;
}

/** An operation for the operator, without key and rate limit. */
export interface OpenOperation extends OperationBase {
  readonly access: "open";
  /** Absent for what is not in the OpenAPI document: the files of a page, the metrics. */
  readonly docs?: OperationDocs;
  handle(call: Call): MaybePromise<FileReply>;
}

/** One operation: its route, its documentation and what it does. */
export type Operation = KeyedOperation | OpenOperation;

/** An operation of the OpenAPI document. */
export type DocumentedOperation = Operation & { readonly docs: OperationDocs };

/** True if an operation is in the OpenAPI document. */
export function isDocumented(operation: Operation): operation is DocumentedOperation {
  return operation.docs !== undefined;
}
