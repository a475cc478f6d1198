import { setAddress } from "../../domain/steps/address.ts";
import type { Services } from "../../service/services.ts";
import { phoneReader } from "../../schema/phone.ts";
import { readAddress, setAddressSchema } from "../../schema/api/address.ts";
import type { KeyedOperation } from "../operation.ts";
import { stepOperation } from "./step.ts";

/** `PUT /session/{id}/address`: sets the delivery address. */
export function setAddressOperation(services: Services): KeyedOperation {
  return stepOperation(services, {
    id: "setAddress",
    method: "PUT",
    path: "/address",
    summary: "Set the delivery address",
    description:
      "Sets the delivery address. It determines the shipping price, and whether cash on " +
      "delivery is available. `error.address-not-serviceable`: the shop does not deliver " +
      "there.",
    body: setAddressSchema,
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
    async run(call, body) {
      const address = readAddress(body, await phoneReader());
      return await services.checkout.run(call, setAddress, { input: () => address });
    },
  });
}
