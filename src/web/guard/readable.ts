import { AppError } from "../../domain/errors.ts";
import type { RequestContext } from "../request_context.ts";

/** @throws {AppError} when the request is ambiguous or its body cannot be read */
export function requireReadable({ context }: { readonly context: RequestContext }): void {
  if (!context.framing.isClear) {
    const message = "Content-Length and Transfer-Encoding must give one clear body length";
    throw new AppError("error.invalid-request", message);
  }
  if (context.path === "") {
    throw new AppError("error.invalid-request", "The request target must be a path");
  }
  if (hidesLongBody(context)) {
    const { method } = context.request;
    const message = `${method} must not have a body that is long or of unknown length`;
    throw new AppError("error.payload-too-large", message);
  }
}

/** True for a long body of GET or HEAD: the runtime hides it and would drain all of it. */
export function hidesLongBody({ hidesBody, framing }: RequestContext): boolean {
  return hidesBody && framing.mayBeLong;
}
