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

const anna = {
  login: "anna.r@hill.example",
  shops: ["Hill House", "hill-house.example", "Tea", "tea.example"],
};
for (
  const password of [
    "correct horse",
    "p\u00e4ssw\u00f6rter!!",
    "\u{1f511}xkvd".repeat(3),
    "an entirely new sentence",
    "x7$Kq2#v91!z",
    "the hill has a house",
    "sunshine on my three monkeys",
    "\u0939\u092e\u093e\u0930\u093e \u0918\u0930 \u092a\u0939\u093e\u0921\u093c",
    "steady morning fog",
  ]
) {
  Deno.test(`a good password: ${password}`, () => requireGoodPassword(password, anna));
}
const OWN = /must not contain your login or the name of your shop$/;
const COMMON = /^AppError: Many people use such a password/;
for (
  const [password, message] of [
    ["short", /must have 12 to 200 characters, got 5$/],
    ["a".repeat(201), /got 201$/],
    ["abababababababab", /5 different characters$/],
    ["Anna.R@hill.Example", OWN],
    ["my anna-r is good", OWN],
    ["Ann4R rows a boat", OWN],
    ["HillHouse-2026-x", OWN],
    ["we h1ll house now", OWN],
    ["password1234", COMMON],
    ["qwerty123456", COMMON],
    ["PassWord!2026", COMMON],
    ["p@55w0rd12345", COMMON],
    ["passwordpassword", COMMON],
    ["2026-Welcome-Admin!", COMMON],
    ["iloveyou123456", COMMON],
    ["1q2w3e4r5t6y", COMMON],
    ["1qaz2wsx3edc", COMMON],
    ["qwertyuiop123", COMMON],
    ["abcdefghijkl", COMMON],
    ["lkjhgfdsapoi", COMMON],
    ["123456789012", COMMON],
    ["!@#$%^&*()_+", COMMON],
    ["letmein letmein 1", COMMON],
    ["checkoutd12345", COMMON],
  ] as const
) {
  Deno.test(`a poor password: ${password.slice(0, 20)}`, () => {
    throws(() => requireGoodPassword(password, anna), message);
    throws(
      () => requireGoodPassword(password, anna),
      (error: Error) => !error.message.includes(password),
    );
  });
}
