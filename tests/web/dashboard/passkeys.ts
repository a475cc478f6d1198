/** People with a passkey, which is a program. */
import { FakePasskey, optionsIn } from "../../support/passkeys.ts";
import { cookieOf, type Dashboard, OWN_FORM, type Seen, type Visitor } from "./dashboard.ts";

const FACTOR = "/account/factor";

/** A browser of a person. */
export type Browser = Pick<Visitor, "cookie" | "get" | "post">;

/** A browser with a cookie. */
export function browserOf({ send }: Dashboard, cookie: string): Browser {
  return {
    cookie,
    get: (path) => send("GET", path, { cookie }),
    post: (path, form = {}) => send("POST", path, { cookie, form, headers: OWN_FORM }),
  };
}

/** Adds a passkey in the pages, as a person does. */
export async function addPasskey(
  { post }: Pick<Browser, "post">,
  key: FakePasskey,
  name = "Phone",
): Promise<Seen> {
  const options = optionsIn((await post(`${FACTOR}/passkey`)).text);
  return await post(`${FACTOR}/passkey/add`, { name, passkey: key.make(options) });
}

/** A person whose only factor is a passkey. */
export async function withPasskey(dashboard: Dashboard, visitor: Visitor, number = 1) {
  const key = new FakePasskey({ number });
  const done = await addPasskey(visitor, key);
  const codes = [...done.text.matchAll(/<code>([a-z2-7-]{29})<\/code>/g)].map(([, one]) => one!);
  return { key, codes, ...browserOf(dashboard, cookieOf(done) ?? "") };
}

/** Signs in with the passkey of a page: the first one, or the second step of a cookie. */
export async function enterPasskey(
  { send }: Dashboard,
  key: Pick<FakePasskey, "use">,
  { path = "/sign-in", cookie, next = "/" }: {
    readonly path?: string;
    readonly cookie?: string | undefined;
    readonly next?: string;
  } = {},
): Promise<Seen> {
  const options = optionsIn((await send("GET", path, { cookie })).text);
  const form = { passkey: key.use(options), next };
  return await send("POST", "/sign-in/passkey", { cookie, form, headers: OWN_FORM });
}
