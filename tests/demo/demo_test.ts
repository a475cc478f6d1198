import assert from "node:assert/strict";
import { demoLink, seedDemo } from "../../src/service/shop/demo.ts";
import { DEMO_CART, demoCart, demoCommands, demoGuide, demoShops } from "../../src/demo/demo.ts";
import { createSessionCommand } from "../../src/demo/curl.ts";
import { sampleCart } from "../../src/domain/cart/sample_cart.ts";
import { readLine } from "../../src/domain/cart/cart.ts";
import { NO_CHECKOUT_FORM } from "../../src/domain/shop/checkout_form.ts";
import { type CartFormat, type MerchantDraft, NO_RULES } from "../../src/domain/shop/merchant.ts";
import { currencyOf } from "../../src/domain/values/money.ts";
import { createSessionSchema } from "../../src/schema/api/create_session.ts";
import { readLineItems } from "../../src/schema/api/line_item.ts";
import { withWorld } from "../support/app.ts";
import { withFolder } from "../support/process.ts";
import { NO_CATALOG } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";

Deno.test("demoShops() is one believable shop with everything a shop can have", () => {
  const shops = demoShops();
  assert.equal(shops.length, 1);
  const [shop] = shops;
  assert.ok(shop);
  const { merchant, products, coupons, customers } = shop;
  assert.deepEqual([merchant.countryCode, merchant.currencyCode], ["IN", "INR"]);
  assert.ok(merchant.domains.includes("demo-store.example"));
  assert.ok(products.length >= 6 && products.length <= 8);
  assert.ok(products.filter(({ variants }) => variants.length > 1).length >= 3);
  for (const { images, variants, bodyHtml, title } of products) {
    assert.ok(bodyHtml !== "" && title !== "");
    for (const { src } of images) assert.equal(new URL(src).hostname, "cdn.demo-store.example");
    for (const { imageId } of variants) assert.notEqual(imageId, null);
  }
  assert.ok(merchant.rules.shipping.some(({ postalPrefixes }) => postalPrefixes.length > 0));
  assert.notEqual(merchant.rules.cod?.prepaid ?? null, null);
  assert.equal(merchant.rules.paymentOffers.length, 1);
  assert.notEqual(merchant.rules.coin, null);
  assert.deepEqual(merchant.rules.tax, { rate: 180_000, included: true });
  assert.ok(coupons.some(({ gift }) => gift !== null));
  assert.ok(coupons.some(({ applicationType, gift }) => applicationType === "AUTOMATIC" && !gift));
  assert.ok(
    coupons.some(({ code, applicationType }) => code === "SAVE10" && applicationType === "CODE"),
  );
  assert.deepEqual(customers, [{ phone: "+919876543210", coins: 500 }]);
});

Deno.test("demoShops() gives away only products that it has", () => {
  const [shop] = demoShops();
  const ids = new Set(shop?.products.map(({ productId }) => productId));
  const named = shop?.coupons.flatMap(({ gift, productIds }) => [
    ...productIds,
    ...gift?.productIds ?? [],
  ]);
  assert.ok(named !== undefined && named.length > 0);
  assert.deepEqual(named.filter((id) => !ids.has(id)), []);
});

Deno.test("DEMO_CART holds variants of the demo shop that are in stock", () => {
  const [shop] = demoShops();
  assert.ok(shop?.merchant.domains.includes(DEMO_CART.data.shop_domain));
  for (const { product_id: productId, variant_id: variantId, quantity } of DEMO_CART.data.items) {
    const variant = shop?.products.find((one) => one.productId === String(productId))
      ?.variants.find((one) => one.variantId === String(variantId));
    assert.ok(variant, `variant ${variantId}`);
    assert.ok((variant.inventoryQuantity ?? Infinity) >= quantity);
  }
});

Deno.test("DEMO_CART shows an automatic coupon, a free gift and totals", () =>
  withWorld(async ({ services, send }) => {
    const { secret } = await seedDemo(services, demoShops(), OPERATOR);
    const created = await send("POST", "/session", { body: DEMO_CART, secret });
    assert.equal(created.status, 201);
    const { json } = await send("GET", `/session/${created.json.data.session_id}`, { secret });
    const { pricing, coupons, add_ons: addOns } = json.data;
    assert.equal(pricing.cart_total, 1950);
    assert.equal(pricing.total_payable, 1852.5);
    assert.deepEqual(coupons.map(({ code }: { code: string }) => code), ["WELCOME5"]);
    assert.equal(addOns[0].products[0].title, "Coffee Sampler, three 30 g sachets");
  }, { merchant: { domains: ["other.example"] } }));

