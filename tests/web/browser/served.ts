/** The pages for customers and a shop, each served at an origin of its own. */
import { createCheckoutPages } from "../../../src/web/checkout_page/app.ts";
import type { World } from "../../support/app.ts";

/** Serves requests at a free port of this machine while something runs; its port is handed in. */
export async function withPort(
  handler: Deno.ServeHandler<Deno.NetAddr>,
  run: (port: number) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  try {
    await run(server.addr.port);
  } finally {
    await server.shutdown();
  }
}

/** Serves a shop as another site than the pages: browsers tell `localhost` from `127.0.0.1`. */
export function withShopSite(
  handler: Deno.ServeHandler<Deno.NetAddr>,
  run: (origin: string) => Promise<void>,
): Promise<void> {
  return withPort(handler, (port) => run(`http://localhost:${port}`));
}

/** Serves the pages of a world. */
export function withPages(
  { services, clock }: World,
  run: (origin: string) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const pages = createCheckoutPages({
    services,
    monotonicMs: clock.monotonicMs,
    newRequestId: () => `page-${++requests}`,
    log: () => {},
    rateLimit: 1000,
    trustedHops: 0,
  });
  return withPort(
    (request, { remoteAddr }) => pages.fetch(request, () => remoteAddr.hostname),
    (port) => run(`http://127.0.0.1:${port}`),
  );
}

/** A page of a shop. */
export function shopPage(body: string): Response {
  const html = `<!doctype html><html lang="en"><title>Shop</title><main>${body}</main></html>`;
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}
