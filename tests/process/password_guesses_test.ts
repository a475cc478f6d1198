import assert from "node:assert/strict";
import { COMMON_WORDS } from "../../src/domain/people/common_passwords.ts";
import { zxcvbnGuesses } from "../../src/process/machine/password_guesses.ts";

const guesses = zxcvbnGuesses();

Deno.test("what people choose takes few guesses, sentences and random text take many", async () => {
  const weak = ["password1234", "P4ssw0rd2024", "abcabcabcabc", "monkey123456"];
  for (const password of weak) assert.ok(await guesses(password, []) < 1e8, password);
  const strong = ["correct horse battery", "an entirely new sentence", "xK7#mQ2$vL9!"];
  for (const password of strong) assert.ok(await guesses(password, []) >= 1e8, password);
});

Deno.test("the words of the person are tried first", async () => {
  const password = "zanzibarspices7";
  const [alone, own] = [await guesses(password, []), await guesses(password, ["zanzibarspices"])];
  assert.ok(own < 1e8 && alone > own, `${alone} ${own}`);
});

Deno.test("a long password is cut before it is judged", async () => {
  const start = "a1".repeat(50);
  assert.equal(await guesses(start, []), await guesses(`${start}${"xK7#".repeat(5000)}`, []));
});

Deno.test("the kept list of words is small", () => {
  assert.ok([...COMMON_WORDS].join("\n").length < 300_000);
});
