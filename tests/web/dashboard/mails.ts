/** Mails to people, and the mail servers that take them. */
import assert from "node:assert/strict";
import type { MailSender } from "../../../src/service/channels/mail_post.ts";
import type {
  MailAnswer,
  MailPost,
  MailTransport,
} from "../../../src/service/channels/mail_transport.ts";
import { ChannelForms } from "../../../src/service/channels/channel_forms.ts";
import { Channels, type ChannelsDeps } from "../../../src/service/channels/channels.ts";
import { MessageSender } from "../../../src/service/channels/message_sender.ts";
import type { Secrets } from "../../../src/service/secrets/secrets.ts";
import { MailRoutes } from "../../../src/service/people/mail_routes.ts";
import { PersonMails } from "../../../src/service/people/person_mails.ts";
import { effectsOf, type World } from "../../support/app.ts";
import { MESSAGE_FORMS } from "../../support/channels.ts";
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
  /** Takes a mail, as a server does. */
  readonly take: MailTransport;
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
  const take: MailTransport = (post) => {
    sent.push(post);
    return Promise.resolve(answers.shift() ?? { status: 250, error: "" });
  };
  const mails = new PersonMails({
    ...effectsOf(clock),
    store,
    routes,
    warn: (_, fields) => warned.push(fields),
    mail: take,
  });
  const { signal } = new AbortController();
  return {
    routes,
    sent,
    warned,
    answers,
    take,
    async send() {
      const before = sent.length;
      await mails.sendDue({ origin: "http://localhost:8081", signal });
      return sent.slice(before);
    },
  };
}

/** The channels of shops, whose mails go to a box. */
export function channelServices(
  deps: Omit<ChannelsDeps, "messages"> & { readonly secrets: Secrets },
  { take }: Pick<MailBox, "take">,
) {
  const messages = new MessageSender({
    ...deps,
    mail: take,
    ...MESSAGE_FORMS,
    allowInsecure: false,
    userAgent: "checkoutd/0.0.0-test",
    warn: () => {},
    onRefused: () => {},
    transport: () => Promise.reject(new Error("No gateway is called")),
  });
  const channels = new Channels({ ...deps, messages });
  return { channels, channelForms: new ChannelForms({ ...deps, ...MESSAGE_FORMS, channels }) };
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
