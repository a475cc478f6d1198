import { requireVerified, withoutAddress } from "../../../../../domain/session/checkout_link.ts";
import type { Address } from "../../../../../domain/session/session.ts";
import { enterAddress } from "../../../../../domain/steps/address.ts";
import { readAddress, setAddressSchema } from "../../../../../schema/api/address.ts";
import { parseWith } from "../../../../../schema/parse.ts";
import { phoneReader } from "../../../../../schema/phone.ts";
import type { StepFunction } from "../../../../../service/checkout/steps.ts";
import { type CheckoutServices, formStep } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";

/** `POST /c/{token}/address`: sets the delivery address, with the buyer's name and e-mail. */
export function addressForm(services: CheckoutServices): PageOperation[] {
  return formStep(services, {
    path: "address",
    part: "address",
    // That the shop does not deliver there concerns the place.
    field: "postal_code",
    async run({ step, fields, opened }) {
      requireVerified(opened.link);
      const data = {
        country_code: opened.session.countryCode,
        ...fields,
        // A form sends empty fields.
        line2: fields["line2"] || null,
        state: fields["state"] || null,
        email: fields["email"] || null,
      };
      const address = readAddress(parseWith(setAddressSchema, { data }), await phoneReader());
      const alsoCommit = () => services.checkoutLinks.revealed(opened);
      const enter: StepFunction<Address> = (session, entered, context) =>
        enterAddress(
          opened.link.hides === null ? session : withoutAddress(session),
          entered,
          context,
        );
      await services.checkout.run({ ...step, alsoCommit }, enter, { input: () => address });
    },
  });
}
