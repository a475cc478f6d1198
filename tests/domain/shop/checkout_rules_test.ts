import { deepEqual, equal, throws } from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../../src/domain/errors.ts";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import {
  allowedReturn,
  requireAccent,
  requireCheckoutUrl,
  requireOrigin,
  requireUpiId,
} from "../../../src/domain/shop/checkout_rules.ts";
import { runs } from "../../support/arbitraries.ts";
import { colourText, contrast } from "../../../src/domain/values/colour.ts";
import { anyUrl } from "../../support/texts.ts";

type Reader = (text: string, path: string) => string;

function refuses(reader: Reader, text: string, message: string): void {
  throws(() => reader(text, "f"), { code: "error.invalid-request", message: `f ${message}` });
}

Deno.test("requireCheckoutUrl() takes https, and http on loopback hosts", () => {
  const read = [
    ["https://pay.shop.example/pay?a=1#b", "https://pay.shop.example/pay?a=1#b"],
    ["HTTPS://Pay.Shop.example", "https://pay.shop.example/"],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    ["https://192.0.2.1:8443/", "https://192.0.2.1:8443/"],
    ["http://localhost:3000/pay", "http://localhost:3000/pay"],
    ["http://127.0.0.1:3000/pay", "http://127.0.0.1:3000/pay"],
  ];
  for (const [text = "", href] of read) equal(requireCheckoutUrl(text, "f"), href);
});

Deno.test("requireCheckoutUrl() refuses other schemes, user info, and hosts that a header cannot name", () => {
  const http = (text: string) =>
    `must be https (http only on localhost and 127.0.0.1), got "${text}"`;
  const host = (text: string) => `must have a domain or an IPv4 address as its host, got "${text}"`;
  const other = (text: string) => `must be an absolute http or https URL, got "${text}"`;
  const refused = [
    ["http://shop.example/pay", http("http://shop.example/pay")],
    ["http://127.0.0.1.evil.example/", http("http://127.0.0.1.evil.example/")],
    ["https://*.shop.example/", host("*.shop.example")],
    ["https://a;b.example/", host("a;b.example")],
    ["https://a,b.example/", host("a,b.example")],
    ["https://[2001:db8::1]/", host("[2001:db8::1]")],
    ["javascript:alert(1)", other("javascript:alert(1)")],
    ["/pay", other("/pay")],
    ["https://a.example/ script-src *", other("https://a.example/ script-src *")],
    ["https://u:p@shop.example/", "must not contain a user name or password: shop.example"],
  ];
  for (const [text = "", message = ""] of refused) refuses(requireCheckoutUrl, text, message);
});

Deno.test("requireOrigin() takes an origin exactly and names the one that is meant", () => {
  for (const text of ["https://shop.example", "https://shop.example:8443", "http://localhost:80"]) {
    const isDefaultPort = text.endsWith(":80");
    if (isDefaultPort) {
      refuses(requireOrigin, text, `must be an origin, such as http://localhost, got "${text}"`);
    } else equal(requireOrigin(text, "f"), text);
  }
  for (
    const text of ["https://shop.example/", "https://Shop.example", "https://shop.example/a?b"]
  ) {
    refuses(requireOrigin, text, `must be an origin, such as https://shop.example, got "${text}"`);
  }
});

Deno.test("requireOrigin() gives no text that ends a source or a directive of a header", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        anyUrl,
        fc.string(),
        fc.string().map((s) => `https://${s}`),
      ),
      (text) => {
        const origin = orUndefined(() => requireOrigin(text, "f"));
        if (origin !== undefined) {
          equal(/^https?:\/\/[a-z0-9._-]+(:\d+)?$/.test(origin), true, origin);
        }
      },
    ),
    runs(1000),
  ));

function orUndefined<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

Deno.test("requireAccent() names the contrast and the need", () => {
  equal(requireAccent("#14584A", "f"), "#14584a");
  equal(requireAccent("#767676", "f"), "#767676");
  const pale = (text: string, ratio: string) =>
    `must have a contrast of at least 4.5 to white, got "${text}" with ${ratio}`;
  refuses(requireAccent, "#777777", pale("#777777", "4.47"));
  refuses(requireAccent, "#ffcc00", pale("#ffcc00", "1.51"));
  refuses(requireAccent, "teal", 'must be a colour #rrggbb, got "teal"');
});

Deno.test("requireAccent() takes a colour if, and only if, white is readable on it", () => {
  const part = fc.nat(255);
  fc.assert(fc.property(part, part, part, (red, green, blue) => {
    const isTaken = orUndefined(() =>
      requireAccent(colourText([red, green, blue]), "f")
    ) !== undefined;
    equal(isTaken, contrast([red, green, blue], [255, 255, 255]) >= 4.5);
  }));
});

Deno.test("requireUpiId() takes name@handle", () => {
  for (const text of ["demo-store@example", "a.b_c-1@okaxis", "9876543210@s2b"]) {
    equal(requireUpiId(text, "f"), text);
  }
  for (
    const text of ["", "demo", "a@b", "demo@", "@bank", "a b@bank", "a@b.example", "a@bank&am=1"]
  ) {
    refuses(requireUpiId, text, `must be a UPI address, such as name@bank, got "${text}"`);
  }
});

Deno.test("allowedReturn() leads to the shop's own origin and its return origins only", () => {
  const checkout = { ...NO_CHECKOUT_FORM, returnOrigins: ["https://app.example"] };
  const shop = { redirectUrl: "https://shop.example/thanks", checkout };
  const allowed = ["https://shop.example/cart?x=1", "https://app.example/", "https://shop.example"];
  const refused = [
    "",
    "http://shop.example/",
    "https://shop.example:8443/",
    "https://shop.example.evil.example/",
    "https://evil.example/?https://shop.example",
    "https://www.shop.example/",
  ];
  deepEqual(allowed.map((url) => allowedReturn(url, shop)), allowed);
  deepEqual(refused.map((url) => allowedReturn(url, shop)), refused.map(() => null));
  const bare = { redirectUrl: "", checkout: NO_CHECKOUT_FORM };
  equal(allowedReturn("https://shop.example/", bare), null);
  equal(allowedReturn("", bare), null);
});
