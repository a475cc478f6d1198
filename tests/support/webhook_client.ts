/** The client of webhooks against servers of this process, good ones and bad ones. */
import assert from "node:assert/strict";
import { webhookClient, type WebhookClientOptions } from "../../src/process/webhook_client.ts";
import {
  NoAnswer,
  type WebhookAnswer,
  type WebhookPost,
} from "../../src/service/webhooks/transport.ts";

/** Every name is this machine. */
export const HERE: WebhookClientOptions = { resolve: () => Promise.resolve(["127.0.0.1"]) };

/** A test that fails if it leaves a connection open. */
export function leakless(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, fn, sanitizeResources: true });
}

export function post(
  url: string,
  over: Partial<WebhookPost> = {},
  options: WebhookClientOptions = HERE,
): Promise<WebhookAnswer> {
  return webhookClient(options)({
    url: new URL(url),
    headers: { "content-type": "application/json", "webhook-id": "m1" },
    body: '{"type":"é"}',
    timeoutMs: 5000,
    signal: new AbortController().signal,
    checkAddresses: () => {},
    ...over,
  });
}

/** Runs a server that answers each request by `handler`, over TLS or not. */
export async function withServer(
  handler: (request: Request) => Response | Promise<Response>,
  test: (port: number) => Promise<void>,
  tls: { cert?: string; key?: string } = {},
): Promise<void> {
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  await using server = tls.cert === undefined || tls.key === undefined
    ? Deno.serve(options, handler)
    : Deno.serve({ ...options, cert: tls.cert, key: tls.key }, handler);
  await test(server.addr.port);
}

/** Runs a server that answers each connection with these bytes and leaves it open. */
export async function withBytes(
  text: string,
  test: (port: number) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  const answering = (async () => {
    for await (const conn of listener) {
      open.push(conn);
      await conn.read(new Uint8Array(4096)).catch(() => {});
      await conn.write(new TextEncoder().encode(text)).catch(() => {});
    }
  })();
  try {
    await test(listener.addr.port);
  } finally {
    listener.close();
    await answering;
    open.forEach((conn) => conn.close());
  }
}

/** Waits for a promise to be refused as an endpoint that did not answer; why. */
export async function why(answer: Promise<WebhookAnswer>): Promise<string> {
  const error = await answer.then(() => assert.fail("It answered"), (error: unknown) => error);
  assert.ok(error instanceof NoAnswer, String(error));
  return error.message;
}
