import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Wording } from "../page/language.ts";
import type { PageFrame } from "../page/layout.tsx";
import type { Method } from "../operation.ts";
import type { FileReply } from "../reply.ts";
import type { LimitedBy, PageLimits } from "./limits.ts";

/** A request for a page. */
export interface PageCall extends PageFrame {
  readonly operation: PageOperation;
  /** GET, HEAD or POST. */
  readonly method: string;
  readonly wording: Wording;
  readonly query: URLSearchParams;
  readonly limits: PageLimits;
  /** True if the server runs with a demo shop, whose one-time codes are in its log. */
  readonly isDemo: boolean;
  /** Start of the request in monotonic milliseconds, for limits. */
  readonly startedMs: number;
  /** The client's address. */
  address(): string;
  /** A parameter of the path, exactly as sent. */
  param(name: string): string;
  /** A header of the request; null if absent. */
  header(name: string): string | null;
  /**
   * The fields of the form, read on the first call.
   *
   * @throws {AppError} the errors of `readForm()`
   */
  form(): Promise<URLSearchParams>;
  /**
   * The body as text, of any type.
   *
   * @throws {AppError} the errors of `readText()`
   */
  text(limitBytes: number): Promise<string>;
  /** Waits for a provider: its time does not count for the database. */
  apart<T>(work: Promise<T>): Promise<T>;
}

/** A page, or a file of one. */
export interface PageOperation {
  /** Its name in metrics. */
  readonly id: string;
  readonly method: Extract<Method, "GET" | "POST">;
  /** With `{token}` where a token is, which is in no log. */
  readonly path: string;
  /** Default: nothing, for files. */
  readonly limitedBy?: LimitedBy;
  /** @returns null for an unknown token, whatever is wrong with it */
  handle(request: PageCall): MaybePromise<FileReply | null>;
}
