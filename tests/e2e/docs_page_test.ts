import assert from "node:assert/strict";
import { browserTests } from "../support/browser.ts";
import type { OpenTab, Tab } from "../support/tab.ts";
import { type RunningServer, startServer, withFolder } from "../support/process.ts";

// deno-lint-ignore no-explicit-any -- that of the page, in functions that run there
declare const document: any;

const browserTest = browserTests();

/** Starts a server and opens its documentation on a desktop. */
function withDocs(
  open: OpenTab,
  run: (tab: Tab, server: RunningServer) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const server = await startServer(folder);
    const tab = await open({ width: 1280, height: 1700 });
    await tab.goTo(`${server.url}/docs`);
    await tab.until(() => document.querySelector(".opblock-summary") !== null);
    await run(tab, server);
    await server.end("SIGTERM");
  });
}

browserTest(
  "GET /docs shows every operation and its schemas, and calls no other host",
  (open) =>
    withDocs(open, async (tab, { url }) => {
      const { page, requests, complaints } = tab;
      const { paths, webhooks } = await (await fetch(`${url}/openapi.json`)).json();
      const documented = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
        Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`)
      );
      const shown = await page.$$eval(".opblock-summary", (all) =>
        all.map((one) =>
          ["method", "path"].map((name) =>
            one.querySelector(`.opblock-summary-${name}`)
          )
            .map((part) => part?.textContent?.replaceAll("\u200b", "")).join(" ")
        ));
      assert.deepEqual(shown.sort(), documented.sort());
      await page.$eval("#operations-Sessions-createSession button", (button) => button.click());
      // The example of the request, which the document gives, and one of an answer, which it does not.
      for (
        const text of ['"shop_domain": "demo-store.example"', '"session_id"', "Idempotency-Key"]
      ) {
        await tab.until(
          (text) => document.querySelector(".opblock-body")?.textContent?.includes(text),
          text,
        );
      }
      assert.match(await page.$eval(".models", (models) => models.textContent ?? ""), /LineItem/);
      assert.deepEqual(
        requests.filter((one) => !one.startsWith(`${url}/`) && !one.startsWith("data:")),
        [],
      );
      assert.ok(requests.includes(`${url}/openapi.json`));
      assert.deepEqual(complaints, []);
      const isShown = (all: { checkVisibility(): boolean }[]) =>
        all.filter((one) => one.checkVisibility()).length;
      assert.equal(await page.$$eval(".try-out, .authorize, .execute, input", isShown), 0);
      // The lock opens a dialog for a key; it can be seen, and not be reached by Tab either.
      const locks = await page.$$eval(".authorization__btn", (all) =>
        all.map((one) => {
          one.focus();
          return document.activeElement === one;
        }));
      assert.ok(locks.length > 10);
      assert.ok(!locks.includes(true));
    }),
);

browserTest(
  "a request that leaves the page is recorded, and the policy of /docs stops it",
  (open) =>
    withDocs(open, async ({ page, complaints }) => {
      const failed = await page.evaluate(() =>
        fetch("http://127.0.0.2:9/away").then(() => "", ({ name }) => name)
      );
      assert.equal(failed, "TypeError");
      assert.match(complaints.join("\n"), /127\.0\.0\.2.*Content Security Policy/s);
    }),
);
