import { deepEqual } from "node:assert/strict";
import { NOW } from "../../support/builders.ts";
import type { CheckoutModel } from "../../../src/web/checkout_page/checkout/model.ts";
import { stepsOf } from "../../../src/web/checkout_page/checkout/progress.ts";
import { ADDRESS, aModel, CHOSEN, MANUAL, PHONE, READY, VERIFIED } from "./models.ts";

const CHALLENGE = { phone: PHONE, salt: "", hash: "", expiresAt: NOW + 1, triesLeft: 5 };
const AT_HOME = { ...VERIFIED, choices: { address: ADDRESS } };
const OPEN_SHOP = { rules: { verifyPhone: "never" } } as const;

/** A model, and its parts with their standings: ! open, + done, ? offered, - later. */
const CASES: readonly (readonly [string, CheckoutModel, string])[] = [
  [
    "a new session asks for the phone, and offers a gift",
    aModel(),
    "gifts? phone! address- shipping- method- review-",
  ],
  [
    "the address comes after the phone",
    aModel(VERIFIED),
    "gifts? phone+ address! shipping- coins- method- review-",
  ],
  [
    "then the way of delivery",
    aModel(AT_HOME),
    "gifts? phone+ address+ shipping! coins- method- review-",
  ],
  [
    "then the method, with coins on offer before it",
    aModel({ ...VERIFIED, choices: { address: ADDRESS, shippingOption: "standard" } }),
    "gifts? phone+ address+ shipping+ coins? method! review-",
  ],
  [
    "then the review",
    aModel(READY),
    "gifts+ phone+ address+ shipping+ coins+ method+ review!",
  ],
  [
    "a part that is opened again closes the review",
    aModel(READY, { edit: "address" }),
    "gifts+ phone+ address! shipping+ coins+ method+ review-",
  ],
  [
    "an optional part that is opened again does not",
    aModel(READY, { edit: "coins" }),
    "gifts+ phone+ address+ shipping+ coins? method+ review!",
  ],
  [
    "a part that the page does not have cannot be opened",
    aModel(READY, { edit: "cart" }),
    "gifts+ phone+ address+ shipping+ coins+ method+ review!",
  ],
  [
    "a refused form stays open",
    aModel(READY, { problem: { part: "method", code: "error.cod-not-available", message: "" } }),
    "gifts+ phone+ address+ shipping+ coins+ method! review-",
  ],
  [
    "coins are a reason to confirm a phone that the order does not need",
    aModel({}, {}, OPEN_SHOP),
    "gifts? phone? address! shipping- method- review-",
  ],
  [
    "they are none if codes cannot be sent",
    aModel({}, { codes: "off" }, OPEN_SHOP),
    "gifts? address! shipping- method- review-",
  ],
  [
    "a code for another number is asked for, and holds nothing up",
    aModel({ ...READY, otp: { challenge: { ...CHALLENGE, phone: "+919999999999" }, sentAt: [] } }),
    "gifts+ phone? address+ shipping+ coins+ method+ review!",
  ],
  [
    "the only way of delivery is no part",
    aModel(VERIFIED, {}, { rules: { shipping: [] } }),
    "gifts? phone+ address! coins- method- review-",
  ],
  [
    "the only method without an offer needs no choice",
    aModel({ ...READY, choices: { ...CHOSEN, method: null } }, {}, {
      form: MANUAL,
      rules: { cod: null, paymentOffers: [] },
    }),
    "gifts+ phone+ address+ shipping+ coins+ method+ review!",
  ],
  [
    "an order that costs nothing has no method",
    aModel({ ...AT_HOME, lines: [] }, {}, { rules: { shipping: [] } }),
    "phone+ address+ review!",
  ],
  [
    "once the prepaid part is paid, nothing can be changed",
    aModel({
      ...READY,
      choices: { ...CHOSEN, method: "COD" },
      state: { session: "IN_PROGRESS", payment: "PAID" },
      amountPaid: 10_000,
    }, { edit: "address" }),
    "gifts+ phone+ address+ shipping+ coins+ method+ review!",
  ],
];

const SIGNS = { open: "!", done: "+", offered: "?", later: "-" };

for (const [name, model, expected] of CASES) {
  Deno.test(`stepsOf(): ${name}`, () => {
    const found = stepsOf(model).map(({ part, standing }) => `${part}${SIGNS[standing]}`);
    deepEqual(found.join(" "), expected);
  });
}
