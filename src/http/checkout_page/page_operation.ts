import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Wording } from "../../web/language.ts";
import type { PageFrame } from "../../web/layout.tsx";
import type { Method } from "../operation.ts";
import type { FileReply } from "../reply.ts";

/** A request for a page. */
export interface PageCall extends PageFrame {
  readonly wording: Wording;
  /** A parameter of the path, exactly as sent. */
  param(name: string): string;
}

/** A page, or a file of one. */
export interface PageOperation {
  /** Its name in metrics. */
  readonly id: string;
  readonly method: Extract<Method, "GET" | "POST">;
  /** With `{token}` where a token is, which is in no log. */
  readonly path: string;
  /** True if the request counts for the limits per address (default: false, for files). */
  readonly isLimited?: boolean;
  /** @returns null for an unknown token, whatever is wrong with it */
  handle(request: PageCall): MaybePromise<FileReply | null>;
}
