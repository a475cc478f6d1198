import assert from "node:assert/strict";
import { parseServerArgs } from "../../src/runtime/config.ts";

function configOf(...argv: string[]) {
  const parsed = parseServerArgs(argv);
  assert.ok("config" in parsed, JSON.stringify(parsed));
  return parsed.config;
}

function refusal(...argv: string[]): string {
  const parsed = parseServerArgs(argv);
  assert.ok(!("config" in parsed));
  assert.equal(parsed.exitCode, 2);
  return parsed.text;
}

Deno.test("parseServerArgs() shows no metrics by default, and on this machine alone when asked", () => {
  const { metricsHost, metricsPort, metricsToken } = configOf();
  assert.deepEqual([metricsHost, metricsPort, metricsToken], ["127.0.0.1", undefined, undefined]);
  assert.equal(configOf("--metrics-port", "9464").metricsPort, 9464);
});

Deno.test("parseServerArgs() takes a metrics token that nobody guesses, and never repeats a wrong one", () => {
  const token = "abcdefghijklmnop";
  assert.equal(configOf("--metrics-token", token).metricsToken, token);
  for (
    const wrong of [
      "",
      "fifteen-letters",
      "sixteen letters!",
      "x".repeat(513),
      "sixteen-letter\u00e9s",
    ]
  ) {
    const text = refusal("--metrics-token", wrong);
    assert.match(text, /--metrics-token.*16 to 512 visible ASCII characters/);
    assert.ok(wrong === "" || !text.includes(wrong));
    assert.equal(text.trim().split("\n").length, 1);
  }
});

Deno.test("parseServerArgs() refuses a metrics port that is none", () => {
  assert.match(refusal("--metrics-port", "65536"), /--metrics-port.*65536.*from 0 to 65535/);
});
