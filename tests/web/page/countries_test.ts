import { deepEqual, equal } from "node:assert/strict";
import { COUNTRY_CODES } from "../../../src/domain/values/country.ts";
import { countriesOf, countryName } from "../../../src/web/page/countries.ts";

Deno.test("countriesOf() names all countries, or those that a shop ships to, in order of the names", () => {
  equal(countriesOf("en", []).length, COUNTRY_CODES.length);
  deepEqual(countriesOf("en", ["IN", "AE", "IN"]).map(({ name }) => name), [
    "India",
    "United Arab Emirates",
  ]);
  deepEqual(countriesOf("ar", ["IN", "AE"]).map(({ code }) => code), ["AE", "IN"]);
});

Deno.test("countryName() is in the language of the page", () => {
  equal(countryName("en", "KW"), "Kuwait");
  equal(countryName("ar", "KW"), "الكويت");
});
