import { deepEqual, equal } from "node:assert/strict";
import { jsonInteger, parseExactly } from "../../../src/domain/values/json.ts";

Deno.test("jsonInteger() writes the digits it was given", () => {
  for (
    const digits of ["0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808"]
  ) {
    equal(JSON.stringify(jsonInteger(digits)), digits);
  }
});

Deno.test("parseExactly() gives back the digits of every integer when it is written again", () => {
  for (
    const text of [
      '{"id":9223372036854775807,"n":[1,-9007199254740993,2.5,1e3],"t":"9223372036854775807"}',
      '{"id":11,"at":1767323045000}',
    ]
  ) {
    equal(JSON.stringify(parseExactly(text)), text.replace("1e3", "1000"));
  }
  deepEqual(parseExactly('{"id":11,"n":9007199254740991}'), { id: 11, n: 9007199254740991 });
});
