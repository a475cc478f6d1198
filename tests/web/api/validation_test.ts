import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { Checkout } from "./checkout.ts";
import { PAYMENT_RESULT, STEPS } from "./operations.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "./shop.ts";

const LINE = { product_id: 1, variant_id: 11, quantity: 1 };
const CLAIM = { coupon_id: uuid(29), variant_id: 91, quantity: 1 };
const PAID = { status: "PAID", amount: 1, reference: "pay_1" };
const MAX = Number.MAX_SAFE_INTEGER;

const ROWS: readonly (readonly [call: string, data: unknown, message: string])[] = [
  ["PUT /items", {}, "data.items is required"],
  ["PUT /items", { items: [] }, "data.items must have at least 1 entry"],
  [
    "PUT /items",
    { items: Array(501).fill(LINE) },
    "data.items must have at most 500 entries",
  ],
  [
    "PUT /items",
    { items: [LINE, { ...LINE, quantity: 0 }] },
    "data.items[1].quantity must be a positive integer, got 0",
  ],
  [
    "PUT /items",
    { items: [{ ...LINE, product_id: 77, variant_id: 12 }] },
    "data.items[0].price is required: the variant is not in the shop's catalogue",
  ],
  ["POST /coupons", { code: "" }, "data.code must not be empty"],
  ["POST /coupons", { code: 7 }, "data.code must be a string, got 7"],
  ["PUT /add-ons", { add_ons: {} }, "data.add_ons must be an array, got an object"],
  [
    "PUT /add-ons",
    { add_ons: [{ ...CLAIM, coupon_id: "x" }] },
    'data.add_ons[0].coupon_id must be a UUID, got "x"',
  ],
  [
    "PUT /add-ons",
    { add_ons: [{ ...CLAIM, variant_id: "91" }] },
    'data.add_ons[0].variant_id must be a 64-bit integer, got "91"',
  ],
  [
    "PUT /add-ons",
    { add_ons: [{ ...CLAIM, quantity: 0 }] },
    "data.add_ons[0].quantity must be an integer from 1 to 100000, got 0",
  ],
  [
    "PUT /add-ons",
    { add_ons: Array(101).fill(CLAIM) },
    "data.add_ons must have at most 100 entries",
  ],
  ["PUT /address", { ...ADDRESS, city: undefined }, "data.city is required"],
  [
    "PUT /address",
    { ...ADDRESS, name: " \u200b" },
    'data.name must contain a visible character, got " \u200b"',
  ],
  [
    "PUT /address",
    { ...ADDRESS, country_code: "I1" },
    'data.country_code must be a two-letter ISO 3166-1 country code, got "I1"',
  ],
  [
    "PUT /address",
    { ...ADDRESS, phone: "12345" },
    'data.phone must be a valid phone number, got "12345"',
  ],
  [
    "PUT /address",
    { ...ADDRESS, email: "asha" },
    'data.email must be an e-mail address, got "asha"',
  ],
  [
    "PUT /address",
    { ...ADDRESS, postal_code: "5".repeat(21) },
    `data.postal_code must have at most 20 characters, got "${"5".repeat(21)}"`,
  ],
  ["POST /otp", { phone: "98765" }, 'data.phone must be a valid phone number, got "98765"'],
  ["POST /otp", {}, "data.phone is required"],
  [
    "POST /otp/verify",
    { phone: KNOWN_PHONE, otp: 123456 },
    "data.otp must be a string, got 123456",
  ],
  [
    "POST /otp/verify",
    { phone: KNOWN_PHONE, otp: "12345" },
    'data.otp must be 6 digits, got "12345"',
  ],
  ["PUT /coins", { coins: -1 }, `data.coins must be an integer from 0 to ${MAX}, got -1`],
  ["PUT /coins", { coins: 0.5 }, `data.coins must be an integer from 0 to ${MAX}, got 0.5`],
  [
    "PUT /payment-method",
    { method: "cash" },
    'data.method must be one of PREPAID, COD, got "cash"',
  ],
  [PAYMENT_RESULT, { ...PAID, status: "OK" }, 'data.status must be one of PAID, FAILED, got "OK"'],
  [PAYMENT_RESULT, { ...PAID, amount: true }, "data.amount must be an amount, got true"],
  [PAYMENT_RESULT, { ...PAID, reference: "" }, "data.reference must not be empty"],
  [PAYMENT_RESULT, { status: "PAID", amount: 1 }, "data.reference is required"],
  [
    PAYMENT_RESULT,
    { ...PAID, amount: 1.001 },
    "data.amount must have at most 2 decimals for INR, got 1.001",
  ],
  [PAYMENT_RESULT, { ...PAID, amount: -1 }, "data.amount must be an amount of 0 or more, got -1"],
];

Deno.test("every step names the field that does not fit, and changes nothing", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (const [call, data, message] of ROWS) {
      assert.equal(await checkout.refused(call, data, "error.invalid-request"), message, call);
    }
  }));

/** Steps whose body may be left out. */
const OPTIONAL = ["PUT /buyer", "POST /cancel"];

Deno.test("every step with a body refuses one without data, and none at all unless all is optional", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (const [call, data] of STEPS.filter(([, data]) => data !== undefined)) {
      const [method = "", suffix = ""] = call.split(" ");
      const path = `${checkout.path}${suffix}`;
      const bare = await world.send(method, path, { body: data });
      assert.deepEqual(
        [bare.status, bare.json.error],
        [400, { code: "error.invalid-request", message: "data is required" }],
        call,
      );
      if (!OPTIONAL.includes(call)) {
        assert.equal((await world.send(method, path)).status, 415, call);
      }
      const broken = await world.send(method, path, { text: '{"data":' });
      assert.deepEqual([broken.status, broken.json.error.code], [400, "error.invalid-json"], call);
    }
    assert.equal((await checkout.stored()).version, 1);
  }));

Deno.test("a step's path allows its own methods and no others", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const rows: [string, string, string][] = [
      ["GET", "/items", "OPTIONS, PUT"],
      ["PUT", "/coupons", "OPTIONS, POST"],
      ["GET", "/coupons/FLAT50", "DELETE, OPTIONS"],
      ["DELETE", "/payment", "OPTIONS, POST"],
    ];
    for (const [method, suffix, allow] of rows) {
      const { status, headers } = await world.send(method, `${checkout.path}${suffix}`);
      assert.deepEqual([status, headers.get("allow")], [405, allow]);
    }
  }));
