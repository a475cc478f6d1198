import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import { isE164, openingMovement } from "../../../src/domain/shop/customer.ts";
import type { CustomerId } from "../../../src/domain/ids.ts";
import { isOwnSession, withoutPerson } from "../../../src/domain/session/erasure.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { aLine, anAddress, NOW, uuid } from "../../support/builders.ts";
import { sessionIn, type SessionState, shopAs } from "../steps/cases.ts";

Deno.test("isE164() takes a plus sign and 7 to 15 digits", () => {
  for (const phone of ["+919876543210", "+1234567", "+123456789012345"]) equal(isE164(phone), true);
});

Deno.test("isE164() refuses any other writing of a number", () => {
  const bad = [
    "",
    "919876543210",
    "+0123456789",
    "+123456",
    "+1234567890123456",
    "+91 98765 43210",
  ];
  for (const phone of [...bad, "+919876543210\n", "+٩١٩٨٧٦٥٤"]) equal(isE164(phone), false, phone);
});

Deno.test("openingMovement() gives or takes back only the difference", () => {
  deepEqual(openingMovement(0, 500), { from: "ISSUED", to: "AVAILABLE", coins: 500 });
  deepEqual(openingMovement(500, 520), { from: "ISSUED", to: "AVAILABLE", coins: 20 });
  deepEqual(openingMovement(500, 300), { from: "AVAILABLE", to: "ISSUED", coins: 200 });
});

Deno.test("openingMovement() is nothing when a seed is run again", () => {
  equal(openingMovement(500, 500), null);
  equal(openingMovement(0, 0), null);
});

const PHONE = "+919876543210";
const OTHER = "+919812345678";

function sessionOf(phone: string | null, over: SessionState = {}): CheckoutSession {
  const session = sessionIn(shopAs(), {
    customer: phone === null ? null : { id: uuid<CustomerId>(60), phone },
    lines: [aLine({ properties: { engraving: "For Asha" } })],
    note: "Ring at Rao's",
    attributes: { gift_to: "Asha Rao" },
    reference: "cart-4711",
    otp: {
      challenge: { phone: PHONE, salt: "s", hash: "h", expiresAt: NOW, triesLeft: 5 },
      sentAt: [NOW],
    },
    choices: { address: anAddress({ name: "Asha Rao", phone: PHONE }) },
    ...over,
  });
  return session;
}

for (const owner of [PHONE, null, ""]) {
  Deno.test(`withoutPerson() empties a session whose customer is ${owner ?? "not verified"}`, () => {
    const before = sessionOf(owner);
    const after = withoutPerson(before, PHONE);
    doesNotMatch(JSON.stringify(after), /Asha|Rao|\+91/);
    deepEqual(after.customer, owner === null ? null : { id: uuid(60), phone: "" });
    deepEqual([after.choices.address, after.otp.challenge, after.note], [null, null, null]);
    deepEqual([after.attributes, after.lines[0]?.properties], [{}, {}]);
    equal(after.lines[0]?.properties, after.priced.lines[0]?.properties, "stored once");
    equal(after.version, before.version + 1);
    equal(after.reference, "cart-4711");
    deepEqual(after.priced.totals, before.priced.totals);
    deepEqual([after.payment, after.state, after.otp.sentAt], [
      before.payment,
      before.state,
      [NOW],
    ]);
  });
}

Deno.test("withoutPerson() takes of another customer's session what holds the number alone", () => {
  const before = sessionOf(OTHER, { reference: `order of ${PHONE}` });
  const after = withoutPerson(before, PHONE);
  deepEqual(after.customer, before.customer);
  deepEqual([after.choices.address, after.otp.challenge, after.reference], [null, null, null]);
  deepEqual([after.note, after.attributes, after.lines], [
    before.note,
    before.attributes,
    before.lines,
  ]);
});

Deno.test("withoutPerson() knows a longer number from the one that it begins with", () => {
  const longer = `${PHONE}1`;
  const address = anAddress({ phone: longer });
  const after = withoutPerson(sessionOf(OTHER, { note: longer, choices: { address } }), PHONE);
  deepEqual([after.note, after.choices.address], [longer, address]);
});

Deno.test("isOwnSession() is false of a session that another customer has", () => {
  deepEqual([PHONE, OTHER, "", null].map((one) => isOwnSession(sessionOf(one), PHONE)), [
    true,
    false,
    true,
    true,
  ]);
});
