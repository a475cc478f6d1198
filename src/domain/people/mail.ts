import type { PersonId } from "../ids.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** News of audited changes, by their action. */
export const NEWS_ACTIONS = [
  "user.password",
  "user.link",
  "factor.add",
  "factor.codes",
  "factor.remove",
  "factor.reset",
  "passkey.add",
  "passkey.remove",
  "provider.add",
  "provider.key",
  "provider.remove",
] as const;
/** Mails with a link: to verify an address, and to choose a password. */
const LINK_KINDS = ["verify", "link"] as const;
/** Mails to people: links, and news of their account and their shops. */
export const PERSON_MAIL_KINDS = [
  ...LINK_KINDS,
  "email",
  "sign-in",
  "owner",
  "payout",
  ...NEWS_ACTIONS,
] as const;
export type PersonMailKind = (typeof PERSON_MAIL_KINDS)[number];

/** Names in the text of a mail. */
export type MailFacts = Readonly<Record<string, string>>;

/** The matter of a mail. */
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
/** Age after which news are worth nothing to their reader. */
const MAX_AGE_MS = 24 * HOUR_MS;
/** The same of links, which a person waits for. */
const LINK_MAX_AGE_MS: Readonly<Record<string, number>> = {
  verify: HOUR_MS,
  link: 15 * MINUTE_MS,
} satisfies Record<(typeof LINK_KINDS)[number], number>;

/** The end of the pause after the attempt that begins now. */
export function nextAttemptAt({ tries }: Pick<PersonMail, "tries">, now: number): number {
  return now + (PAUSES_MS[tries] ?? PAUSES_MS[PAUSES_MS.length - 1] ?? 0);
}

/** True for a mail that is sent no more: too old, or tried often enough. */
export function isMailGivenUp({ kind, at, tries }: PersonMail, now: number): boolean {
  return tries >= MAX_MAIL_TRIES || now >= at + (LINK_MAX_AGE_MS[kind] ?? MAX_AGE_MS);
}

/** True for a mail with a link, which is made when it is sent. */
export function hasLink({ kind }: Pick<PersonMail, "kind">): boolean {
  return LINK_KINDS.some((one) => one === kind);
}
