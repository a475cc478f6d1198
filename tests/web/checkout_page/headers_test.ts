import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { checkoutHeaders } from "../../../src/web/checkout_page/replies.ts";
import { readMerchant } from "../../../src/schema/seed/merchant.ts";
import { accentStyle } from "../../../src/web/page/accent.ts";
import { runs } from "../../support/arbitraries.ts";
import { aMerchant } from "../../support/builders.ts";
import { anyUrl } from "../../support/texts.ts";

/** The policy of a shop's page, by directive. */
function policyOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const text = headers["Content-Security-Policy"] ?? "";
  return Object.fromEntries(
    text.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

Deno.test("a checkout page without settings loads its own files only, and is not framed", () => {
  const headers = checkoutHeaders(aMerchant());
  deepEqual(policyOf(headers), {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "connect-src": "'self'",
    "img-src": "data:",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
  equal(headers["X-Frame-Options"], "DENY");
  equal(headers["Referrer-Policy"], "no-referrer");
});

Deno.test("a checkout page loads, leads to and is framed by what its shop has set", () => {
  const headers = checkoutHeaders(aMerchant({
    checkout: {
      ...NO_CHECKOUT_FORM,
      paymentUrl: "https://pay.shop.example:8443/pay?a=1",
      embedOrigins: ["https://shop.example", "https://www.shop.example"],
      logo: "https://cdn.example/a/logo.svg",
      accent: "#14584a",
      returnOrigins: ["https://app.example"],
    },
  }));
  deepEqual(policyOf(headers), {
    "default-src": "'none'",
    "style-src": `'self' ${accentStyle("#14584a").source}`,
    "script-src": "'self'",
    "connect-src": "'self'",
    "img-src": "data: https://cdn.example",
    "base-uri": "'none'",
    "form-action": "'self' https:",
    "frame-ancestors": "https://shop.example https://www.shop.example",
  });
  equal(headers["X-Frame-Options"], undefined);
});

Deno.test("a form may lead to a payment page without TLS on this machine, and from there to TLS", () => {
  const checkout = { ...NO_CHECKOUT_FORM, paymentUrl: "http://127.0.0.1:8081/pay" };
  const policy = policyOf(checkoutHeaders(aMerchant({ checkout })));
  equal(policy["form-action"], "'self' https: http://127.0.0.1:8081");
});

Deno.test("no accepted setting adds a directive to the policy, or a source beside its own", () => {
  const text = fc.oneof(anyUrl, fc.string().map((path) => `https://shop.example/${path}`));
  fc.assert(
    fc.property(text, text, text, (payment_url, logo, origin) => {
      const shop = { name: "S", domains: ["s.example"], country_code: "IN", currency_code: "INR" };
      const embed_origins = [URL.parse(origin)?.origin ?? origin];
      const checkout = { payment_url, logo, embed_origins, accent: "#14584a" };
      let merchant;
      try {
        merchant = readMerchant({ ...shop, checkout });
      } catch {
        return;
      }
      const policy = policyOf(
        checkoutHeaders(
          aMerchant({ checkout: merchant.checkout, redirectUrl: merchant.redirectUrl }),
        ),
      );
      equal(Object.keys(policy).length, 8);
      equal(policy["img-src"]?.split(" ").length, 2);
      ok(/^'self' https:( http:\/\/[a-z0-9.-]+(:\d+)?)?$/.test(policy["form-action"] ?? ""));
      ok(!/unsafe|\*/.test(Object.values(policy).join(" ")));
    }),
    runs(500),
  );
});
