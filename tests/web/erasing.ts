/** Checkouts of a person who is erased, and the erasure. */
import { createOperatorServices, type OperatorServices } from "../../src/service/services.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { World } from "../support/app.ts";
import { uuid } from "../support/builders.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { plainSecrets } from "../support/secrets.ts";
import { Checkout } from "./api/checkout.ts";
import { ADDRESS } from "./api/shop.ts";

export const OTHER_PHONE = "+919812345678";
/** Values that identify the person, wherever they are. */
export const PERSON = /98765|Asha|Rao|Residency|rao@|engrav|click-of/;

/** Another process over the same file, as the command line is. */
export async function elsewhere<T>(
  path: string,
  work: (services: OperatorServices) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore(path);
  let ids = 900_000;
  const services = createOperatorServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    now: Date.now,
    monotonicMs: () => performance.now(),
    newId: () => uuid(ids++),
    randomBytes: (length) => new Uint8Array(length),
    wait: () => Promise.resolve(),
  });
  try {
    return await work(services);
  } finally {
    await store.close();
  }
}

/** A cart with something of the person in each free-form field. */
export const FREE = {
  note: "Ring at Rao's",
  attributes: { gift_to: "Asha" },
  reference: "cart-4711",
  fp_id: "click-of-asha",
  items: [{ product_id: 1, variant_id: 11, quantity: 2, properties: { text: "engraved: Asha" } }],
};

/** Sessions of the person in every state that is kept, each read often enough to be cached. */
export async function checkouts(world: World): Promise<Checkout[]> {
  const made: Checkout[] = [];
  for (const until of ["otp", "address", "payment", "cancelled", "abandoned"] as const) {
    world.clock.advance(600_000);
    const checkout = await Checkout.open(world, FREE);
    made.push(checkout);
    await checkout.verify();
    await checkout.step("PUT /buyer", { name: "Asha Rao", email: "rao@example.com" });
    if (until === "otp") continue;
    await checkout.send("PUT /address", ADDRESS, { "Idempotency-Key": "address" });
    if (until === "address") continue;
    if (until === "abandoned") {
      await checkout.step("POST /abandon");
      continue;
    }
    await checkout.step("PUT /coins", { coins: 100 });
    if (until === "payment") {
      await checkout.step("POST /payment");
      continue;
    }
    await checkout.pay();
    await checkout.step("POST /cancel", { reason: "Asha is away" });
  }
  for (const { path } of [...made, ...made]) await world.send("GET", path);
  return made;
}
