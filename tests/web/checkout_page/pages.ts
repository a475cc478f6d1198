/** The pages for customers over the services of a world. */
import assert from "node:assert/strict";
import { createCheckoutPages } from "../../../src/web/checkout_page/app.ts";
import type { RequestEntry } from "../../../src/web/request_context.ts";
import type { World } from "../../support/app.ts";

/** An answer of a page. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The pages, their log, and a client of them. */
export interface Pages {
  readonly log: RequestEntry[];
  send(method: string, path: string, init?: PageInit): Promise<PageAnswer>;
}

/** A request to a page. */
export interface PageInit {
  readonly headers?: Readonly<Record<string, string>>;
  readonly peer?: string;
  /** The fields of a form, its text, or its bytes as they arrive. */
  readonly form?: Readonly<Record<string, string>> | string | ReadableStream<Uint8Array>;
}

/** Serves the pages of a world. */
export function pagesOf(
  { services, clock }: World,
  { rateLimit = 1000, isDemo = true, bodyDeadlineMs = 10_000, databaseMs }: {
    readonly rateLimit?: number;
    readonly isDemo?: boolean;
    readonly bodyDeadlineMs?: number;
    readonly databaseMs?: number;
  } = {},
): Pages {
  const log: RequestEntry[] = [];
  let requests = 0;
  const pages = createCheckoutPages({
    services,
    monotonicMs: clock.monotonicMs,
    newRequestId: () => `page-${++requests}`,
    log: (entry) => log.push(entry),
    rateLimit,
    trustedHops: 0,
    isDemo,
    bodyDeadlineMs,
    databaseMs,
  });
  return {
    log,
    async send(method, path, { headers = {}, peer = "192.0.2.1", form } = {}) {
      const isBody = typeof form === "string" || form instanceof ReadableStream;
      const body = isBody ? form : form && new URLSearchParams(form).toString();
      const request = new Request(`http://pay.example${path}`, {
        method,
        headers: {
          host: "pay.example",
          ...(body !== undefined && {
            "content-type": "application/x-www-form-urlencoded",
            ...(typeof body === "string"
              ? { "content-length": String(new TextEncoder().encode(body).length) }
              : { "transfer-encoding": "chunked" }),
          }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      const response = await pages.fetch(request, () => peer);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

/** Headers of every page. */
const GUARDED = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Requires the headers that keep a page private. */
export function requireGuarded(
  headers: Headers,
  { hasScript = false }: { readonly hasScript?: boolean } = {},
): void {
  for (const [name, value] of Object.entries(GUARDED)) assert.equal(headers.get(name), value, name);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /^default-src 'none'; style-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe|\*|script-src(?! 'self';)/);
  assert.equal(policy.includes("script-src"), hasScript);
  assert.equal(headers.get("set-cookie"), null);
}