Deno.test("demoShops() can be paid without a provider, to an account that no bank has", () => {
  const checkout = demoShops()[0]?.merchant.checkout;
  assert.equal(checkout?.paymentUrl, "");
  assert.notEqual(checkout?.accent, null);
  assert.match(checkout?.manual?.instructions ?? "", /^This is a demo: send no money\b/);
  assert.equal(checkout?.manual?.upi?.id, "demo-store@example");
});

Deno.test("demoLink() opens a checkout page with the demo cart, and is null without pages", () =>
  withWorld(async ({ services }) => {
    const demo = await seedDemo(services, demoShops(), OPERATOR);
    assert.equal(await demoLink(services, demo, demoCart()), null);
    services.pages.servedAt("http://127.0.0.1:8082");
    const link = await demoLink(services, demo, demoCart());
    const [, token = ""] = /^http:\/\/127\.0\.0\.1:8082\/c\/([\w-]{43})$/.exec(link ?? "") ?? [];
    const opened = await services.checkoutLinks.open(token);
    assert.equal(opened?.session.priced.totals.totalPayable, 185_250);
    assert.equal(opened?.shop.merchant.id, demo.merchant.id);
  }, { merchant: { domains: ["other.example"] } }));

Deno.test("demoLink() is null for a shop that does not sell the cart any more", () =>
  withWorld(async ({ services }) => {
    services.pages.servedAt("http://127.0.0.1:8082");
    const demo = await seedDemo(services, demoShops(), OPERATOR);
    const cart = { ...demoCart(), shopDomain: "other.example" };
    assert.equal(await demoLink(services, demo, cart), null);
  }, { merchant: { domains: ["other.example"] } }));

/** Columns that a line may take: two rows of a wide terminal. */
const MAX_COLUMNS = 200;

Deno.test("demoCommands() are one short line each, name the key once, and hold no dangling quote", () => {
  const lines = Object.values(demoCommands(`ck_live_${"x".repeat(36)}`, "http://host/it's"));
  for (const line of lines) {
    assert.ok(!line.includes("\n") && line.length <= MAX_COLUMNS, line);
    assert.match(line, /^(KEY=|ANSWER=|curl )/);
  }
  assert.equal(lines.join().split("ck_live_").length, 2);
  assert.ok(lines[0]?.includes(`URL='http://host/it'\\''s';`));
});

/** Answers as the server would, with the target and the header that it was asked with. */
const CURL = `curl() {
  for last; do :; done
  case "$*" in
    *--json*) printf '{\\n  "data": {\\n    "session_id": "01998f5e-0000-7000-8000-000000000001",\\n    "merchant_id": "a"\\n  }\\n}\\n' ;;
    *unknown*) printf 'error of %s by %s\\n' "$2" "$last" ;;
    *) printf 'before\\n"pricing" of %s\\n' "$2"; seq 99 ;;
  esac
}`;

Deno.test("demoCommands() run in a shell: the id is found, and the answers are a dozen lines at most", async () => {
  const lines = Object.values(demoCommands("ck_live_x"));
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", [CURL, ...lines].join("\n")],
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.deepEqual([code, err], [0, ""]);
  assert.equal(
    out,
    '{\n  "data": {\n    "session_id": "01998f5e-0000-7000-8000-000000000001",\n    "merchant_id": "a"\n  }\n}\n' +
      '"pricing" of http://127.0.0.1:8080/session/01998f5e-0000-7000-8000-000000000001?indent\n' +
      `${Array.from({ length: 12 }, (_, i) => i + 1).join("\n")}\n` +
      "error of http://127.0.0.1:8080/session/unknown?indent by Authorization: Bearer ck_live_x\n",
  );
});

