import type { PersonId } from "../ids.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Mails to people: a link to verify an address, and news of their account. */
export const PERSON_MAIL_KINDS = ["verify", "email"] as const;
export type PersonMailKind = (typeof PERSON_MAIL_KINDS)[number];

/** What the text of a mail names. */
export type MailFacts = Readonly<Record<string, string>>;

/** What a mail is about. */
export interface MailMatter {
  /** UUID, lower case. */
  readonly id: string;
  readonly kind: PersonMailKind;
  readonly facts: MailFacts;
  /** When it happened. */
  readonly at: number;
}

/** A mail to a person that is not sent yet. */
export interface PersonMail extends MailMatter {
  readonly personId: PersonId;
  /** The address of that time. */
  readonly address: string;
  /** Attempts so far, the one under way included. */
  readonly tries: number;
  /** When the next attempt is due. */
  readonly dueAt: number;
}

/** Pauses after each attempt but the last. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const;
/** Attempts at a mail. */
export const MAX_MAIL_TRIES = PAUSES_MS.length + 1;
/** Age after which a mail is worth nothing to its reader. */
const MAX_AGE_MS: Readonly<Record<PersonMailKind, number>> = {
  verify: HOUR_MS,
  email: 24 * HOUR_MS,
};

/** The end of the pause after the attempt that begins now. */
export function nextAttemptAt({ tries }: Pick<PersonMail, "tries">, now: number): number {
  return now + (PAUSES_MS[tries] ?? PAUSES_MS[PAUSES_MS.length - 1] ?? 0);
}

/** True for a mail that is sent no more: too old, or tried often enough. */
export function isMailGivenUp({ kind, at, tries }: PersonMail, now: number): boolean {
  return tries >= MAX_MAIL_TRIES || now >= at + MAX_AGE_MS[kind];
}

/** Where a mail's reader goes. */
export interface MailPlace {
  /** Public origin of the dashboard. */
  readonly origin: string;
  /** The link of a mail that has one. */
  readonly link: string | undefined;
}

/** Subject and text of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Writes a mail to a person. */
export function mailText(
  { kind, facts, at }: Pick<PersonMail, "kind" | "facts" | "at">,
  { origin, link = "" }: MailPlace,
): MailText {
  const { subject, lines } = TEXTS[kind](facts, { origin, link });
  const when = kind === "verify" ? [] : [`At ${new Date(at).toUTCString()}, at ${origin}.`];
  return { subject, text: [...lines, ...when].join("\n\n") + "\n" };
}

/** Writes subject and paragraphs. */
type Writer = (
  facts: MailFacts,
  place: { readonly origin: string; readonly link: string },
) => { readonly subject: string; readonly lines: readonly string[] };

const NOT_YOU =
  "If it was not you, change your password at once, end the other sign-ins on the page of your " +
  "account, and tell the operator.";

const TEXTS: Readonly<Record<PersonMailKind, Writer>> = {
  verify: (_, { origin, link }) => ({
    subject: "Verify your e-mail address",
    lines: [
      `This address was entered for an account at ${origin}. To get news of the account here, open ` +
      "this link in the browser where you are signed in, within 24 hours:",
      link,
      "If it was not you, ignore this mail.",
    ],
  }),
  email: ({ to }) => ({
    subject: "Your e-mail address was changed",
    lines: [
      to === undefined
        ? "Your account has no e-mail address any more: this is the last mail about it."
        : `News of your account go to ${to} from now on: this is the last mail to this address.`,
      NOT_YOU,
    ],
  }),
};
