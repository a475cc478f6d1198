import assert from "node:assert/strict";
import { AppError } from "../../src/domain/errors.ts";
import { requireOtpNumber } from "../../src/domain/session/otp_numbers.ts";
import { phoneOrigins } from "../../src/schema/phone.ts";
import { aMerchant } from "../support/builders.ts";

/** Numbers that may be sent a code, and what their plans say of them. */
const ORDINARY = [
  ["+919876543210", "IN", "MOBILE"],
  ["+447400123456", "GB", "MOBILE"],
  ["+14155552671", "US", "FIXED_LINE_OR_MOBILE"],
  ["+18764123456", "JM", "MOBILE"],
  ["+77011234567", "KZ", "MOBILE"],
  ["+4930123456", "DE", "FIXED_LINE"],
] as const;

/** Numbers that may not: premium rate, shared cost, free of charge, personal, satellite. */
const REFUSED = [
  ["+19005551212", "US", "PREMIUM_RATE"],
  ["+449012345678", "GB", "PREMIUM_RATE"],
  ["+447012345678", "GB", "PERSONAL_NUMBER"],
  ["+18005551212", "US", "TOLL_FREE"],
  ["+911800123456", "IN", "TOLL_FREE"],
  ["+881612345678", null, "MOBILE"],
  ["+870773111632", null, "MOBILE"],
  ["+882161234567", null, "VOIP"],
  ["+979123456789", null, "PREMIUM_RATE"],
] as const;

Deno.test("phoneOrigins() tells country and kind of a number", async () => {
  const originOf = await phoneOrigins();
  for (const [phone, countryCode, kind] of [...ORDINARY, ...REFUSED]) {
    const origin = originOf(phone);
    assert.deepEqual([phone, origin.countryCode, origin.kind], [phone, countryCode, kind]);
    assert.ok(phone.startsWith(`+${origin.callingCode}`));
  }
});

Deno.test("real numbers are allowed and refused for one-time codes by what they are", async () => {
  const originOf = await phoneOrigins();
  const isAllowed = (phone: string) => {
    try {
      requireOtpNumber(phone, originOf(phone), aMerchant());
      return true;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === "error.otp-number-not-allowed");
      return false;
    }
  };
  assert.deepEqual(ORDINARY.map(([phone]) => isAllowed(phone)), ORDINARY.map(() => true));
  assert.deepEqual(REFUSED.map(([phone]) => isAllowed(phone)), REFUSED.map(() => false));
});