Deno.test("demoCommands() leave what a file has that stderr goes to", () =>
  withFolder(async (folder) => {
    const commands = Object.values(demoCommands("ck_live_x"));
    const lines = ["exec 2> log", "echo before >&2", ...commands, "echo after >&2"];
    const { code } = await new Deno.Command("bash", {
      args: ["-c", ["curl() { echo said >&2; echo '{}'; }", ...lines].join("\n")],
      cwd: folder,
      stdout: "null",
    }).output();
    assert.equal(code, 0);
    assert.equal(
      await Deno.readTextFile(`${folder}/log`),
      "before\nsaid\nsaid\nsaid\nafter\n",
    );
  }));

Deno.test("demoGuide() shows the key, when it ends and the commands in order", () => {
  const commands = demoCommands("ck_live_x");
  const demo = { merchant: { name: "Demo" }, key: { expiresAt: 86_400_000 } };
  const guide = demoGuide(demo, commands);
  assert.match(guide, /^Demo is ready\. .* expires 1970-01-02:\n\nKEY=ck_live_x /);
  const places = [commands.keep, commands.create, commands.read, commands.error].map((one) =>
    guide.indexOf(one)
  );
  assert.ok(places.every((place, i) => place > (places[i - 1] ?? 0)));
});

Deno.test("demoGuide() shows the link to a checkout page first, alone on its line", () => {
  const demo = { merchant: { name: "Demo" }, key: { expiresAt: null } };
  const guide = demoGuide(demo, demoCommands("ck_live_x"), {
    link: "http://127.0.0.1:8082/c/x",
    hasProvider: true,
  });
  assert.match(
    guide,
    /^Demo is ready\. Open the checkout page of a cart; .*:\n\nhttp:\S+\/c\/x\n\nChoose to pay online, .*\n\nIts API key .* never expires:\n\nKEY=/,
  );
});

function aShop(cartFormat: CartFormat, currencyCode: string, codMin = 0): MerchantDraft {
  const cod = { fee: 0, min: codMin, max: null, countries: [], prepaid: null };
  return {
    name: "Shop",
    domains: ["a.example", "b.example"],
    countryCode: "IN",
    currencyCode,
    catalogue: "open",
    cartFormat,
    redirectUrl: "",
    rules: { ...NO_RULES, cod },
    otpCountries: null,
    timeZone: "UTC",
    idleAfterMinutes: 30,
    staffRefundsDaily: 0,
    refundsDaily: 0,
    coinsDaily: 0,
    picturesMb: 500,
    ordersHourly: 0,
    signInsHourly: 0,
    messagesHourly: 0,
    refundsFactorOver: 0,
    requiresFactor: false,
    recoveryUrl: "",
    checkout: NO_CHECKOUT_FORM,
  };
}

/** Price of one unit of the sample in minor units, as a shop reads it. */
function priceOf(shop: MerchantDraft): number | undefined {
  const { data } = createSessionSchema.parse(sampleCart(shop));
  assert.equal(data.shop_domain, "a.example");
  const { cartFormat: format, currencyCode } = shop;
  const context = {
    ...NO_CATALOG,
    format,
    currency: currencyOf(currencyCode),
    rule: "open",
  } as const;
  const [line] = readLineItems(data.items).map((one) => readLine(one, context));
  assert.equal(line?.title, "Sample mug");
  return line.unitPrice;
}

for (const format of ["plain", "shopify"] as const) {
  Deno.test(`sampleCart() costs the same in any number of decimals, ${format}`, () => {
    assert.equal(priceOf(aShop(format, "INR")), 2000);
    assert.equal(priceOf(aShop(format, "JPY")), 2000);
    assert.equal(priceOf(aShop(format, "KWD")), 20_000);
  });

  Deno.test(`sampleCart() reaches the least that cash on delivery is for, ${format}`, () => {
    assert.equal(priceOf(aShop(format, "INR", 20_050)), 20_100);
    assert.equal(priceOf(aShop(format, "KWD", 20_001)), 21_000);
  });
}

Deno.test("createSessionCommand() quotes what it is given for a shell", () => {
  assert.equal(
    createSessionCommand({ baseUrl: "http://h", secret: "k", body: { a: "it's" } }),
    `curl -sS 'http://h/session' -H 'Authorization: Bearer k' -H 'Content-Type: application/json' ` +
      `-d '{"a":"it'\\''s"}'`,
  );
});
