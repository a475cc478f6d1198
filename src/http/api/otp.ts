import { z } from "zod";
import type { Services } from "../../service/services.ts";
import { phoneOrigins, phoneReader } from "../../schema/phone.ts";
import { nonEmptyText } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";
import { requestBody } from "../../schema/api/fields.ts";

const phone = nonEmptyText(40).meta({
  description: "E.164, or national by the session's country",
});
const sendBody = requestBody("SendOtp", { phone });
const verifyBody = requestBody("VerifyOtp", {
  phone,
  otp: z.string({ error: "must be a string" }).regex(/^\d{6}$/, { error: "must be 6 digits" })
    .meta({ description: "The code that was sent" }),
});

/** `POST /session/{id}/otp`: sends a one-time code. */
export function sendOtpOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "sendOneTimeCode",
    method: "POST",
    path: "/otp",
    summary: "Send a one-time code to a phone",
    description: "Sends a code of 6 digits that is good for 5 minutes and 5 tries, by way of the " +
      "event `otp.requested` to the shop's own SMS provider. Again after 30 seconds, at most 5 an " +
      "hour per phone and per session, and as many a day per shop as the server is told. Codes go " +
      "to the countries that the shop allows, and to no premium-rate, satellite or similar number. " +
      "The answer is the same whether or not the phone is known.",
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
    description: "Attaches the customer with this phone to the session and loads their coins.",
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
