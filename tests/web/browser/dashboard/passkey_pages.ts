/** Pages of passkeys for pictures. Each has a person of its own, with a passkey of a program. */
import { FakePasskey } from "../../../support/passkeys.ts";
import type { Tab } from "../../../support/tab.ts";
import { cookieOf, PASSWORD, signIn as enterPassword } from "../../dashboard/dashboard.ts";
import { addPasskey, withPasskey } from "../../dashboard/passkeys.ts";
import { send } from "./forms.ts";
import type { OfficeWork } from "./office_work.ts";
import type { PicturedPage } from "./pictured.ts";
import { signIn } from "./scene.ts";

const FACTOR = "/account/factor";
let people = 0;

/** A person with a passkey. */
async function meera({ dashboard }: OfficeWork) {
  const login = `meera${++people}`;
  const visitor = await dashboard.visitor(login, { everywhere: "owner" }, "Meera Iyer");
  return { login, ...await withPasskey(dashboard, visitor, people) };
}

/** Shows a page to the person of a cookie. */
export async function showAs(tab: Tab, cookie: string, path: string): Promise<void> {
  await signIn(tab, { cookie });
  await tab.goTo(new URL(path, tab.page.url()).href);
}

/** Every page of passkeys. */
export const PASSKEY_PAGES: readonly PicturedPage[] = [
  {
    name: "passkeys",
    id: "factor",
    path: FACTOR,
    onPhone: true,
    async act(tab, work) {
      const one = await meera(work);
      await addPasskey(one, new FakePasskey({ number: 200 }), "Blue security key");
      await showAs(tab, one.cookie, FACTOR);
    },
  },
  {
    name: "passkey-add",
    id: "factor.passkey",
    path: FACTOR,
    onPhone: true,
    act: async (tab) => await send(tab, `${FACTOR}/passkey`),
  },
  {
    name: "passkey-again",
    id: "password.again",
    path: FACTOR,
    onPhone: true,
    async act(tab, work) {
      const { cookie } = await meera(work);
      work.clock.advance(5 * 60_000);
      await showAs(tab, cookie, `${work.shop}/customers.csv`);
    },
  },
  {
    name: "sign-in-passkey",
    id: "sign-in.password.show",
    path: "/sign-in",
    onPhone: true,
    isOpen: true,
  },
  {
    name: "sign-in-factor-passkey",
    id: "sign-in.factor.show",
    path: "/sign-in",
    onPhone: true,
    isOpen: true,
    async act(tab, work) {
      const { login } = await meera(work);
      const cookie = cookieOf(await enterPassword(work.dashboard, login, PASSWORD)) ?? "";
      await showAs(tab, cookie, "/sign-in/factor");
    },
  },
];
