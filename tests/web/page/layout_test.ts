import { equal, match, ok } from "node:assert/strict";
import { accentStyle } from "../../../src/web/page/accent.ts";
import { wordingFor } from "../../../src/web/page/language.ts";
import { renderPage } from "../../../src/web/page/layout.tsx";

const FRAME = { wording: wordingFor(null), toRoot: "../" };

function page(logo: string, accent: string | null): string {
  return renderPage(FRAME, {
    title: "T",
    shop: "Hill & Co",
    brand: { logo, accent },
    children: "",
  });
}

Deno.test("renderPage() writes a shop's colour exactly as its hash was made", () => {
  const style = /<style>(.*)<\/style>/.exec(page("", "#14584a"))?.[1];
  equal(style, accentStyle("#14584a").css);
  ok(!page("", null).includes("<style"));
});

Deno.test("renderPage() shows a shop's logo with its name as text, or the name alone", () => {
  const logo = "https://cdn.example/l.png?a=1&b=%22";
  match(
    page(logo, null),
    /<img class="logo" src="https:\/\/cdn\.example\/l\.png\?a=1&amp;b=%22" alt="Hill &amp; Co"\/>/,
  );
  const bare = page("", null);
  ok(!bare.includes("<img"));
  match(bare, /<bdi>Hill &amp; Co<\/bdi>/);
});
