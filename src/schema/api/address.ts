import { z } from "zod";
import type { Address } from "../../domain/session/session.ts";
import { requireCountry } from "../../domain/shop/merchant.ts";
import { ADDRESS_LENGTHS, MAX_PHONE } from "../../domain/values/limits.ts";
import type { Form } from "../form.ts";
import { emailText, nonEmptyText, textUpTo, visibleText } from "../parse.ts";
import type { PhoneReader } from "../phone.ts";
import { requestBody } from "./fields.ts";

/** The delivery address in an answer. */
export const addressSchema = z.strictObject({
  name: z.string().meta({ description: "Name of the recipient" }),
  phone: z.string().meta({ description: "Phone number, E.164" }),
  line1: z.string().meta({ description: "First address line" }),
  line2: z.string().nullable().meta({ description: "Second address line; null when left out" }),
  city: z.string().meta({ description: "City" }),
  state: z.string().nullable().meta({ description: "State or province; null when left out" }),
  postal_code: z.string().meta({ description: "Postal code" }),
  country_code: z.string().meta({ description: "ISO 3166-1 alpha-2" }),
  email: z.string().nullable().meta({ description: "E-mail; null when left out" }),
}).meta({ id: "Address" });

/** Encodes the delivery address. */
export function encodeAddress(address: Address): Form<typeof addressSchema> {
  return {
    name: address.name,
    phone: address.phone,
    line1: address.line1,
    line2: address.line2,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country_code: address.countryCode,
    email: address.email,
  };
}

/** Request body for setting the delivery address. */
export const setAddressSchema = requestBody("SetAddress", {
  name: visibleText(ADDRESS_LENGTHS.name).meta({ description: "Name of the recipient" }),
  phone: nonEmptyText(MAX_PHONE).meta({
    description: "Phone number: E.164, or national in the country of the address",
  }),
  line1: visibleText(ADDRESS_LENGTHS.line).meta({ description: "First address line" }),
  line2: textUpTo(ADDRESS_LENGTHS.line).nullish().meta({ description: "Second address line" }),
  city: visibleText(ADDRESS_LENGTHS.city).meta({ description: "City" }),
  state: textUpTo(ADDRESS_LENGTHS.state).nullish().meta({ description: "State or province" }),
  postal_code: visibleText(ADDRESS_LENGTHS.postalCode).meta({ description: "Postal code" }),
  country_code: nonEmptyText(2).meta({ description: "ISO 3166-1 alpha-2" }),
  email: emailText.nullish().meta({
    description: "E-mail; the buyer's too, until there is another",
  }),
});

/**
 * Reads the delivery address of a request body.
 *
 * @throws {AppError} `error.invalid-request` for an invalid country or phone number
 */
export function readAddress(
  { data }: z.infer<typeof setAddressSchema>,
  readPhone: PhoneReader,
): Address {
  const countryCode = requireCountry(data.country_code, "data.country_code");
  return {
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
}
