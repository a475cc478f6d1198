/** Endpoints that do as told, in place of a network. */
import type { MailAnswer, MailPost } from "../../src/service/channels/mail_transport.ts";
import {
  NoAnswer,
  type WebhookAnswer,
  type WebhookPost,
} from "../../src/service/webhooks/transport.ts";

/** A post that has arrived. */
export interface Arrived extends WebhookPost {
  readonly host: string;
  /** `webhook-id`. */
  readonly id: string;
  readonly at: number;
}

type Behaviour = (arrived: Arrived) => WebhookAnswer | Promise<WebhookAnswer>;

/** All endpoints there are, by host; each answers 200 unless told otherwise. */
export class FakeNet {
  readonly arrived: Arrived[] = [];
  /** Behaviour of the hosts. */
  readonly behaviour = new Map<string, Behaviour>();
  /** Addresses of names (default: a public address). */
  readonly addresses = new Map<string, string[]>();
  /** Mails that arrived. */
  readonly mails: MailPost[] = [];
  /** Replies of the mail server to the next mails; afterwards it accepts. */
  readonly replies: (MailAnswer | NoAnswer)[] = [];
  underWay = 0;
  mostUnderWay = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly transport = async (post: WebhookPost): Promise<WebhookAnswer> => {
    const host = post.url.hostname;
    post.checkAddresses(this.addresses.get(host) ?? ["93.184.215.14"]);
    const id = post.headers["webhook-id"] ?? "";
    const arrived = { ...post, host, id, at: this.#now() };
    this.arrived.push(arrived);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      const behaviour = this.behaviour.get(host);
      return behaviour === undefined ? answer(200) : await behaviour(arrived);
    } finally {
      this.underWay -= 1;
    }
  };

  readonly mail = (post: MailPost): Promise<MailAnswer> => {
    post.checkAddresses(this.addresses.get(post.server.hostname) ?? ["93.184.215.14"]);
    this.mails.push(post);
    const reply = this.replies.shift() ?? { status: 250, error: "" };
    return reply instanceof NoAnswer ? Promise.reject(reply) : Promise.resolve(reply);
  };

  /** Deliveries in order, with the number of the event: `a.example 5`. */
  log(): string[] {
    return this.arrived.map(({ host, id }) => `${host} ${Number(id.slice(-12))}`);
  }
}

export function answer(status: number, retryAfter: string | null = null): WebhookAnswer {
  return { status, retryAfter };
}

/** An endpoint that does not answer until it is given up or told to. */
export function hanging(): {
  readonly behaviour: Behaviour;
  readonly end: (status: number) => void;
} {
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
  return {
    behaviour: ({ signal }) =>
      Promise.race([
        promise,
        new Promise<never>((_, reject) =>
          signal.addEventListener("abort", () => reject(new NoAnswer("Cancelled")))
        ),
      ]),
    end: (status) => resolve(answer(status)),
  };
}
