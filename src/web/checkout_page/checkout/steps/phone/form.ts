import { AppError, invalid } from "../../../../../domain/errors.ts";
import type { CheckoutSession } from "../../../../../domain/session/session.ts";
import { MAX_PHONE } from "../../../../../domain/values/limits.ts";
import { phoneOrigins, phoneReader } from "../../../../../schema/phone.ts";
import { backToCheckout, codeDelivery, countedForLink } from "../../checkout_reply.ts";
import { type CheckoutServices, type Fields, formStep } from "../../form_step.ts";
import type { VerifiedOn } from "../../../../../service/checkout/links.ts";
import type { PageCall, PageOperation } from "../../../page_operation.ts";
import { asciiDigits, textOf } from "../read_fields.ts";

/**
 * `POST /c/{token}/phone` and `phone/verify`: sends a one-time code, and verifies it. The
 * verified customer goes on with a new token, which others do not know.
 */
export function phoneForms(services: CheckoutServices): PageOperation[] {
  return [
    ...formStep(services, {
      path: "phone",
      part: "phone",
      field: "phone",
      async run({ step, fields, call, opened }) {
        // The page says that the shop cannot send codes.
        if (codeDelivery(call, opened) === "off") return;
        const phoneIn = await phoneOf(fields);
        // A test sends nothing.
        if (opened.session.livemode) {
          await call.limits.countCode(call.address(), opened.shop.merchant, call.startedMs);
        }
        await services.otp.send(step, { phoneIn, originOf: await phoneOrigins() });
      },
    }),
    ...formStep(services, {
      path: "phone/verify",
      part: "phone",
      field: "otp",
      // The answer with the new token was lost on the way.
      async ended(call, fields) {
        const token = await services.checkoutLinks.afterVerified(pageOf(call, fields));
        const opened = token && await countedForLink(call, services.checkoutLinks.open(token));
        return opened ? backToCheckout(call, opened, opened.token) : null;
      },
      async run({ step, fields, call, opened }) {
        const phoneIn = await phoneOf(fields);
        // Codes are copied with spaces.
        const otp = asciiDigits(fields["otp"] ?? "").replaceAll(/[\s-]/g, "");
        if (!/^[0-9]{6}$/.test(otp)) throw invalid("otp must be 6 digits", "otp");
        let token: string | undefined;
        const alsoCommit = (outcome: CheckoutSession | AppError) => {
          if (outcome instanceof AppError) return [];
          const link = services.checkoutLinks.ofVerified(outcome, pageOf(call, fields));
          token = link.token;
          return [link.change];
        };
        await services.otp.verify({ ...step, alsoCommit }, phoneIn, otp);
        return backToCheckout(call, opened, token);
      },
    }),
  ];
}

/** The page that sent a code. */
function pageOf({ param }: PageCall, { next = "" }: Fields): VerifiedOn {
  return { token: param("token"), secret: next };
}

async function phoneOf(fields: Fields): Promise<(countryCode: string) => string> {
  const phone = textOf(fields, "phone", MAX_PHONE);
  const read = await phoneReader();
  return (countryCode) => read(phone, countryCode, "phone");
}
