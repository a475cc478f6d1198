import assert from "node:assert/strict";
import { leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { pagesOf } from "./pages.ts";

/** Texts that would run or break out if they were not escaped. */
const XSS = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "' onmouseover='alert(1)",
  "</title><svg onload=alert(1)>",
  "javascript:alert(1)",
  "&lt;b&gt; &#x3c;script&#x3e;",
  "{{7*7}}${7*7}",
];

for (const text of XSS) {
  Deno.test(`a page shows ${text} as text`, () =>
    withCarts(async (world) => {
      const line = { product_id: 1, variant_id: 11, quantity: 1, price: 1 };
      const id = await leave(world, [{ ...line, title: text, variant_title: text }]);
      const path = `/c/recover/${await tokenOf(world, id)}`;
      const page = (await pagesOf(world).send("GET", path)).text;
      const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
      assert.ok(page.includes(`<span class="title"><bdi>${escaped}</bdi>`));
      assert.ok(page.includes(`<span class="detail"><bdi>${escaped}</bdi>`));
      // The shop's name is in the title, the header and a sentence.
      assert.ok(page.includes(`· ${escaped}</title>`));
      if (escaped !== text) assert.ok(!page.includes(text));
    }, { merchant: { name: text } }));
}
