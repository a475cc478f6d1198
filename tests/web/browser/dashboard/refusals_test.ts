/** Refusals of the dashboard beside those of its forms, as people see them. */
import assert from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../../src/domain/filters.ts";
import { MAX_SIGN_IN_ATTEMPTS } from "../../../../src/web/dashboard/sign_in/attempts.ts";
import { PASSWORD, roleAt } from "../../dashboard/dashboard.ts";
import { browserTests } from "../../../support/browser.ts";
import { uuid } from "../../../support/builders.ts";
import { OPERATOR } from "../../../support/operator.ts";
import type { Tab } from "../../../support/tab.ts";
import { CODE } from "../hostile.ts";
import { shopPage, withPort } from "../served.ts";
import { fillIn, send, sendOwn, type Values } from "./forms.ts";
import { faultsNow, HEIGHT } from "./look.ts";
import { signIn, withOffice } from "./scene.ts";
import { aVisit } from "../../../support/people.ts";

const browserTest = browserTests();
const ATTEMPTS_MS = 15 * 60_000;

/** Requires an answer with a status and a text, on a page without faults. */
async function refused(tab: Tab, status: number, [expected, text]: readonly [number, string]) {
  assert.equal(status, expected, text);
  await tab.sees(text);
  const faults = await faultsNow(tab);
  assert.deepEqual(faults, [], text);
}

browserTest(
  "wrong paths, roles, methods, forms and hosts: each refusal can be read",
  (open) =>
    withOffice(async ({ scene: { world: { merchant, services } }, dashboard, person }) => {
      const { origin } = dashboard;
      const shop = `${origin}/shops/${merchant.id}`;
      const tab = await open({ width: 1280, height: HEIGHT });
      const go = async (url: string, ...answer: readonly [number, string]) =>
        await refused(tab, await tab.goTo(url), answer);
      const sends = async (path: string, values: Values, ...answer: readonly [number, string]) =>
        await refused(tab, await sendOwn(tab, path, values), answer);

      await go(`${origin}/nowhere`, 404, "Not found");
      await signIn(tab, await person("viewer"));
      await go(`${shop}/coupons/new`, 403, "Your role in this shop (viewer) does not allow this");
      await signIn(tab, await person("owner"));
      await go(`${origin}/shops/${uuid(3)}/orders`, 404, "Not found");
      await go(`${shop}/sessions/${encodeURIComponent(CODE.join(""))}`, 404, "Not found");
      await go(`${origin}/sign-out`, 405, "This address only receives a form");
      await go(`${shop}/products/import/${"0".repeat(32)}`, 404, "choose it again");
      await tab.goTo(`${shop}/people`);
      await sends(`${shop}/people/add`, { login: "x".repeat(20_000) }, 413, "Refused");
      const [key] = await services.keys.list(merchant.id);
      await services.keys.revoke(key!.id, OPERATOR);
      await tab.goTo(`${shop}/keys`);
      await sends(`${shop}/keys/${key!.id}/rotate`, { overlap: "0" }, 422, "Back to the page");
      const { rows } = await services.coupons.list(merchant.id, NO_PREFIX_FILTER, { limit: 50 });
      const coupon = rows.find(({ coupon }) => coupon.code === "WELCOME50")!.coupon;
      const edit = `${shop}/coupons/${coupon.id}/edit`;
      await tab.goTo(edit);
      const minPurchase = 12_345_678_900;
      await services.coupons.update(
        merchant.id,
        coupon.code,
        (old) => ({ ...old, minPurchase }),
        OPERATOR,
      );
      await fillIn(tab, new URL(edit).pathname, { min_purchase: "1" });
      const status = await send(tab, new URL(edit).pathname);
      await refused(tab, status, [422, "Saved now: 123456789.00"]);
      await go(`${shop}/sessions?phone=${encodeURIComponent(CODE.join(""))}`, 422, "must");
      await go(origin.replace("localhost", "127.0.0.1"), 421, "Wrong address");
      await withPort(() => shopPage("<p>Another site</p>"), async (port) => {
        await tab.goTo(`http://127.0.0.1:${port}/`);
        await sends(`${shop}/people/add`, { login: "mallory" }, 403, "sent by another site");
      });
    }),
);

browserTest(
  "a refused sign-in and a refused link can be read, and the pause after five",
  (open) =>
    withOffice(async ({ scene: { world: { merchant, clock } }, dashboard }) => {
      const { origin, services: { people, signIns } } = dashboard;
      const tab = await open({ width: 1280, height: HEIGHT });
      const token = await makeLink("dora");
      async function makeLink(login: string): Promise<string> {
        const access = { everywhere: null, shops: [], ...roleAt(merchant.id, "staff") };
        const made = await people.makeLink(
          await people.add({ login, ...access }, OPERATOR),
          OPERATOR,
        );
        return made.token;
      }
      const uses = async (link: string, [password, again]: readonly string[], text: string) => {
        await tab.goTo(`${origin}/sign-in/link`);
        const values = { link, password: password ?? "", again: again ?? password ?? "" };
        await refused(tab, await sendOwn(tab, "/sign-in/link", values), [422, text]);
        // A link is no secret once it is refused, and passwords are never sent back.
        assert.equal(await tab.page.$eval("[name=link]", (one) => one.getAttribute("value")), link);
        assert.ok(!(await tab.page.content()).includes(PASSWORD));
      };
      const WRONG = "This link was used, was replaced by a later one, or has expired";
      await uses(CODE.join(""), [PASSWORD], WRONG);
      await uses(token, [PASSWORD, "another one"], "The passwords differ");
      await uses(token, ["short"], "12");
      await signIns.withLink(token, PASSWORD, aVisit("192.0.2.1"));
      await uses(token, [PASSWORD], WRONG);
      const old = await makeLink("emil");
      clock.advance(ATTEMPTS_MS + 1);
      await uses(old, [PASSWORD], WRONG);

      clock.advance(ATTEMPTS_MS);
      const wrong = { login: `dora${CODE.join("")}`, password: "wrong" };
      for (let n = 0; n < MAX_SIGN_IN_ATTEMPTS; n++) {
        await tab.goTo(`${origin}/sign-in?next=/health`);
        assert.equal(await sendOwn(tab, "/sign-in", wrong), 422);
      }
      await refused(tab, 422, [422, "The login or the password is wrong"]);
      assert.equal(await tab.page.$eval("[name=login]", (one) => one.value), wrong.login);
      const right = { login: "dora", password: PASSWORD };
      await refused(tab, await sendOwn(tab, "/sign-in", right), [429, "Too many attempts"]);
      clock.advance(ATTEMPTS_MS);
      assert.equal(await sendOwn(tab, "/sign-in", right), 200);
      await tab.sees("Sign out");
    }),
);
