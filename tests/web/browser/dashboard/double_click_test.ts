/** A double click on a form whose answer is shown once: the browser shows that answer. */
import assert from "node:assert/strict";
import { browserTests } from "../../../support/browser.ts";
import { type } from "../keyboard.ts";
import { signIn, withOffice } from "./scene.ts";

const browserTest = browserTests();

for (const hasScripts of [true, false]) {
  browserTest(
    `a double click makes one key and shows its secret, scripts ${hasScripts ? "on" : "off"}`,
    (open) =>
      withOffice(async ({ scene: { world: { merchant, services } }, dashboard, person }) => {
        const before = await services.keys.list(merchant.id);
        const { promise, resolve: answer } = Promise.withResolvers<void>();
        dashboard.answers.until = promise;
        let posts = 0;
        const { fetch } = dashboard;
        Object.assign(dashboard, {
          fetch: async (...[request, peer]: Parameters<typeof fetch>) => {
            if (request.method === "POST") posts += 1;
            return await fetch(request, peer);
          },
        });
        const tab = await open({ width: 1280, hasScripts });
        await signIn(tab, await person("owner"));
        await tab.goTo(`${dashboard.origin}/shops/${merchant.id}/keys/new`);
        await type(tab, "Name", "Shop backend");
        const button = await tab.find("button", "Create key");
        await button.scrollIntoView();
        const { x, y } = await button.clickablePoint();
        await tab.leaves(async () => {
          try {
            for (const sent of hasScripts ? [1, 1] : [1, 2]) {
              await tab.page.mouse.click(x, y);
              await tab.waitFor(() => Promise.resolve(posts >= sent), "a form that is sent");
            }
          } finally {
            // A request that is not answered would keep the server from ending.
            answer();
          }
        });
        await tab.sees("Copy the secret now");
        const secret = /ck_live_\w{36}/.exec(await tab.text())?.[0] ?? "";
        const made = await services.authentication.identify(secret);
        const after = await services.keys.list(merchant.id);
        assert.deepEqual([after.length, after.at(-1)?.id], [before.length + 1, made?.id]);
        if (hasScripts) assert.equal(posts, 1);
        assert.deepEqual(tab.complaints, []);
      }),
  );
}
