import { equal, throws } from "node:assert/strict";
import {
  parseDomain,
  requireCountry,
  requireCurrency,
  requireDomain,
} from "../../../src/domain/shop/merchant.ts";
import { requireRedirectUrl } from "../../../src/domain/shop/redirect_url.ts";
import { normalisePostalCode } from "../../../src/domain/values/text.ts";

function refused(message: string) {
  return { name: "AppError", code: "error.invalid-request", message };
}

Deno.test("parseDomain() drops case, scheme, port, path and trailing dot", () => {
  const same = [
    "demo-store.example",
    "Demo-Store.EXAMPLE",
    "https://demo-store.example",
    "HTTPS://demo-store.example:8443/cart?x=1#y",
    "demo-store.example:8080",
    "demo-store.example.",
    "demo-store.example.:443",
    "demo-store.example/../x",
    "  demo-store.example ",
  ];
  for (const text of same) equal(parseDomain(text), "demo-store.example", text);
});

Deno.test("parseDomain() compares international names as punycode", () => {
  equal(parseDomain("bücher.example"), "xn--bcher-kva.example");
  equal(parseDomain("BÜCHER.example"), "xn--bcher-kva.example");
  equal(parseDomain("xn--bcher-kva.example"), "xn--bcher-kva.example");
  equal(parseDomain("пример.рф"), "xn--e1afmkfd.xn--p1ai");
});

Deno.test("parseDomain() takes one label and a numeric host", () => {
  equal(parseDomain("localhost:8080"), "localhost");
  equal(parseDomain("127.0.0.1:8080"), "127.0.0.1");
  equal(parseDomain("demo_store.example"), "demo_store.example");
});

Deno.test("parseDomain() refuses what names no host", () => {
  const bad = ["", " ", "http://", "a b", "a..b", "example.com..", "-a.example", "1.2.3.256"];
  const forged = [
    "http://user:pw@x.example",
    "x.example\\y",
    "a%2eb",
    "a-.example",
    "*.example",
    "[::1]",
    "a\nb",
  ];
  const long = [`${"x".repeat(64)}.example`, `${"abcdefg.".repeat(31)}example`];
  for (const text of [...bad, ...forged, ...long]) {
    equal(parseDomain(text), undefined, JSON.stringify(text));
  }
  equal(parseDomain(`${"x".repeat(63)}.example`), `${"x".repeat(63)}.example`);
});

Deno.test("requireDomain() names the field it refuses", () => {
  equal(requireDomain("Demo.example", "domains[0]"), "demo.example");
  throws(
    () => requireDomain("a b", "domains[1]"),
    refused('domains[1] must be a domain, got "a b"'),
  );
});

Deno.test("requireCountry() takes two letters in either case", () => {
  equal(requireCountry("in", "country_code"), "IN");
  for (const text of ["", "I", "IND", "1N", "IN ", "ÎN", "\u0131n"]) {
    throws(
      () => requireCountry(text, "country_code"),
      refused(`country_code must be a two-letter ISO 3166-1 country code, got "${text}"`),
    );
  }
});

Deno.test("requireCurrency() takes a code in use in either case", () => {
  equal(requireCurrency("inr", "currency_code"), "INR");
  // toUpperCase() makes I of a dotless i and S of a long s.
  for (const text of ["\u0131NR", "u\u017fd", "ﬁm", "İNR", "inr "]) {
    throws(
      () => requireCurrency(text, "currency_code"),
      refused(`currency_code must be an ISO 4217 currency code, got "${text}"`),
    );
  }
  throws(
    () => requireCurrency("XYZ", "currency_code"),
    refused('currency_code must be an ISO 4217 currency code, got "XYZ"'),
  );
});

Deno.test("requireRedirectUrl() gives an absolute web address back as it was sent", () => {
  for (const text of ["https://x.example", "HTTP://X.example:8080/Thanks?a=%20#b"]) {
    equal(requireRedirectUrl(text, "redirect_url"), text);
  }
});

Deno.test("requireRedirectUrl() refuses every other scheme and form", () => {
  const schemes = ["javascript:alert(1)", "ftp://x.example", "data:text/html,x", "https:x.example"];
  const forms = ["", "/thanks", "//x.example/", "https://", "https://x.example/ a", " https://x.y"];
  for (const text of [...schemes, ...forms]) {
    throws(
      () => requireRedirectUrl(text, "redirect_url"),
      refused(`redirect_url must be an absolute http or https URL, got "${text}"`),
    );
  }
});

Deno.test("requireRedirectUrl() refuses user info and does not repeat it", () => {
  for (
    const text of ["https://u:secret@x.example/", "https://u@x.example/", "https://:p@x.example"]
  ) {
    throws(
      () => requireRedirectUrl(text, "redirect_url"),
      refused("redirect_url must not contain a user name or password: x.example"),
    );
  }
});

Deno.test("normalisePostalCode() drops case, spaces and hyphens", () => {
  equal(normalisePostalCode(" sw1a 2aa"), "SW1A2AA");
  equal(normalisePostalCode("560-001\t"), "560001");
});
