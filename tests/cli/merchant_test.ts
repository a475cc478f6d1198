import assert from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../src/domain/shop/checkout_form.ts";
import { writeCheckout } from "../../src/schema/seed/checkout.ts";
import { createShop, withShell } from "./support.ts";

Deno.test("merchant create makes a shop with the rules its flags give", () =>
  withShell(async (shell) => {
    await createShop(
      shell,
      ...["--domain", "https://WWW.demo-store.example/x", "--cart-format", "shopify"],
      ...["--catalogue", "strict", "--redirect-url", "https://demo-store.example/thanks"],
      ...["--tax-rate", "12.5", "--tax-excluded"],
      ...["--shipping", "IN:56+57=60,free-above=999", "--shipping", "IN+NP=80"],
      ...["--shipping", "AE=slow:By sea:500; fast:By air, insured:900.50,free-above=5000"],
      ...["--cod-fee", "40", "--cod-min", "200", "--cod-max", "9999.50", "--cod-country", "in"],
      ...["--cod-prepaid", "10%", "--payment-offer", "prepaid=5%,cap=100"],
      ...["--payment-offer", "cod=7.50"],
      ...["--coin-name", "Coins", "--coin-value", "10", "--coin-worth", "1", "--coin-earn", "5"],
      ...["--time-zone", "asia/kathmandu"],
      ...["--otp-country", "in", "--otp-country", "NP", "--verify-phone", "Never"],
      ...[
        "--require-factor",
        "--refunds-factor-over",
        "100",
        "--staff-refunds-daily",
        "50.5",
        "--idle-after",
        "45",
        "--recovery-url",
        "https://demo-store.example/cart",
      ],
    );
    const { id, created_at, updated_at, ...shop } = await shell.json(
      ...["merchant", "show", "demo-store.example"],
    );
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(created_at, "2026-01-02T03:04:05.000Z");
    assert.equal(updated_at, created_at);
    assert.deepEqual(shop, {
      name: "Demo Store",
      domains: ["demo-store.example", "www.demo-store.example"],
      country_code: "IN",
      currency_code: "INR",
      redirect_url: "https://demo-store.example/thanks",
      cart_format: "shopify",
      catalogue: "strict",
      tax: { rate: 12.5, included: false },
      shipping: [
        { countries: ["IN"], postal_prefixes: ["56", "57"], price: 60, free_above: 999 },
        { countries: ["IN", "NP"], postal_prefixes: [], price: 80, free_above: null },
        {
          countries: ["AE"],
          postal_prefixes: [],
          options: [
            { id: "slow", name: "By sea", price: 500, free_above: null },
            { id: "fast", name: "By air, insured", price: 900.5, free_above: 5000 },
          ],
        },
      ],
      cod: {
        fee: 40,
        min: 200,
        max: 9999.5,
        countries: ["IN"],
        prepaid: { type: "PERCENTAGE", amount: 10 },
      },
      payment_offers: [
        {
          method: "PREPAID",
          discount_type: "PERCENTAGE",
          discount_amount: 5,
          discount_max_cap: 100,
        },
        { method: "COD", discount_type: "FIXED", discount_amount: 7.5, discount_max_cap: null },
      ],
      coin: {
        provider: "CUSTOM",
        name: "Coins",
        logo: "",
        coin_value: 10,
        base_currency_value: 1,
        earn_percent: 5,
      },
      verify_phone: "never",
      otp_countries: ["IN", "NP"],
      idle_after: 45,
      staff_refunds_daily: 50.5,
      refunds_daily: 0,
      coins_daily: 0,
      pictures_mb: 500,
      ...{ orders_hourly: 0, sign_ins_hourly: 0, messages_hourly: 0 },
      refunds_factor_over: 100,
      require_factor: true,
      recovery_url: "https://demo-store.example/cart",
      checkout: writeCheckout(NO_CHECKOUT_FORM),
      time_zone: "Asia/Kathmandu",
    });
    const { out } = await shell.run("merchant", "show", "demo-store.example");
    assert.match(out, /^Time zone +Asia\/Kathmandu$/m);
  }));

