/** People with a second factor. */
import { bytesOfBase32, totpCode } from "../../../src/domain/people/totp.ts";
import type { FakeClock } from "../../support/app.ts";
import { cookieOf, type Dashboard, OWN_FORM, type Visitor } from "./dashboard.ts";

/** A person with an authenticator app. */
export interface Equipped {
  /** A browser in which they are signed in. */
  readonly cookie: string;
  readonly secret: string;
  readonly codes: readonly string[];
  /** A code that was not used: that of the next step, to which the clock moves. */
  next(): string;
  get: Visitor["get"];
  post: Visitor["post"];
}

/** The code of an app at a time. */
export function codeAt(secret: string, now: number): string {
  return totpCode(bytesOfBase32(secret), Math.floor(now / 30_000));
}

/** The secret in the page that offers an app: hidden for the form, and as the app has it. */
export function offerIn(text: string) {
  const sealed = /name="sealed" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
  return { sealed, secret };
}

/** Sets up an app in the pages, as a person does. */
export async function equip(
  { send }: Dashboard,
  clock: Pick<FakeClock, "now" | "advance">,
  visitor: Visitor,
): Promise<Equipped> {
  const { sealed, secret } = offerIn((await visitor.post("/account/factor/app")).text);
  const code = codeAt(secret, clock.now());
  const done = await visitor.post("/account/factor/confirm", { sealed, code });
  const codes = [...done.text.matchAll(/<code>([a-z2-7-]{29})<\/code>/g)].map(([, one]) => one!);
  const cookie = cookieOf(done) ?? "";
  return {
    cookie,
    secret,
    codes,
    next() {
      clock.advance(30_000);
      return codeAt(secret, clock.now());
    },
    get: (path) => send("GET", path, { cookie }),
    post: (path, form = {}) => send("POST", path, { cookie, form, headers: OWN_FORM }),
  };
}
