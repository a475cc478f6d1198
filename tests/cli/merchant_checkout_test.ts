import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../src/domain/shop/checkout_form.ts";
import { writeCheckout } from "../../src/schema/seed/checkout.ts";
import { createShop, withShell } from "./support.ts";

Deno.test("merchant create sets the checkout page, and merchant show prints what is set", () =>
  withShell(async (shell) => {
    const id = await createShop(
      shell,
      ...["--catalogue", "strict", "--cart-links"],
      ...["--payment-url", "https://demo-store.example/pay", "--accent", "#14584A"],
      ...["--return-origin", "https://app.example", "--embed-origin", "https://a.example"],
      ...["--embed-origin", "https://b.example", "--logo", "https://cdn.example/logo.svg"],
      ...["--terms-url", "https://demo-store.example/terms"],
      ...["--manual-instructions", "Transfer\nor UPI", "--manual-days", "5"],
      ...["--upi-id", "shop@example", "--payment-order", "manual", "--payment-order", "cod"],
      ...["--carts-per-link", "5", "--wrong-coupons", "7"],
    );
    const { checkout } = await shell.json("merchant", "show", id);
    deepEqual(checkout, {
      payment_url: "https://demo-store.example/pay",
      return_origins: ["https://app.example"],
      embed_origins: ["https://a.example", "https://b.example"],
      logo: "https://cdn.example/logo.svg",
      accent: "#14584a",
      terms_url: "https://demo-store.example/terms",
      privacy_url: "",
      cart_links: true,
      manual: {
        instructions: "Transfer\nor UPI",
        days: 5,
        upi_id: "shop@example",
        upi_name: "Demo Store",
      },
      payment_order: ["MANUAL", "COD", "PROVIDER"],
      limits: {
        carts_per_link: 5,
        carts_per_address: 1000,
        carts: 20_000,
        codes_per_address: 60,
        wrong_coupons_per_address: 40,
        wrong_coupons: 7,
        messages_per_recipient: 5,
        messages_per_address: 20,
        messages_daily: 1000,
        unverified_sms_per_order: 1,
        unverified_sms: 3,
        max_quantity: 50,
        holds_per_client: 50,
        holds_percent_per_client: 25,
      },
    });
    const { out } = await shell.run("merchant", "show", id);
    match(out, /^Payment page +https:\/\/demo-store.example\/pay$/m);
    match(out, /^Manual payment +within 5 days, UPI shop@example: Transfer or UPI$/m);
    match(out, /^Embed origins +https:\/\/a.example, https:\/\/b.example$/m);
    match(out, /^Ways to pay +manual, cod, provider$/m);
    match(out, /^Cart links +on$/m);
    match(out, /^Limits +carts_per_link 5, wrong_coupons 7$/m);
    doesNotMatch(out, /^Privacy/m);
  }));

/** A flag with a value that does not fit, and how the message begins. */
const BAD_FLAGS: readonly (readonly [flags: string[], message: string])[] = [
  [["--payment-url", "http://demo-store.example/pay"], "--payment-url must be https (http only on"],
  [["--embed-origin", "https://a.example/"], "--embed-origin[0] must be an origin, such as"],
  [["--accent", "#ffcc00"], "--accent must have a contrast of at least 4.5 to white, got"],
  [["--carts-per-link", "0"], "--carts-per-link must be an integer from 1 to"],
  [["--cart-links"], '--cart-links needs a strict catalogue, got "open"'],
  [["--manual-days", "5"], "--manual-instructions is required"],
  [["--manual-instructions", "x", "--manual-days", "31"], "--manual-days must be an integer from"],
  [["--manual-instructions", "x", "--upi-id", "x"], "--upi-id must be a UPI address"],
];

for (const [flags, message] of BAD_FLAGS) {
  Deno.test(`merchant create ${flags.join(" ")} is wrong usage: ${message}`, () =>
    withShell(async (shell) => {
      const { code, err } = await shell.run(
        ...["merchant", "create", "--name", "N", "--domain", "demo-store.example"],
        ...["--country", "IN", "--currency", "INR", ...flags],
      );
      equal(code, 2);
      ok(err.startsWith(`error: ${message}`), err);
    }));
}

Deno.test("merchant update changes one setting of the checkout page, and removes each", () =>
  withShell(async (shell) => {
    const id = await createShop(
      shell,
      ...["--catalogue", "strict", "--cart-links", "--payment-url", "http://localhost:3000/pay"],
      ...["--return-origin", "https://a.example", "--embed-origin", "https://a.example"],
      ...["--logo", "https://a.example/l.png", "--terms-url", "https://a.example/t"],
      ...["--privacy-url", "https://a.example/p", "--accent", "#14584a"],
      ...["--manual-instructions", "Transfer", "--upi-id", "shop@example"],
    );
    const update = (...flags: string[]) => shell.json("merchant", "update", id, ...flags);
    const { checkout: before } = await shell.json("merchant", "show", id);
    const { checkout } = await update("--manual-days", "9");
    deepEqual(checkout, { ...before, manual: { ...before.manual, days: 9 } });
    const open = await shell.run("merchant", "update", id, "--catalogue", "open");
    match(open.err, /^error: --cart-links needs a strict catalogue, got "open"/);
    const manual = await update("--no-manual", "--manual-instructions", "Cheque");
    equal(manual.checkout.manual.upi_id, null);
    const none = await update(
      ...["--no-payment-url", "--no-return-origin", "--no-embed-origin", "--no-logo"],
      ...["--no-accent", "--no-terms-url", "--no-privacy-url", "--no-cart-links", "--no-manual"],
    );
    deepEqual(none.checkout, writeCheckout(NO_CHECKOUT_FORM));
  }));
