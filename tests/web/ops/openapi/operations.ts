/** Every operation under a key, written by hand: the document is held against it. */
/** Codes that any operation under a key can answer with. */
export const KEYED = [
  "error.unauthorized",
  "error.scope-missing",
  "error.rate-limit-exceeded",
  "error.unavailable",
];
/** Codes that any operation can answer with. */
export const ANY = ["error.invalid-request", "error.payload-too-large", "error.internal"];
const STEP = ["error.session-not-found", "error.invalid-state", "error.conflict"];
/** Operations that change something and record no answer. */
export const UNRECORDED: readonly string[] = ["POST /session/{id}/checkout-link"];
/** Codes that any operation which records its answer can answer with. */
export const CHANGING = [
  "error.idempotency-key-stale",
  "error.idempotency-in-progress",
  "error.idempotency-key-reused",
  "error.request-timeout",
];
const BODY = ["error.invalid-json", "error.unsupported-media-type"];
/** Why a coupon does not apply. */
const COUPON = [
  "error.coupon-not-found",
  "error.coupon-not-started",
  "error.coupon-expired",
  "error.coupon-minimum-not-met",
  "error.coupon-not-eligible",
  "error.coupon-limit-reached",
];
/** Why an order cannot be paid or placed. */
const ORDER = [
  "error.phone-required",
  "error.address-required",
  "error.address-not-serviceable",
  "error.out-of-stock",
  "error.price-changed",
  ...COUPON,
];

/** Every operation under a key: its success, and the codes that are its own. */
export const OPERATIONS: Readonly<
  Record<string, readonly [status: string, codes: readonly string[]]>
> = {
  "POST /session": ["201", ["error.shop-not-found", ...BODY]],
  "GET /session/{id}": ["200", ["error.session-not-found"]],
  "PUT /session/{id}/items": ["200", [...STEP, ...BODY]],
  "POST /session/{id}/coupons": ["200", [
    ...STEP,
    ...BODY,
    ...COUPON,
    "error.coupon-already-applied",
    "error.coupon-not-better",
    "error.coupon-rate-limited",
  ]],
  "DELETE /session/{id}/coupons/{code}": ["200", [...STEP, "error.coupon-not-found"]],
  "PUT /session/{id}/add-ons": [
    "200",
    [...STEP, ...BODY, "error.gift-not-available", "error.out-of-stock"],
  ],
  "PUT /session/{id}/address": ["200", [...STEP, ...BODY, "error.address-not-serviceable"]],
  "PUT /session/{id}/buyer": ["200", [...STEP, ...BODY]],
  "PUT /session/{id}/shipping-option": ["200", [
    ...STEP,
    ...BODY,
    "error.address-required",
    "error.address-not-serviceable",
  ]],
  "POST /session/{id}/otp": ["200", [
    ...STEP,
    ...BODY,
    "error.otp-number-not-allowed",
    "error.otp-country-not-allowed",
    "error.otp-rate-limited",
    "error.otp-daily-limit",
  ]],
  "POST /session/{id}/otp/verify": ["200", [
    ...STEP,
    ...BODY,
    "error.otp-invalid",
    "error.otp-expired",
    "error.otp-too-many-attempts",
  ]],
  "PUT /session/{id}/coins": [
    "200",
    [...STEP, ...BODY, "error.customer-required", "error.coins-not-available"],
  ],
  "PUT /session/{id}/payment-method": ["200", [...STEP, ...BODY, "error.cod-not-available"]],
  "POST /session/{id}/payment": [
    "200",
    [...STEP, ...BODY, ...ORDER, "error.checkout-page-off", "error.provider-refused"],
  ],
  "POST /session/{id}/payment/{payment_id}/result": [
    "200",
    [
      ...STEP,
      ...BODY,
      "error.payment-not-found",
      "error.payment-mismatch",
      "error.payment-reference-used",
      "error.payment-at-provider",
    ],
  ],
  "POST /session/{id}/payment/{payment_id}/cancel": ["200", [...STEP, "error.payment-not-found"]],
  "POST /session/{id}/complete": [
    "200",
    [...STEP, ...ORDER, "error.cod-not-available", "error.payment-required"],
  ],
  "POST /session/{id}/cancel": ["200", [...STEP, ...BODY, "error.payment-disputed"]],
  "POST /session/{id}/refund": [
    "200",
    [...STEP, ...BODY, "error.refund-exceeded", "error.payment-disputed"],
  ],
  "POST /session/{id}/refund/{refund_id}/result": [
    "200",
    [...STEP, ...BODY, "error.refund-not-found", "error.payment-at-provider"],
  ],
  "POST /session/{id}/abandon": ["200", STEP],
  "GET /orders": ["200", ["error.session-not-found"]],
  "GET /orders/{number}": ["200", ["error.session-not-found"]],
  "GET /sessions": ["200", ["error.session-not-found"]],
  "GET /refunds": ["200", ["error.refund-not-found"]],
  "GET /unexpected-payments": ["200", ["error.payment-not-found"]],
  "POST /session/{id}/checkout-link": [
    "201",
    [
      "error.session-not-found",
      "error.invalid-state",
      "error.checkout-page-off",
      "error.request-timeout",
    ],
  ],
};
