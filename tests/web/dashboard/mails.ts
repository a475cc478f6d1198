/** Mails to people, and the mail servers that take them. */
import assert from "node:assert/strict";
import type { MailSender } from "../../../src/service/channels/mail_post.ts";
import type { MailAnswer, MailPost } from "../../../src/service/channels/mail_transport.ts";
import { MailRoutes } from "../../../src/service/people/mail_routes.ts";
import { PersonMails } from "../../../src/service/people/person_mails.ts";
import { effectsOf, type World } from "../../support/app.ts";
import { plainSecrets } from "../../support/secrets.ts";

/** The operator's mail server. */
export const OPERATOR_MAIL: MailSender = {
  url: "smtps://mail.example:465",
  from: { name: "checkoutd", address: "desk@host.example" },
  allowInsecure: true,
};

/** What mail servers got, and how they answer. */
export interface MailBox {
  readonly routes: MailRoutes;
  readonly sent: MailPost[];
  /** Logged failures. */
  readonly warned: unknown[];
  /** Answers to the next mails; after them all are accepted. */
  readonly answers: MailAnswer[];
  /** Sends what is due, and returns what the servers got. */
  send(): Promise<MailPost[]>;
}

/** Makes the mails of a world. */
export function mailBox(
  { store, clock }: Pick<World, "store" | "clock">,
  operator: MailSender | null,
  allowInsecure = true,
): MailBox {
  const secrets = plainSecrets(store);
  const routes = new MailRoutes({ store, secrets, operator, allowInsecure });
  const [sent, warned, answers]: [MailPost[], unknown[], MailAnswer[]] = [[], [], []];
  const mails = new PersonMails({
    ...effectsOf(clock),
    store,
    routes,
    warn: (_, fields) => warned.push(fields),
    mail(post) {
      sent.push(post);
      return Promise.resolve(answers.shift() ?? { status: 250, error: "" });
    },
  });
  const { signal } = new AbortController();
  return {
    routes,
    sent,
    warned,
    answers,
    async send() {
      const before = sent.length;
      await mails.sendDue({ origin: "http://localhost:8081", signal });
      return sent.slice(before);
    },
  };
}

/** The token of the link in a mail. */
export function linkIn({ text }: MailPost, path: string): string {
  const found = text.split("\n").find((line) => line.startsWith(`http://localhost:8081${path}#`));
  assert.ok(found, text);
  return found;
}

/** What servers got, as recipient and subject. */
export function told(mails: readonly MailPost[]): string[] {
  return mails.map(({ to, subject }) => `${to}: ${subject}`).sort();
}
