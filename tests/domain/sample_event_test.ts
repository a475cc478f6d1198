import assert from "node:assert/strict";
import { EVENT_TYPES } from "../../src/domain/events.ts";
import { sampleEventData } from "../../src/domain/sample_event.ts";
import { eventDataSchema } from "../../src/schema/api/event.ts";
import { aMerchant, NOW, uuid } from "../support/builders.ts";

/** Data of an event of a shop with this currency. */
function sample(type: (typeof EVENT_TYPES)[number], currencyCode: string) {
  let ids = 500;
  return sampleEventData(type, {
    shop: { ...aMerchant(), currencyCode },
    livemode: true,
    now: NOW,
    newId: () => uuid(ids++),
  });
}

Deno.test("sampleEventData() has the fields of every event, as they are sent", () => {
  for (const type of EVENT_TYPES) {
    for (const currency of ["INR", "JPY", "KWD"]) {
      const schema = eventDataSchema(type).strict();
      const result = schema.safeParse(JSON.parse(JSON.stringify(sample(type, currency))));
      assert.ok(result.success, `${type}: ${result.error}`);
    }
  }
});

Deno.test("sampleEventData() has amounts of the shop's currency", () => {
  const totals = ["INR", "JPY", "KWD"].map((code) => sample("payment.paid", code).total_payable);
  assert.deepEqual(totals, ["1320.00", "1320", "1320.000"]);
});
