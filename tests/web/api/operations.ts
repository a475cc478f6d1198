/** Every step of the checkout with a body that fits it. */
import { uuid } from "../../support/builders.ts";
import { ADDRESS, KNOWN_PHONE, mugs } from "./shop.ts";

/** A step as it is called: `POST /coupons`, and the value of `data`; undefined for no body. */
export type StepCall = readonly [call: string, data: unknown];

export const PAYMENT_RESULT = `POST /payment/${uuid(999)}/result`;

export const STEPS: readonly StepCall[] = [
  ["PUT /items", { items: mugs(1) }],
  ["POST /coupons", { code: "FLAT50" }],
  ["DELETE /coupons/FLAT50", undefined],
  ["PUT /add-ons", { add_ons: [] }],
  ["PUT /address", ADDRESS],
  ["PUT /buyer", { name: "Asha Rao", email: "asha@example.com" }],
  ["PUT /shipping-option", { id: "express" }],
  ["POST /otp", { phone: KNOWN_PHONE }],
  ["POST /otp/verify", { phone: KNOWN_PHONE, otp: "123456" }],
  ["PUT /coins", { coins: 0 }],
  ["PUT /payment-method", { method: "PREPAID" }],
  ["POST /payment", undefined],
  [PAYMENT_RESULT, { status: "PAID", amount: 1, reference: "pay_1" }],
  ["POST /complete", undefined],
  ["POST /cancel", { reason: "Refused at the door" }],
  ["POST /abandon", undefined],
];
