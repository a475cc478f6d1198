/** Pages of the second factor for pictures. Each has a person of its own, who sets an app up. */
import { cookieOf, PASSWORD, signIn as enterPassword } from "../../dashboard/dashboard.ts";
import { codeAt, equip } from "../../dashboard/factor.ts";
import { fillIn, send } from "./forms.ts";
import type { OfficeWork } from "./office_work.ts";
import type { PicturedPage } from "./pictured.ts";
import { PASSKEY_PAGES, showAs } from "./passkey_pages.ts";

const FACTOR = "/account/factor";
let people = 0;

/** A person without a factor. */
async function dora({ dashboard }: OfficeWork) {
  return await dashboard.visitor(`dora${++people}`, { everywhere: "owner" }, "Dora Lind");
}

async function doraWithApp(work: OfficeWork) {
  const visitor = await dora(work);
  return { ...await equip(work.dashboard, work.clock, visitor), login: visitor.person.login };
}

/** Every page of the second factor. */
export const FACTOR_PAGES: readonly PicturedPage[] = [
  { name: "factor-none", id: "factor", path: FACTOR },
  {
    name: "factor-app",
    id: "factor.app",
    path: FACTOR,
    onPhone: true,
    act: async (tab) => await send(tab, `${FACTOR}/app`),
  },
  {
    name: "factor-codes",
    id: "factor.confirm",
    path: FACTOR,
    onPhone: true,
    async act(tab, work) {
      await showAs(tab, (await dora(work)).cookie, FACTOR);
      await send(tab, `${FACTOR}/app`);
      const secret = await tab.page.$eval(".copy code", ({ textContent }) => textContent ?? "");
      const code = codeAt(secret.replaceAll(" ", ""), work.clock.now());
      await fillIn(tab, `${FACTOR}/confirm`, { code });
      await send(tab, `${FACTOR}/confirm`);
    },
  },
  {
    name: "factor",
    id: "factor",
    path: FACTOR,
    onPhone: true,
    act: async (tab, work) => await showAs(tab, (await doraWithApp(work)).cookie, FACTOR),
  },
  {
    name: "factor-again",
    id: "password.again",
    path: FACTOR,
    async act(tab, work) {
      const { cookie } = await doraWithApp(work);
      work.clock.advance(5 * 60_000);
      await showAs(tab, cookie, `${work.shop}/customers.csv`);
    },
  },
  {
    name: "sign-in-factor",
    id: "sign-in.factor.show",
    path: "/sign-in",
    onPhone: true,
    isOpen: true,
    async act(tab, work) {
      const { login } = await doraWithApp(work);
      const cookie = cookieOf(await enterPassword(work.dashboard, login, PASSWORD)) ?? "";
      await showAs(tab, cookie, "/sign-in/factor");
    },
  },
  ...PASSKEY_PAGES,
];
