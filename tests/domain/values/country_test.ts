import assert from "node:assert/strict";
import { COUNTRY_COUNT, isCountryCode } from "../../../src/domain/values/country.ts";

Deno.test("isCountryCode() knows the 249 assigned codes of ISO 3166-1 and no others", () => {
  assert.equal(COUNTRY_COUNT, 249);
  for (const code of ["IN", "US", "GB", "JP", "KW", "SS", "AX", "ZW"]) {
    assert.equal(isCountryCode(code), true, code);
  }
  for (const code of ["XX", "ZZ", "EU", "UK", "in", "IND", "I", "", "1N"]) {
    assert.equal(isCountryCode(code), false, code);
  }
});