/** A flag with a value that does not fit, and how the message begins. */
const BAD_FLAGS: readonly (readonly [flags: string[], message: string])[] = [
  [["--country", "IND"], "--country must be a two-letter"],
  [["--currency", "XXY"], "--currency must be an ISO 4217"],
  [["--domain", "a b"], "--domain[1] must be a domain"],
  [["--domain", "Demo-Store.example."], "--domain[1] repeats the domain"],
  [["--cart-format", "magento"], "Option '--cart-format <format>' argument 'magento' is invalid"],
  [["--verify-phone", "sms"], "Option '--verify-phone <orders>' argument 'sms' is invalid"],
  [["--catalogue", "closed"], "Option '--catalogue <rule>' argument 'closed' is invalid"],
  [
    ["--time-zone", "+05:30"],
    '--time-zone must be an IANA time zone, such as Asia/Kolkata, got "+0',
  ],
  [["--redirect-url", "/thanks"], "--redirect-url must be an absolute"],
  [["--tax-rate", "101"], "--tax-rate must be a percentage"],
  [["--tax-excluded"], "--tax-rate is required"],
  [["--shipping", "IN=1.005"], "--shipping[0].price must have at most 2 decimals"],
  [["--shipping", "IN=a:A:1;2"], "--shipping[0].options[1].id is required"],
  [["--shipping", "IN=a:A:1;a:B:2"], "--shipping[0].options[1] repeats the id"],
  [["--shipping", "IN=a b:A:1"], "--shipping[0].options[0].id must have letters"],
  [["--shipping", "IN=1;"], "Option '--shipping <rule>' argument 'IN=1;' is invalid"],
  [["--shipping", "IN=a:1"], "Option '--shipping <rule>' argument 'IN=a:1' is invalid"],
  [["--shipping", "IN=1", "--shipping", "IN=2"], "--shipping[1] repeats the place"],
  [["--cod-min", "5", "--cod-max", "4"], "--cod-max must be at least min"],
  [["--cod-prepaid", "0%"], "--cod-prepaid.amount must be more than 0"],
  [["--payment-offer", "cod=101%"], "--payment-offer[0].discount_amount must be a percentage"],
  [["--coin-name", "Coins"], "--coin-value is required"],
  [["--coin-name", "C", "--coin-value", "0", "--coin-worth", "1"], "--coin-value must be"],
  [["--coin-name", "C", "--coin-value", "1", "--coin-worth", "0"], "--coin-worth must be more"],
  [["--idle-after", "-1"], "--idle-after must be"],
  [["--recovery-url", "http://demo-store.example/cart"], "--recovery-url must be an https URL"],
];

for (const [flags, message] of BAD_FLAGS) {
  Deno.test(`merchant create ${flags.join(" ")} is wrong usage: ${message}`, () =>
    withShell(async (shell) => {
      const { code, out, err } = await shell.run(
        ...["merchant", "create", "--name", "N", "--domain", "demo-store.example"],
        ...["--country", "IN", "--currency", "INR", ...flags],
      );
      assert.equal(code, 2);
      assert.equal(out, "");
      assert.ok(err.startsWith(`error: ${message}`), err);
      assert.deepEqual(await shell.json("merchant", "list"), []);
    }));
}

Deno.test("merchant create refuses a domain that another shop has", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { code, err } = await shell.run(
      ...["merchant", "create", "--name", "N", "--domain", "demo-store.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    assert.equal(code, 1);
    assert.match(err, /^error: .*demo-store\.example.*\(error\.merchant-exists\)\n$/);
  }));

Deno.test("merchant create --from reads a file in seed form, and flags win over it", () =>
  withShell(async (shell) => {
    shell.files.set("shop.json", '{"name":"From file","tax":{"rate":5,"included":false}}');
    await createShop(shell, "--from", "shop.json", "--tax-rate", "18");
    const { name, tax } = await shell.json("merchant", "show", "demo-store.example");
    assert.equal(name, "Demo Store");
    assert.deepEqual(tax, { rate: 18, included: false });
  }));

