import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { sampleForm } from "./sample_forms.tsx";
import { HOSTILE } from "./sample_frame.tsx";
import { sampleDetails, sampleList, SAMPLES } from "./samples.tsx";

/** Everything that the policy of the pages refuses, or that text from outside could bring in. */
const UNSAFE = /<script|<style| style=| on[a-z]+=|javascript:|<iframe|<object/i;

for (const [name, render] of Object.entries(SAMPLES)) {
  Deno.test(`the sample ${name} has one heading, one main part and nothing that a policy refuses`, () => {
    const page = render();
    equal(page.split("<h1").length, 2);
    equal(page.split("<main").length, 2);
    const tags = page.match(/<[a-z][^>]*>/g) ?? [];
    deepEqual(
      tags.filter((tag) =>
        !/^<script type="module" src="\/assets\/page\.[0-9a-f]{12}\.js">$/.test(tag)
      )
        .filter((tag) =>
          UNSAFE.test(
            tag.replace(/"[^"]*"/g, (value) => /^"\s*javascript:/i.test(value) ? value : '""'),
          )
        ),
      [],
    );
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    deepEqual(ids, [...new Set(ids)]);
    const targets = [...page.matchAll(/ (?:for|popovertarget|aria-labelledby)="([^"]*)"/g)];
    deepEqual(targets.filter(([, id]) => !ids.includes(id)).map(([text]) => text), []);
  });
}

Deno.test("text from outside stays text: in cells, fields, links and the frame", () => {
  const escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;";
  for (const page of [sampleList(), sampleDetails(), sampleForm()]) {
    ok(page.includes(escaped));
    ok(!page.includes(HOSTILE.slice(0, 10)));
  }
});

Deno.test("ListTable names its roles, and each cell its column for cards", () => {
  const page = sampleList();
  match(page, /<table role="table" aria-label="Orders">/);
  match(page, /<th scope="row" role="rowheader" class="main"><a href="#">A0X2-9KQ0<\/a><\/th>/);
  match(page, /<td role="cell" class="number" data-title="Total">₹1,349\.09<\/td>/);
  match(page, /<a class="button quiet" href="\/orders\?after=x" rel="next">Next page<\/a>/);
});

Deno.test("ListTable says why it is empty, without a table and without pages", () => {
  const page = sampleList([]);
  match(page, /<div class="empty">No orders match\. Try other days, or clear the filter\.<\/div>/);
  doesNotMatch(page, /<table|class="pages"/);
});

Deno.test("a refused field is marked, described by its error and hint, and keeps its value", () => {
  const page = sampleForm();
  match(
    page,
    /<input type="text" id="form-name" name="name" aria-invalid="true" aria-describedby="form-name-error"[^>]*autofocus/,
  );
  match(page, /<p class="error" id="form-name-error">Name must have at most 100 characters<\/p>/);
  match(
    page,
    /<input type="number" id="form-limit" name="limit" aria-describedby="form-limit-hint"/,
  );
  match(page, /<p class="banner bad" role="alert">A shop can have at most 100 keys/);
  match(page, /enctype="multipart\/form-data"/);
  equal(page.split(" autofocus").length, 2);
});

Deno.test("a password is masked, and password managers know it", () => {
  const inputs = (SAMPLES["sign-in"]?.() ?? "").match(/<input type="password"[^>]*>/g) ?? [];
  equal(inputs.length, 1);
  match(inputs[0]!, / name="password"[^>]* autocomplete="current-password"/);
});

Deno.test("a password, and the secret of another account, are never written into a page", () => {
  doesNotMatch(SAMPLES["sign-in"]?.() ?? "", /type="password"[^>]* value=/);
  const page = SAMPLES["provider-new"]?.() ?? "";
  const secrets = page.match(/<input type="text"[^>]* class="secret"[^>]*>/g) ?? [];
  equal(secrets.length, 3);
  for (const one of secrets) {
    match(one, / spellcheck="false"[^>]* autocomplete="off"/);
    doesNotMatch(one, / value=/);
  }
  doesNotMatch(`${page} ${sampleForm()}`, /rzp_test_sample|SampleSecret|SecretOfForm/);
});

Deno.test("a confirmed action is behind a window, and in the page once it is refused", () => {
  match(sampleDetails(), /<div class="window" id="cancel-window" popover="auto" role="dialog"/);
  const refused = SAMPLES["refused"]?.() ?? "";
  match(refused, /<div class="window shown">/);
  doesNotMatch(refused, /id="refused-window"/);
});
