import { z } from "zod";
import type { Buyer } from "../../domain/session/session.ts";
import { ADDRESS_LENGTHS } from "../../domain/values/limits.ts";
import { emailText, visibleText } from "../parse.ts";
import { requestBody } from "./fields.ts";

/** The buyer in an answer. */
export const buyerSchema = z.strictObject({
  name: z.string().nullable().meta({ description: "Name; null while unknown" }),
  email: z.string().nullable().meta({ description: "E-mail; null while unknown" }),
}).meta({ id: "Buyer" });

/** Request body for setting the buyer. */
export const setBuyerSchema = requestBody("SetBuyer", {
  name: visibleText(ADDRESS_LENGTHS.name).nullish().meta({ description: "Name" }),
  email: emailText.nullish().meta({ description: "E-mail (default: that of the address)" }),
});

/** Reads the buyer of a request body. */
export function readBuyer({ data }: z.infer<typeof setBuyerSchema>): Buyer {
  return { name: data.name ?? null, email: data.email ?? null };
}
