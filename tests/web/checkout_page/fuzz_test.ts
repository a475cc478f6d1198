import assert from "node:assert/strict";
import fc from "fast-check";
import { leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { runs } from "../../support/arbitraries.ts";
import { requireReached } from "../../support/few.ts";
import { oddText } from "../../fuzz/arbitraries.ts";
import { check } from "../../store/maintenance/support.ts";
import { withPath } from "../../store/support.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, POSTER, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";
import { pagesOf, requireGuarded } from "./pages.ts";

/** Places for values of the session: its last one-time code, its total, its payment. */
const [CODE, SEEN, PAYMENT] = ["\0code", "\0seen", "\0payment"];

/** Text that a path or a header may contain. */
const text = fc.string({ unit: fc.constantFrom(..."aZ09-_.~%/?&=;:@+ é<>'\"{}"), maxLength: 60 });
const visible = text.map((one) => one.replaceAll(/[^\x21-\x7e]/g, ""));

/** Forms of the checkout page with values that fit, some of them only now and then. */
const VALUES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "coupon": { code: ["FLAT50", "PLUS5", "plus7", "OLD", "NOCOD", "NONE"] },
  "coupon/remove": { code: ["FLAT50", "PLUS5", "FREEPOSTER"] },
  "gifts": { [`variant.${GIFT}`]: [POSTER, ""], [`quantity.${GIFT}`]: ["1", "2"] },
  "phone": { phone: [KNOWN_PHONE, "98765 43211", "+442079460958"] },
  "phone/verify": { phone: [KNOWN_PHONE], otp: ["000000", CODE] },
  "address": {
    ...Object.fromEntries(Object.entries(ADDRESS).map(([name, value]) => [name, [value]])),
    state: ["", "Karnataka"],
    email: ["", "asha@example.com"],
  },
  "shipping": { option: ["standard", "express"] },
  "coins": { coins: ["0", "100", "500", "501"] },
  "method": { method: ["PREPAID", "COD"] },
  "pay": { seen: ["0", SEEN] },
  "cancel": { payment_id: [PAYMENT] },
};
const FORMS = Object.keys(VALUES);

/** A form with fields that fit, a few of them left out or odd. */
const form = fc.constantFrom(...FORMS).chain((name) => {
  const fields = Object.entries(VALUES[name] ?? {}).map(([field, values]) =>
    [
      field,
      fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...values) },
        { weight: 1, arbitrary: oddText },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ] as const
  );
  return fc.record({ name: fc.constant(name), fields: fc.record(Object.fromEntries(fields)) });
});

/** Takes a session's values for the places of a form. */
async function filled(
  page: LinkedPage,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const { priced: { totals }, payment } = await page.checkout.stored();
  const live: Readonly<Record<string, string>> = {
    [CODE]: page.checkout.lastCode(),
    [SEEN]: String(totals.totalPayable),
    [PAYMENT]: payment?.id ?? "",
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value = ""]) => [name, live[value] ?? value]));
}

Deno.test("no form of the page is a 5xx, and whatever is sent leaves a sound database", () =>
  withPath(async (path) => {
    const taken = new Set<string>();
    await withShop(async (world) => {
      const pages = pagesOf(world, { rateLimit: 1_000_000 });
      await fc.assert(
        fc.asyncProperty(fc.array(form, { minLength: 1, maxLength: 12 }), async (forms) => {
          const page = await LinkedPage.open(world);
          for (const { name, fields } of forms) {
            world.clock.advance(10_000);
            const init = { form: await filled(page, fields) };
            const to = `/c/${page.token}/${name}`;
            const answer = await pages.send("POST", to, init);
            assert.ok(answer.status < 500, `${name} ${JSON.stringify(init.form)}: ${answer.text}`);
            // Not the pages that only tell something.
            const hasScript = ![400, 404, 413].includes(answer.status);
            requireGuarded(answer.headers, { hasScript });
            if (answer.status !== 303) continue;
            taken.add(name);
            page.follow(answer, name);
          }
          assert.ok([200, 410].includes((await pages.send("GET", `/c/${page.token}`)).status));
        }),
        runs(150),
      );
      await world.services.housekeeping.flush(true);
    }, { db: path, checkout: { manual: { instructions: "To 12345", upi: null, days: 3 } } });
    for (const name of FORMS) requireReached(taken.has(name), `a taken form: ${name}`);
    assert.deepEqual((await check(path)).findings, []);
  }));

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
        visible.map((one) => `/c/${one}`),
        fc.tuple(visible, fc.constantFrom(...FORMS, "state")).map(([one, form]) =>
          `/c/${one}/${form}`
        ),
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
