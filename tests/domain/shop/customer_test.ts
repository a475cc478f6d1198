import { deepEqual, equal } from "node:assert/strict";
import { isE164, openingMovement } from "../../../src/domain/shop/customer.ts";

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
