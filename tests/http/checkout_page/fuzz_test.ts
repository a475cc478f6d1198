import assert from "node:assert/strict";
import fc from "fast-check";
import { leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { runs } from "../../support/arbitraries.ts";
import { pagesOf, requireGuarded } from "./pages.ts";

/** Text that a path or a header may contain. */
const text = fc.string({ unit: fc.constantFrom(..."aZ09-_.~%/?&=;:@+ é<>'\"{}"), maxLength: 60 });
const visible = text.map((one) => one.replaceAll(/[^\x21-\x7e]/g, ""));

Deno.test("no request to the pages is a 5xx, and every answer is guarded", () =>
  withCarts(async (world) => {
    const token = await tokenOf(world, await leave(world));
    const pages = pagesOf(world, { rateLimit: 1_000_000 });
    let peers = 0;
    const requests = fc.record({
      method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"),
      path: fc.oneof(
        visible.map((one) => `/${one}`),
        visible.map((one) => `/c/recover/${one}`),
        fc.tuple(fc.nat(token.length), visible).map(([at, one]) =>
          `/c/recover/${token.slice(0, at)}${one}${token.slice(at)}`
        ),
      ),
      headers: fc.record({
        "accept-language": visible,
        "x-forwarded-for": visible,
        "sec-fetch-site": fc.constantFrom("same-origin", "cross-site", "x"),
        "x-request-id": visible,
      }, { requiredKeys: [] }),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ method, path, headers }) => {
        const answer = await pages.send(method, path, {
          headers,
          peer: `10.0.${peers >> 8}.${peers++ & 255}`,
        });
        assert.ok(answer.status < 500, `${method} ${path}: ${answer.status}`);
        requireGuarded(answer.headers);
      }),
      runs(1_000),
    );
  }));
