import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { SESSION_FIELDS, withoutPerson } from "../../../src/domain/session/erasure.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { CustomerId } from "../../../src/domain/ids.ts";
import { aLine, anAddress, NOW, uuid } from "../../support/builders.ts";
import { sessionIn, shopAs } from "../steps/cases.ts";

const PHONE = "+919876543210";
const OTHER = "+918888888888";

/** Every text of this session that names its person contains `ASHA` or a number. */
function named(customer: CheckoutSession["customer"]): CheckoutSession {
  const lines = [aLine({ properties: { engraving: "ASHA" } })];
  const session = sessionIn(shopAs(), { lines });
  return {
    ...session,
    customer,
    reference: `cart of ${OTHER}`,
    redirectUrl: `https://shop.example/?tel=${PHONE}`,
    note: "ASHA",
    client: "ASHA",
    attributes: { greeting: "ASHA" },
    buyer: { name: "ASHA", email: "ASHA@example.org" },
    choices: { ...session.choices, address: anAddress({ name: "ASHA", phone: OTHER }) },
    otp: {
      challenge: { phone: PHONE, salt: "s", hash: "h", expiresAt: NOW, triesLeft: 5 },
      sentAt: [NOW],
    },
  };
}

Deno.test("SESSION_FIELDS has every field of a session, and withoutPerson() keeps no other", () => {
  const session = named(null);
  const keys = Object.keys(session).sort();
  deepEqual(Object.keys(SESSION_FIELDS).sort(), keys);
  const wider = { ...session, giftNote: "ASHA" };
  deepEqual(Object.keys(withoutPerson(wider, PHONE)).sort(), keys);
});

for (const customer of [null, { id: uuid<CustomerId>(60), phone: PHONE }]) {
  const who = customer === null ? "nobody verified" : "a verified customer";
  Deno.test(`withoutPerson() without a number empties a session of ${who}`, () => {
    const before = named(customer);
    match(JSON.stringify(before), /ASHA/);
    const after = withoutPerson(before, null);
    doesNotMatch(JSON.stringify(after), /ASHA|\+91/);
    deepEqual([after.reference, after.redirectUrl], [null, ""]);
    equal(after.recovery.closed, true);
    deepEqual(after.priced.totals, before.priced.totals);
    deepEqual(after.choices.claims, before.choices.claims);
    equal(after.version, before.version + 1);
  });
}

Deno.test("withoutPerson() without a number keeps a reference that names nobody", () => {
  const session = { ...named(null), reference: "cart-4711", redirectUrl: "https://shop.example/" };
  const after = withoutPerson(session, null);
  deepEqual([after.reference, after.redirectUrl], ["cart-4711", "https://shop.example/"]);
});
