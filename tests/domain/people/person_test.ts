import { equal, throws } from "node:assert/strict";
import {
  readLogin,
  readPersonName,
  requireGoodPassword,
} from "../../../src/domain/people/person.ts";

for (
  const [text, login] of [
    ["anna", "anna"],
    ["  Anna@Shop.Example ", "anna@shop.example"],
    ["a", "a"],
    ["a".repeat(64), "a".repeat(64)],
  ] as const
) {
  Deno.test(`readLogin(${JSON.stringify(text)})`, () => equal(readLogin(text), login));
}

for (const text of ["", " ", "a b", ".anna", "anna-", "\u00e4nna", "a".repeat(65), "a\u0000"]) {
  Deno.test(`readLogin() refuses ${JSON.stringify(text)}`, () => {
    throws(() => readLogin(text), /^AppError: The login must have 1 to 64 of a-z/);
  });
}

Deno.test("readPersonName() takes 1 to 100 characters, one of them visible", () => {
  equal(readPersonName(" Anna R\u0101o "), "Anna R\u0101o");
  for (const text of ["", "\u2800", "a".repeat(101)]) {
    throws(() => readPersonName(text), /^AppError: The name must have/);
  }
});

const anna = { login: "anna.of.the.shop" };
for (const password of ["correct horse", "p\u00e4ssw\u00f6rter!!", "\u{1f511}abcd".repeat(3)]) {
  Deno.test(`a good password: ${password}`, () => requireGoodPassword(password, anna));
}
for (
  const [password, message] of [
    ["short", /must have 12 to 200 characters, got 5$/],
    ["a".repeat(201), /got 201$/],
    ["abababababababab", /5 different characters$/],
    ["Anna.of.the.Shop", /must not be the login/],
  ] as const
) {
  Deno.test(`a poor password: ${password.slice(0, 20)}`, () => {
    throws(() => requireGoodPassword(password, anna), message);
  });
}
