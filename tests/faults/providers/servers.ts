/** Processes of the server, each in this one. */
import { sessionViews } from "../../../src/schema/api/view.ts";
import type { Deps } from "../../../src/service/deps.ts";
import { createServices, type Services } from "../../../src/service/services.ts";
import type { Store } from "../../../src/store/store.ts";
import { type App, createApp } from "../../../src/web/app.ts";
import { LIMITS } from "../../support/app.ts";
import { plainSecrets } from "../../support/secrets.ts";
import { Fuse } from "./fuse.ts";

/** A process: a server, until its fuse has blown. */
export interface Server {
  readonly fuse: Fuse;
  readonly services: Services;
  /** Sends a request of a shop's backend. */
  send(
    shop: { readonly secret: string },
    method: string,
    path: string,
    data?: unknown,
    /** Its `Idempotency-Key` (default: none). */
    key?: string,
  ): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- the answer is what the tests are about
  readonly data: any;
  readonly code: string | undefined;
}

/** Time, ids and randomness of a process, and the way to the providers. */
type Effects = Pick<
  Deps,
  "now" | "monotonicMs" | "wait" | "newId" | "randomBytes" | "callProvider"
>;

/** A process over a store. */
export function serve(own: Store, effects: Effects, fuse = new Fuse()): Server {
  const store = fuse.store(own);
  const services = createServices({
    store,
    secrets: plainSecrets(store),
    ...effects,
    callProvider: fuse.transport((request) => effects.callProvider(request)),
    warn: () => {},
    onEvents: () => {},
    views: sessionViews,
    ...LIMITS,
    isDemo: true,
  });
  services.pages.servedAt("https://pay.example");
  let app: App | undefined;
  let requests = 0;
  return {
    fuse,
    services,
    send: async (shop, method, path, data, key) => {
      app ??= createApp({
        services,
        monotonicMs: effects.monotonicMs,
        newRequestId: () => `request-${++requests}`,
        log: () => {},
        rateLimit: 1_000_000,
        trustedHops: 0,
        version: "0.0.0-test",
      });
      const body = data === undefined ? null : JSON.stringify({ data });
      const response = await app.fetch(
        new Request(`http://checkout.example${path}`, {
          method,
          body,
          headers: {
            host: "checkout.example",
            authorization: `Bearer ${shop.secret}`,
            ...(key !== undefined && { "idempotency-key": key }),
            ...(body !== null && { "content-type": "application/json" }),
          },
        }),
        () => "192.0.2.1",
      );
      const { status, headers } = response;
      const json = await response.json();
      return { status, headers, data: json.data, code: json.error?.code };
    },
  };
}
