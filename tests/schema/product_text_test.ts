import assert from "node:assert/strict";
import fc from "fast-check";
import { htmlOfText, textOfHtml } from "../../src/schema/seed/product_text.ts";

for (
  const [html, text] of [
    ["<p>A mug</p>", "A mug"],
    ["<p>One</p>\n<p>Two<br>lines</p>", "One\nTwo\nlines"],
    ["<ul><li>Blue</li><li>Red</li></ul>", "Blue\nRed"],
    ["Caf&eacute;&nbsp;&amp; bar &lt;3 &#x1F600;", "Café\u00a0& bar <3 😀"],
    ["<script>alert(1)</script>Hello<style>p{}</style>", "Hello"],
    ["<img src=x onerror=alert(1)>Hi<!-- no -->", "Hi"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<iframe src='//evil.example'", ""],
  ] as const
) {
  Deno.test(`textOfHtml() of ${html}`, () => {
    assert.equal(textOfHtml(html), text);
  });
}

Deno.test("a text becomes a description, and is read back from it", () => {
  assert.equal(htmlOfText("a < b\n\n c\nd "), "<p>a &lt; b</p>\n<p>c<br>d</p>");
  const word = fc.string({ unit: fc.constantFrom(..."ab<>&;x \u00e9") }).map((one) =>
    one.trim().replaceAll(/ +/g, " ")
  ).filter((one) => one !== "");
  fc.assert(fc.property(fc.array(word, { minLength: 1 }), (lines) => {
    assert.equal(textOfHtml(htmlOfText(lines.join("\n"))), lines.join("\n"));
  }));
});
