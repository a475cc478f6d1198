/**
 * Lints the OpenAPI document on standard input by Spectral's own rules and prints the findings as
 * JSON. A program of its own with a lock of its own: the linter brings types of another Node.js,
 * which would become those of every test.
 */
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

const linter = new spectralCore.Spectral();
linter.setRuleset({ extends: [spectralRulesets.oas] });
const source = await new Response(Deno.stdin.readable).json();
const findings = await linter.run(source);
console.log(
  JSON.stringify(findings.map(({ code, message, path }) => [code, message, path.join("/")])),
);
