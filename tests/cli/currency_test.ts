import assert from "node:assert/strict";
import { proposedCurrency } from "../../src/cli/setup/currency.ts";
import { isCountryCode } from "../../src/domain/values/country.ts";
import { findCurrency } from "../../src/domain/values/money.ts";

Deno.test("proposedCurrency() has one in use for every country", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountryCode);
  assert.ok(countries.length > 200);
  const without = countries.filter((one) =>
    findCurrency(proposedCurrency(one) ?? "") === undefined
  );
  assert.deepEqual(without, []);
});

Deno.test("proposedCurrency() takes either case, and knows nothing of what is no country", () => {
  assert.equal(proposedCurrency("in"), "INR");
  assert.equal(proposedCurrency("DE"), "EUR");
  for (const text of ["", "XX", "constructor", "__proto__"]) {
    assert.equal(proposedCurrency(text), undefined);
  }
});
