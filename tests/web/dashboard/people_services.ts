/** The services by which people sign in to the dashboard. */
import { type EmailDeps, Emails } from "../../../src/service/people/emails.ts";
import { KnownBrowsers } from "../../../src/service/people/known_browsers.ts";
import { LinkMails } from "../../../src/service/people/link_mails.ts";
import type { FactorDeps } from "../../../src/service/people/factor_proofs.ts";
import { Factors } from "../../../src/service/people/factors.ts";
import { OwnAccount } from "../../../src/service/people/own_account.ts";
import { PasskeySignIns } from "../../../src/service/people/passkey_sign_ins.ts";
import { Passkeys } from "../../../src/service/people/passkeys.ts";
import { SignIns } from "../../../src/service/people/sign_ins.ts";

/** Makes them. */
export function peopleServices(deps: FactorDeps & EmailDeps) {
  return {
    emails: new Emails(deps),
    linkMails: new LinkMails({ ...deps, warn: () => {} }),
    signIns: new SignIns(deps),
    browsers: new KnownBrowsers(deps),
    account: new OwnAccount(deps),
    factors: new Factors(deps),
    passkeys: new Passkeys(deps),
    passkeySignIns: new PasskeySignIns(deps),
  };
}
