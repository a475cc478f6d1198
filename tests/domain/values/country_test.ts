import assert from "node:assert/strict";
import { isCountryCode } from "../../../src/domain/values/country.ts";

Deno.test("isCountryCode() knows the 249 assigned codes of ISO 3166-1 and no others", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  assert.equal(pairs.filter(isCountryCode).length, 249);
  for (const code of ["IN", "US", "GB", "JP", "KW", "SS", "AX", "ZW"]) {
    assert.equal(isCountryCode(code), true, code);
  }
  for (const code of ["XX", "ZZ", "EU", "UK", "in", "IND", "I", "", "1N"]) {
    assert.equal(isCountryCode(code), false, code);
  }
});
