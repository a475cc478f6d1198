import { z } from "zod";
import type { Address } from "../../domain/address.ts";
import { requireCountry } from "../../domain/merchant.ts";
import { setAddress } from "../../domain/steps/delivery.ts";
import type { Services } from "../../service/services.ts";
import { phoneReader } from "../../schema/phone.ts";
import { nonEmptyText, textUpTo, visibleText } from "../../schema/parse.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

const body = z.object({
  data: z.object({
    name: visibleText(200).meta({ description: "Recipient" }),
    phone: nonEmptyText(40).meta({ description: "E.164, or national by the address's country" }),
    line1: visibleText(300).meta({ description: "First address line" }),
    line2: textUpTo(300).nullish().meta({ description: "Second address line" }),
    city: visibleText(200).meta({ description: "City" }),
    state: textUpTo(200).nullish().meta({ description: "State or province" }),
    postal_code: visibleText(20).meta({ description: "Postal code" }),
    country_code: nonEmptyText(2).meta({ description: "ISO 3166-1 alpha-2" }),
    email: z.email({ error: "must be an e-mail address" }).max(254).nullish().meta({
      description: "E-mail",
    }),
  }).meta({ description: "The request" }),
}).meta({ id: "SetAddress" });

/** `PUT /session/{id}/address`: sets where the order goes. */
export function setAddressOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "setAddress",
    method: "PUT",
    path: "/address",
    summary: "Set the delivery address",
    description: "Prices shipping by country and longest postal prefix, and judges whether cash " +
      "on delivery is available there.",
    body,
    bodyExample: {
      data: {
        name: "Asha Rao",
        phone: "+919876543210",
        line1: "12 MG Road",
        city: "Bengaluru",
        state: "Karnataka",
        postal_code: "560001",
        country_code: "IN",
      },
    },
    errors: ["error.address-not-serviceable"],
    async run(call, { data }) {
      const readPhone = await phoneReader();
      const countryCode = requireCountry(data.country_code, "data.country_code");
      const address: Address = {
        name: data.name,
        phone: readPhone(data.phone, countryCode, "data.phone"),
        line1: data.line1,
        line2: data.line2 ?? null,
        city: data.city,
        state: data.state ?? null,
        postalCode: data.postal_code,
        countryCode,
        email: data.email ?? null,
      };
      return await services.checkout.run(call, setAddress, { input: () => address });
    },
  });
}
