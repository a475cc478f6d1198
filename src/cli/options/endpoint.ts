import { AppError } from "../../domain/errors.ts";
import { parseEndpointUrl } from "../../service/webhooks/address.ts";
import { UsageError } from "../errors.ts";

/** The option that allows endpoints without TLS or on private addresses. */
export const ALLOW_INSECURE = "--allow-insecure-webhooks";

/**
 * Checks the URL of a webhook endpoint.
 *
 * @throws {UsageError}
 */
export function requireEndpointUrl(text: string, allowInsecure: boolean): void {
  checkEndpoint(() => parseEndpointUrl(text, { allowInsecure }));
}

/**
 * Checks an endpoint before the database is opened, so that a bad one is wrong usage.
 *
 * @throws {UsageError}
 */
export function checkEndpoint<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The service's message is for every client; the option is only ours.
    const hint = /must be (https and )?public/.test(error.message)
      ? ` (add ${ALLOW_INSECURE} to allow it)`
      : "";
    const message = error.message.replace(/^url\b/, "The URL");
    throw new UsageError(`${message}${hint}`, { cause: error });
  }
}
