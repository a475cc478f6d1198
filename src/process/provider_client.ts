import { type ProviderTransport, Unreachable } from "../payments/provider.ts";
import { requirePublic } from "../service/webhooks/attempt.ts";
import { NoAnswer, type WebhookTransport } from "../service/webhooks/transport.ts";
import { resolveHost, webhookClient } from "./webhook_client.ts";

/** Time limit of a call. */
const TIMEOUT_MS = 10_000;
/** Most bytes of an answer. */
const MOST_BYTES = 1024 * 1024;

/** Calls payment providers over the guarded client of webhooks. */
export function providerClient(
  transport: WebhookTransport,
  checkAddresses: (addresses: readonly string[]) => void = requirePublic,
): ProviderTransport {
  return async (request) => {
    try {
      const { status, body = "" } = await transport({
        ...request,
        timeoutMs: TIMEOUT_MS,
        signal: new AbortController().signal,
        checkAddresses,
        bodyBytes: MOST_BYTES,
      });
      return { status, body };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      throw new Unreachable(error.message, { cause: error });
    }
  };
}

/** Calls payment providers over the network. */
export const callProvider = providerClient(webhookClient({ resolve: resolveHost }));
