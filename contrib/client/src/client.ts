import createFetchClient, { type Client } from "openapi-fetch";
import { parseWithIds, stringifyWithIds } from "./ids.ts";
import {
  ANSWER_IDS,
  type components,
  type ErrorCode,
  EVENT_IDS,
  type paths,
  REQUEST_IDS,
  type webhooks,
} from "./openapi.ts";

export type { components, ErrorCode, paths };

/** A session as every step answers with it. */
export type Session = components["schemas"]["Session"];
/** A line of the cart in requests. */
export type LineItem = components["schemas"]["LineItem"];
type Message<Type extends keyof webhooks> = {
  [One in Type]: webhooks[One] extends
    { post: { requestBody: { content: { "application/json": infer Body } } } } ? Body : never;
}[Type];

/** A webhook event. */
export type CheckoutEvent = Message<Exclude<keyof webhooks, "batch">>;
/** A message of several events, each with its id, to an endpoint that takes them together. */
export type EventBatch = Message<"batch">;

/** A client of one server: `GET`, `POST`, `PUT` and `DELETE` by the API's paths. */
export type CheckoutClient = Client<paths>;

/** Options of {@link createCheckoutClient}. */
export interface CheckoutClientOptions {
  /** Where the server is: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** An API key of the shop: `ck_live_...`. */
  readonly apiKey: string;
  /** How often a request is repeated (default: 2); 0 for never. */
  readonly retries?: number;
  /** Instead of the runtime's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Instead of a timer, for tests. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** A longer `Retry-After` is the caller's to wait for. */
const MAX_WAIT_MS = 5000;
const FIRST_WAIT_MS = 200;
/** Statuses of a server, or of the proxy before it, that cannot answer now. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/**
 * Makes a client. Every POST, PUT and DELETE gets a random `Idempotency-Key` unless the call has
 * one, so that a repeat does nothing twice. A request is repeated after a failed connection, and
 * when the server says that it may be within five seconds.
 */
export function createCheckoutClient(
  { baseUrl, apiKey, retries = 2, fetch: send = (request) => fetch(request), wait = waitMs }:
    CheckoutClientOptions,
): CheckoutClient {
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    bodySerializer: (body) => stringifyWithIds(body, REQUEST_IDS),
    fetch: (request) => sendRepeatedly(request, { send, retries, wait }),
  });
  client.use({
    onRequest({ request }) {
      if (request.method !== "GET" && !request.headers.has("Idempotency-Key")) {
        request.headers.set("Idempotency-Key", crypto.randomUUID());
      }
      return request;
    },
    async onResponse({ response }) {
      if (!isJson(response)) return response;
      const answer = parseWithIds(await response.text(), ANSWER_IDS);
      const { status, statusText, headers } = response;
      const ours = new Headers(headers);
      ours.delete("Content-Length");
      ours.delete("Content-Encoding");
      return new Response(JSON.stringify(answer), { status, statusText, headers: ours });
    },
  });
  return client;
}

/** A request that the server refused. */
export class CheckoutError extends Error {
  override readonly name = "CheckoutError";
  readonly status: number;
  /** Null if something before the server answered, such as a proxy. */
  readonly code: ErrorCode | null;
  /** The request's id in the server's log. */
  readonly requestId: string | null;
  /** When to try again; null if the server does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const { code, message } = failureOf(body);
    super(message ?? `Unexpected answer: ${response.status}`);
    this.status = response.status;
    this.code = code ?? null;
    this.requestId = response.headers.get("X-Request-Id");
    const seconds = response.headers.get("Retry-After");
    this.retryAfterSeconds = seconds === null ? null : Number(seconds);
  }
}

/**
 * The `data` of a call's answer.
 *
 * @throws {CheckoutError} if the server refused the request
 */
export async function dataOf<Data>(
  call: Promise<{
    readonly data?: { readonly data: Data };
    readonly error?: unknown;
    readonly response: Response;
  }>,
): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined || !isObject(data)) throw new CheckoutError(response, error);
  return data.data;
}

/**
 * Reads the body of a webhook, after its signature has been verified (Standard Webhooks).
 *
 * @throws {SyntaxError} if it is not JSON
 */
export function parseEvent(body: string): CheckoutEvent {
  return parseWithIds(body, EVENT_IDS) as CheckoutEvent;
}

async function sendRepeatedly(
  request: Request,
  { send, retries, wait }: {
    readonly send: (request: Request) => Promise<Response>;
    readonly retries: number;
    readonly wait: (ms: number) => Promise<void>;
  },
): Promise<Response> {
  for (let attempt = 0;; attempt++) {
    const backoffMs = FIRST_WAIT_MS * 2 ** attempt;
    try {
      const response = await send(request.clone());
      const waitMs = retryAfterMs(response, backoffMs);
      if (attempt >= retries || waitMs === null || waitMs > MAX_WAIT_MS) return response;
      await response.body?.cancel();
      await wait(waitMs);
    } catch (error) {
      if (attempt >= retries || request.signal.aborted) throw error;
      await wait(backoffMs);
    }
  }
}

/** How long to wait before the request is sent again; null if it should not be. */
function retryAfterMs({ status, headers }: Response, backoffMs: number): number | null {
  const seconds = headers.get("Retry-After");
  if (seconds !== null) return Number(seconds) * 1000;
  return UNAVAILABLE.includes(status) ? backoffMs : null;
}

function failureOf(body: unknown): { readonly code?: ErrorCode; readonly message?: string } {
  const error = isObject(body) ? body["error"] : undefined;
  if (!isObject(error)) return {};
  const { code, message } = error;
  return typeof code === "string" && typeof message === "string" ? { code, message } : {};
}

function isJson({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
