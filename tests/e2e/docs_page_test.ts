import assert from "node:assert/strict";
import { findChromium, withPage } from "../support/chromium.ts";
import { startServer, withFolder } from "../support/process.ts";

const chromium = await findChromium();

/** The operations that the page shows, as `POST /session`. */
const SHOWN = `[...document.querySelectorAll(".opblock-summary")].map((one) =>
  one.querySelector(".opblock-summary-method").textContent + " " +
  one.querySelector(".opblock-summary-path").textContent.replaceAll("\\u200b", ""))`;

Deno.test({
  name: "GET /docs shows every operation and its schemas in a browser, and calls no other host",
  ignore: chromium === undefined,
  fn: () =>
    withFolder(async (folder) => {
      const server = await startServer(folder);
      const { paths, webhooks } = await (await fetch(`${server.url}/openapi.json`)).json();
      const documented = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
        Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`)
      );
      await withPage(chromium ?? "", async (page) => {
        await page.open(`${server.url}/docs`, ".opblock-summary");
        assert.deepEqual((await page.value(SHOWN)).sort(), documented.sort());
        await page.value(
          `document.querySelector("#operations-Sessions-createSession button").click()`,
        );
        // The example of the request, which the document gives, and one of an answer, which it does not.
        for (
          const text of ['"shop_domain": "demo-store.example"', '"session_id"', "Idempotency-Key"]
        ) {
          const shown = `document.querySelector(".opblock-body")?.textContent.includes(`;
          await page.until(`${shown}${JSON.stringify(text)})`);
        }
        assert.match(await page.value(`document.querySelector(".models").textContent`), /LineItem/);
        const shot = Deno.env.get("CHECKOUT_TEST_SCREENSHOT");
        if (shot !== undefined) await Deno.writeFile(shot, await page.screenshot());

        const elsewhere = page.seen.requests.filter((url) =>
          !url.startsWith(`${server.url}/`) && !url.startsWith("data:")
        );
        assert.deepEqual(elsewhere, []);
        assert.ok(page.seen.requests.includes(`${server.url}/openapi.json`));
        assert.deepEqual(page.seen.complaints, []);
        const sends = `[...document.querySelectorAll(".try-out, .authorize, .execute, input")]`;
        assert.equal(await page.value(`${sends}.filter((one) => one.checkVisibility()).length`), 0);
        // The lock opens a dialog for a key; it can be seen, and not be reached by Tab either.
        const locks = `[...document.querySelectorAll(".authorization__btn")]`;
        const reached = `(one) => (one.focus(), document.activeElement === one)`;
        assert.ok(await page.value(`${locks}.length`) > 10);
        assert.equal(await page.value(`${locks}.filter(${reached}).length`), 0);
      });
      await server.end("SIGTERM");
    }),
});

Deno.test({
  name: "the recording of a page's requests sees one that leaves, and the policy of /docs stops it",
  ignore: chromium === undefined,
  fn: () =>
    withFolder(async (folder) => {
      const server = await startServer(folder);
      await withPage(chromium ?? "", async (page) => {
        await page.open(`${server.url}/docs`, ".opblock-summary");
        const failed = await page.value(
          `fetch("http://127.0.0.2:9/away").then(() => "", (error) => error.name)`,
        );
        assert.equal(failed, "TypeError");
        assert.match(page.seen.complaints.join("\n"), /127\.0\.0\.2.*Content Security Policy/s);
      });
      await server.end("SIGTERM");
    }),
});