/** A file for --from that does not fit, and what is said of it. */
const BAD_FILES: readonly (readonly [text: string, message: string])[] = [
  ['{"shipping":[{"countries":["IN"]}]}', "shop.json: shipping[0].price is required"],
  ['{"shiping":[]}', "shop.json: shiping is not a known field"],
  ['{"products":[]}', "shop.json: products is not a known field"],
  ["[]", "shop.json: The file must be an object, got an array"],
  ["{", "shop.json: The file must be JSON"],
];

for (const [text, message] of BAD_FILES) {
  Deno.test(`merchant create --from a file of ${text} fails: ${message}`, () =>
    withShell(async (shell) => {
      shell.files.set("shop.json", text);
      const { code, err } = await shell.run(
        ...["merchant", "create", "--name", "N", "--domain", "a.example", "--country", "IN"],
        ...["--currency", "INR", "--from", "shop.json"],
      );
      assert.equal(code, 1);
      assert.ok(err.startsWith(`error: ${message}`), err);
    }));
}

Deno.test("merchant update changes the given options only", () =>
  withShell(async (shell) => {
    await createShop(shell, "--tax-rate", "18", "--cod-fee", "40", "--shipping", "IN=60");
    const before = await shell.json("merchant", "show", "demo-store.example");
    shell.clock.advance(60_000);
    const after = await shell.json(
      ...["merchant", "update", "demo-store.example", "--cod-min", "100", "--no-shipping"],
    );
    assert.deepEqual(after, {
      ...before,
      cod: { ...before.cod, min: 100 },
      shipping: [],
      updated_at: "2026-01-02T03:05:05.000Z",
    });
    const { cod } = await shell.json("merchant", "update", before.id, "--no-cod");
    assert.equal(cod, null);
    assert.equal(before.catalogue, "open");
    const strict = await shell.json("merchant", "update", before.id, "--catalogue", "strict");
    assert.equal(strict.catalogue, "strict");
    assert.match((await shell.run("merchant", "show", before.id)).out, /Catalogue +strict\n/);
  }));

Deno.test("merchant update refuses another currency: stored prices would change their worth", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const flag = await shell.run("merchant", "update", "demo-store.example", "--currency", "JPY");
    assert.equal(flag.code, 2);
    assert.match(flag.err, /--currency/);
    shell.files.set("shop.json", '{"currency_code":"JPY"}');
    const file = await shell.run("merchant", "update", "demo-store.example", "--from", "shop.json");
    assert.equal(file.code, 1);
    assert.match(file.err, /currency_code cannot change from INR: JPY/);
  }));

Deno.test("merchant show finds a shop by id and by domain, and fails for an unknown one", () =>
  withShell(async (shell) => {
    const id = await createShop(
      shell,
      ...["--shipping", "IN:56=60,free-above=999", "--tax-rate", "18"],
      ...["--shipping", "NP=slow:Slow:80;fast:Fast:150,free-above=999"],
    );
    const byDomain = await shell.run("merchant", "show", "HTTPS://demo-store.example");
    assert.deepEqual(await shell.run("merchant", "show", id), byDomain);
    assert.match(byDomain.out, /Tax +18 %, included in prices\n/);
    assert.match(
      byDomain.out,
      /Delivery +IN \(postal code 56\): 60\.00 INR, free from 999\.00 INR\n/,
    );
    assert.match(
      byDomain.out,
      /Delivery +NP: Slow \(slow\) 80\.00 INR; Fast \(fast\) 150\.00 INR, free from 999\.00 INR\n/,
    );
    assert.match(byDomain.out, /Coins +none\nVerified phone +not needed\n/);
    const missing = await shell.run("merchant", "show", "nobody.example");
    assert.equal(missing.code, 1);
    assert.equal(
      missing.err,
      "error: No such merchant: nobody.example (error.merchant-not-found)\n",
    );
  }));
