/** Random checkouts, as requests of a shop's backend. */
import fc from "fast-check";
import { ADDRESS, GIFT, KNOWN_PHONE, MUG, POSTER } from "../../web/api/shop.ts";
import { anyText, memberNames } from "../../support/texts.ts";

/** Values of earlier answers for later requests. */
export interface Known {
  id: string;
  payment: { readonly id: string; readonly amount: number };
  otp: string;
}

/** A request after what is known. */
export interface Step {
  readonly idempotencyKey: string | null;
  readonly ask: (known: Known) => readonly [method: string, path: string, data?: unknown];
}

/** A cart and what is done with it. */
export interface RandomCheckout {
  readonly cart: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}

const INT64 = ["9223372036854775807", "-9223372036854775808", "9007199254740993", "1", "9"];
const id = fc.oneof(fc.constantFrom(...INT64), fc.bigInt(1n, 2n ** 63n - 1n).map(String))
  .map((digits) => JSON.rawJSON(digits));

/** Text without U+0000, which is refused. */
const text = anyText(20).map((one) => one.replaceAll("\0", ""));

/** JSON of any depth that a body may have. */
const deep = fc.tuple(fc.integer({ min: 0, max: 62 }), text).map(([levels, leaf]) => {
  let value: unknown = leaf;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
});

const ownLine = fc.record({
  product_id: id,
  variant_id: id,
  quantity: fc.integer({ min: 1, max: 9 }),
  price: fc.constantFrom(0, 1, 19, 349, 120_000, 7),
  title: text,
  taxable: fc.boolean(),
  properties: fc.dictionary(memberNames(text), text, { maxKeys: 3 }),
  unknown: deep,
});
const stockedLine = fc.record({
  product_id: fc.constant(1),
  variant_id: fc.constant(Number(MUG)),
  quantity: fc.integer({ min: 1, max: 4 }),
});
const items = fc.array(fc.oneof(ownLine, stockedLine, stockedLine), { minLength: 1, maxLength: 4 });

const cart = fc.record({
  shop_domain: fc.constant("demo-store.example"),
  items,
  reference: fc.option(text),
  note: fc.option(text),
  attributes: fc.dictionary(memberNames(text), text, { maxKeys: 3 }),
  utm_source: fc.option(text),
}, { requiredKeys: ["shop_domain", "items"] });

const codes = ["SAVE10", "flat50", "PLUS5", "plus7", "OLD", "NOCOD", "HALF 1/2", "POSTERS", "?"];
const address = fc.record({
  ...Object.fromEntries(Object.entries(ADDRESS).map(([name, value]) => [name, fc.constant(value)])),
  name: fc.oneof(fc.constant(ADDRESS.name), text),
  postal_code: fc.constantFrom("561 001", "560001", "110001"),
  email: fc.constantFrom("asha@example.com", undefined),
});

const MUGS = { product_id: 1, variant_id: Number(MUG), quantity: 1 };

function paid(status: string): Step["ask"] {
  return (known) => [
    "POST",
    `${payment(known)}/${known.payment.id}/result`,
    { status, amount: known.payment.amount, reference: `pay_${known.payment.id}` },
  ];
}

const payment = (known: Known) => `/session/${known.id}/payment`;

/** Steps by how often they are taken. */
const asks: fc.Arbitrary<Step["ask"]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step["ask"]>(({ id }) => ["GET", `/session/${id}`]) },
  {
    weight: 2,
    arbitrary: items.map((all): Step["ask"] => ({ id }) => [
      "PUT",
      `/session/${id}/items`,
      { items: all },
    ]),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...codes).map((code): Step["ask"] => ({ id }) => [
      "POST",
      `/session/${id}/coupons`,
      { code },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...codes).map((code): Step["ask"] => ({ id }) => [
      "DELETE",
      `/session/${id}/coupons/${encodeURIComponent(code)}`,
    ]),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 2 }).map((quantity): Step["ask"] => ({ id }) => [
      "PUT",
      `/session/${id}/add-ons`,
      { add_ons: [{ coupon_id: GIFT, variant_id: Number(POSTER), quantity }] },
    ]),
  },
  {
    weight: 4,
    arbitrary: address.map((one): Step["ask"] => ({ id }) => [
      "PUT",
      `/session/${id}/address`,
      one,
    ]),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(KNOWN_PHONE, "+14155552671").map(
      (phone): Step["ask"] => ({ id }) => [
        "POST",
        `/session/${id}/otp`,
        { phone },
      ],
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(KNOWN_PHONE, "+14155552671").map(
      (phone): Step["ask"] => ({ id, otp }) => ["POST", `/session/${id}/otp/verify`, {
        phone,
        otp,
      }],
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, 1, 100, 501).map((coins): Step["ask"] => ({ id }) => [
      "PUT",
      `/session/${id}/coins`,
      { coins },
    ]),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("PREPAID", "COD").map((method): Step["ask"] => ({ id }) => [
      "PUT",
      `/session/${id}/payment-method`,
      { method },
    ]),
  },
  { weight: 5, arbitrary: fc.constant<Step["ask"]>((known) => ["POST", payment(known)]) },
  {
    weight: 5,
    arbitrary: fc.constantFrom("PAID", "PAID", "FAILED").map(paid),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step["ask"]>((known) => [
      "POST",
      `${payment(known)}/${known.payment.id}/cancel`,
    ]),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Step["ask"]>(({ id }) => ["POST", `/session/${id}/complete`]),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step["ask"]>(({ id }) => ["POST", `/session/${id}/abandon`]),
  },
);

/** Places an order, unless its goods are gone. */
const ORDER: readonly Step[] = [
  ({ id }: Known) => ["PUT", `/session/${id}/items`, { items: [MUGS] }] as const,
  ({ id }: Known) => ["PUT", `/session/${id}/address`, ADDRESS] as const,
  (known: Known) => ["POST", payment(known)] as const,
  paid("PAID"),
  ({ id }: Known) => ["POST", `/session/${id}/complete`] as const,
].map((ask) => ({ ask, idempotencyKey: null }));

/** Checkouts of carts with any ids, texts and nesting. */
export const randomCheckouts: fc.Arbitrary<RandomCheckout> = fc.record({
  cart,
  steps: fc.tuple(
    fc.array(
      fc.record({
        ask: asks,
        idempotencyKey: fc.option(fc.constantFrom("one", "two"), { freq: 3, nil: null }),
      }),
      { minLength: 2, maxLength: 10, size: "max" },
    ),
    fc.constantFrom([], ORDER),
  ).map((parts) => parts.flat()),
});
