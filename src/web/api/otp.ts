import { z } from "zod";
import { MAX_PHONE } from "../../domain/values/limits.ts";
import type { Services } from "../../service/services.ts";
import { phoneOrigins, phoneReader } from "../../schema/phone.ts";
import { nonEmptyText } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";
import { requestBody } from "../../schema/api/fields.ts";

const phone = nonEmptyText(MAX_PHONE).meta({
  description: "Phone number: E.164, or national in the session's country",
});
const sendBody = requestBody("SendOtp", { phone });
const verifyBody = requestBody("VerifyOtp", {
  phone,
  otp: z.string({ error: "must be a string" }).regex(/^\d{6}$/, { error: "must be 6 digits" })
    .meta({ description: "The 6-digit code that the customer entered" }),
});

/** `POST /session/{id}/otp`: sends a one-time code. */
export function sendOtpOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "sendOneTimeCode",
    method: "POST",
    path: "/otp",
    summary: "Send a one-time code to a phone",
    description:
      "Sends a 6-digit code to a phone number, to verify the customer. Your webhook endpoint " +
      "gets the code in the event `otp.requested`, and your SMS provider sends it. A code is " +
      "valid for 5 minutes and 5 attempts. Limits: one code in 30 seconds, 5 an hour per " +
      "phone number and per session, and a daily limit per shop; `Retry-After` says when to " +
      "try again. Codes go only to countries that the shop allows, and not to premium-rate, " +
      "satellite or similar numbers. The answer is the same for known and unknown phone " +
      "numbers.",
    body: sendBody,
    bodyExample: { data: { phone: "+919876543210" } },
    errors: [
      "error.otp-number-not-allowed",
      "error.otp-country-not-allowed",
      "error.otp-rate-limited",
      "error.otp-daily-limit",
    ],
    run: async (call, { data }) =>
      await services.otp.send(call, {
        phoneIn: await phoneIn(data.phone),
        originOf: await phoneOrigins(),
      }),
  });
}

/** `POST /session/{id}/otp/verify`: verifies a one-time code. */
export function verifyOtpOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "verifyOneTimeCode",
    method: "POST",
    path: "/otp/verify",
    summary: "Verify a one-time code",
    description: "Checks the code that the customer entered. If it is right, the session has the " +
      "customer with this phone number, and their coins. `error.otp-invalid`: the code is " +
      "wrong, and one attempt is used. After 5 wrong attempts, or once the code has expired, " +
      "send a new code.",
    body: verifyBody,
    bodyExample: { data: { phone: "+919876543210", otp: "123456" } },
    errors: ["error.otp-invalid", "error.otp-expired", "error.otp-too-many-attempts"],
    run: async (call, { data }) =>
      await services.otp.verify(call, await phoneIn(data.phone), data.otp),
  });
}

async function phoneIn(text: string): Promise<(countryCode: string) => string> {
  const read = await phoneReader();
  return (countryCode) => read(text, countryCode, "data.phone");
}
