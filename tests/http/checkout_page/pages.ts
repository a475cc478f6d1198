/** The pages for customers over the services of a world. */
import { createCheckoutPages } from "../../../src/http/checkout_page/app.ts";
import type { RequestEntry } from "../../../src/http/request_context.ts";
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
  send(
    method: string,
    path: string,
    init?: { readonly headers?: Readonly<Record<string, string>>; readonly peer?: string },
  ): Promise<PageAnswer>;
}

/** Serves the pages of a world. */
export function pagesOf({ services, clock }: World, rateLimit = 1000): Pages {
  const log: RequestEntry[] = [];
  let requests = 0;
  const pages = createCheckoutPages({
    services,
    monotonicMs: clock.monotonicMs,
    newRequestId: () => `page-${++requests}`,
    log: (entry) => log.push(entry),
    rateLimit,
    trustedHops: 0,
  });
  return {
    log,
    async send(method, path, { headers = {}, peer = "192.0.2.1" } = {}) {
      const request = new Request(`http://pay.example${path}`, {
        method,
        headers: { host: "pay.example", ...headers },
      });
      const response = await pages.fetch(request, () => peer);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}
