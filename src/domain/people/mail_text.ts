import type { PersonMail, PersonMailKind } from "./mail.ts";

/** Where the reader of a mail goes, and the shop that it is about. */
export interface MailPlace {
  /** Public origin of the dashboard. */
  readonly origin: string;
  /** The link of a mail that has one. */
  readonly link: string | undefined;
  /** Name of the shop; undefined for all shops. */
  readonly shop: string | undefined;
}

/** Subject and text of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Writes a mail to a person. */
export function mailText(
  { kind, facts, at }: Pick<PersonMail, "kind" | "facts" | "at">,
  { origin, link = "", shop = "all shops" }: MailPlace,
): MailText {
  const { by = "", address = "", login = "", to } = facts;
  const [subject, ...lines] = TEXTS[kind]({ by, address, login, to, origin, link, shop });
  const when = link !== "" ? [] : [`At ${new Date(at).toUTCString()}, at ${origin}.`];
  return { subject, text: [...lines, ...when].join("\n\n") + "\n" };
}

/** Names in texts. */
interface Named extends Pick<MailPlace, "origin"> {
  /** Login of the person who did it, or `the operator`. */
  readonly by: string;
  /** Address of a browser. */
  readonly address: string;
  /** Login of a new owner. */
  readonly login: string;
  /** A new e-mail address, masked; undefined for none. */
  readonly to: string | undefined;
  readonly link: string;
  readonly shop: string;
}

/** Writes the subject and the paragraphs. */
type Writer = (named: Named) => readonly [subject: string, ...paragraphs: string[]];

const NOT_YOU =
  "If it was not you, change your password at once, end the other sign-ins on the page of your " +
  "account, and tell the operator.";
const NOT_EXPECTED = "If you did not expect this, look at the audit log, and tell the operator.";

/** News of a person's own account. */
function own(subject: string, sentence: (named: Named) => string): Writer {
  return (named) => [subject, sentence(named), NOT_YOU];
}

/** News of a shop, to its owners. */
function ofShop(subject: string, sentence: (named: Named) => string): Writer {
  return (named) => [`${subject}: ${named.shop}`, sentence(named), NOT_EXPECTED];
}

const TEXTS: Readonly<Record<PersonMailKind, Writer>> = {
  "verify": ({ origin, link }) => [
    "Verify your e-mail address",
    `This address was entered for an account at ${origin}. To get news of the account here, open ` +
    "this link in the browser where you are signed in, within 24 hours:",
    link,
    "If it was not you, ignore this mail.",
  ],
  "link": ({ by, address, link }) => [
    "Your link to choose a password",
    by === "" ? `It was asked for from ${address}, probably by you.` : `It was made by ${by}.`,
    "Open it within 15 minutes to choose a new password and to sign in. It works once, and leaves a " +
    "second factor as it is:",
    link,
    "If you did not ask for it, ignore this mail: nothing has changed.",
  ],
  "email": own(
    "Your e-mail address was changed",
    ({ to }) =>
      to === undefined
        ? "Your account has no e-mail address any more: this is the last mail about it."
        : `News of your account go to ${to} from now on: this is the last mail to this address.`,
  ),
  "sign-in": own(
    "New sign-in to your account",
    ({ address }) => `Your account was signed in from a network that is new for it: ${address}.`,
  ),
  "user.password": own("Your password was changed", () => "Your password was changed."),
  "user.link": own(
    "A sign-in link was made for your account",
    ({ by }) =>
      `By ${by}. With the link a new password can be chosen, once, within 15 minutes. It leaves a ` +
      "second factor as it is.",
  ),
  "factor.add": own(
    "Your second factor was set up",
    () => "An authenticator app was set up for your account: signing in asks for it.",
  ),
  "factor.codes": own(
    "You have new recovery codes",
    () => "New recovery codes were made for your account. Those before work no longer.",
  ),
  "factor.remove": own(
    "Your second factor was removed",
    () => "The app and all passkeys of your account were removed, with a recovery code.",
  ),
  "factor.reset": own(
    "Your second factor was removed",
    ({ by }) => `The app and all passkeys of your account were removed by ${by}.`,
  ),
  "passkey.add": own(
    "A passkey was added to your account",
    () => "A passkey was added to your account. It signs in without the password.",
  ),
  "passkey.remove": own(
    "A passkey was removed from your account",
    () => "A passkey was removed from your account.",
  ),
  "owner": ofShop(
    "New owner",
    ({ login, by, shop }) =>
      `${login} is an owner of ${shop} now, by ${by}. Owners manage payment providers, keys and ` +
      "people.",
  ),
  "provider.add": ofShop(
    "New payment provider",
    ({ by, shop }) => `A payment provider of ${shop} was added, by ${by}.`,
  ),
  "provider.key": ofShop(
    "Payment provider changed",
    ({ by, shop }) => `A payment provider of ${shop} got another key, by ${by}.`,
  ),
  "provider.remove": ofShop(
    "Payment provider removed",
    ({ by, shop }) => `A payment provider of ${shop} was removed, by ${by}.`,
  ),
  "payout": ofShop(
    "Where money goes was changed",
    ({ by, shop }) =>
      `The UPI account, the bank details or the payment page of ${shop} were changed, by ${by}.`,
  ),
};
