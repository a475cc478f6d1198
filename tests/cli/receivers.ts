/** Webhook endpoints and channels of a command line that post to nothing but lists. */
import { smsRequestFromText } from "../../src/schema/stored/endpoint.ts";
import { phoneOrigins } from "../../src/schema/phone.ts";
import { Channels } from "../../src/service/channels/channels.ts";
import type { MailPost } from "../../src/service/channels/mail_transport.ts";
import { MessageSender } from "../../src/service/channels/message_sender.ts";
import type { Deps } from "../../src/service/deps.ts";
import { WebhookSender } from "../../src/service/webhooks/sender.ts";
import type { WebhookAnswer, WebhookPost } from "../../src/service/webhooks/transport.ts";
import { Deliveries } from "../../src/service/webhooks/deliveries.ts";
import { EventFeed } from "../../src/service/webhooks/event_feed.ts";
import { Webhooks } from "../../src/service/webhooks/webhooks.ts";

/** Dependencies of the services, and the answer of every endpoint. */
export type ReceiverDeps =
  & Pick<
    Deps,
    "store" | "secrets" | "now" | "monotonicMs" | "newId" | "randomBytes" | "wait" | "warn"
  >
  & { readonly answer: () => WebhookAnswer };

/** The services, and what they have sent. */
export interface Receivers {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly eventFeed: EventFeed;
  readonly channels: Channels;
  readonly posts: WebhookPost[];
  readonly mails: MailPost[];
}

export function receivers({ answer, ...deps }: ReceiverDeps): Receivers {
  const posts: WebhookPost[] = [];
  const mails: MailPost[] = [];
  const sending = {
    ...deps,
    transport: (post: WebhookPost) => {
      posts.push(post);
      return Promise.resolve(answer());
    },
    mail: (post: MailPost) => {
      mails.push(post);
      return Promise.resolve({ status: 250, error: "" });
    },
    allowInsecure: true,
    userAgent: "checkoutd/0.0.0-test",
  };
  const sender = new WebhookSender(sending);
  const readSms = smsRequestFromText;
  return {
    webhooks: new Webhooks({ ...deps, sender }),
    deliveries: new Deliveries(deps),
    eventFeed: new EventFeed({ ...deps, sender }),
    channels: new Channels({
      ...deps,
      messages: new MessageSender({ ...sending, phoneOrigins, readSms }),
    }),
    posts,
    mails,
  };
}
