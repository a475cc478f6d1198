/** A dispatcher over a real store in memory, endpoints that do as told, a clock that stands still. */
import assert from "node:assert/strict";
import type { CheckoutEvent, EventType } from "../../src/domain/events.ts";
import type { MerchantId } from "../../src/domain/ids.ts";
import type { Delivery, WebhookEndpoint } from "../../src/domain/shop/webhook.ts";
import type { Deps } from "../../src/service/deps.ts";
import type { ServerLeases } from "../../src/service/leases.ts";
import type { MailAnswer, MailPost } from "../../src/service/channels/mail_transport.ts";
import { phoneOrigins } from "../../src/schema/phone.ts";
import { MessageSender } from "../../src/service/channels/message_sender.ts";
import { Dispatcher } from "../../src/service/webhooks/dispatcher.ts";
import { WebhookSender } from "../../src/service/webhooks/sender.ts";
import {
  NoAnswer,
  type WebhookAnswer,
  type WebhookPost,
} from "../../src/service/webhooks/transport.ts";
import { Deliveries } from "../../src/service/webhooks/deliveries.ts";
import { Webhooks } from "../../src/service/webhooks/webhooks.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { FakeClock } from "./app.ts";
import { intercepted } from "./intercepted.ts";
import { aMerchant, NOW, SESSION_ID, uuid } from "./builders.ts";
import { entryId } from "./operator.ts";

/** `whsec_` and the base64 of 32 bytes. */
export const SECRET = `whsec_${new Uint8Array(32).fill(7).toBase64()}`;

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

export function anEndpoint(n: number, over: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    kind: "webhook",
    id: uuid(500 + n),
    merchantId: uuid<MerchantId>(1),
    url: `https://${String.fromCharCode(96 + n)}.example/hook`,
    secret: SECRET,
    events: [],
    include: [],
    lanes: 1,
    batch: false,
    allowInsecure: false,
    livemode: true,
    disabledAt: null,
    createdAt: NOW + n,
    ...over,
  };
}

export function anEvent(n: number, over: Partial<CheckoutEvent> = {}): CheckoutEvent {
  return {
    id: uuid(n),
    merchantId: uuid<MerchantId>(1),
    sessionId: SESSION_ID,
    type: "session.updated",
    at: NOW,
    data: { session_id: SESSION_ID, version: n },
    ...over,
  };
}

/** An `otp.requested` event with a code in it. */
export function anOtpEvent(n: number): CheckoutEvent {
  return anEvent(n, {
    type: "otp.requested",
    data: { session_id: SESSION_ID, phone: "+919876543210", otp: "123456" },
  });
}

export interface DispatchWorld {
  readonly clock: FakeClock;
  readonly net: FakeNet;
  readonly store: Store;
  readonly dispatcher: Dispatcher;
  /** Warnings in the log. */
  readonly told: string[];
  /** Another process over the same store. */
  restarted(over?: DispatchOptions): Dispatcher;
  /** Adds endpoints and then events. */
  add(endpoints: readonly WebhookEndpoint[], events: readonly CheckoutEvent[]): Promise<void>;
  /** Makes all deliveries that are due now. */
  run(): Promise<void>;
  delivery(eventNumber: number, endpoint: WebhookEndpoint): Promise<Delivery>;
}

export interface DispatchOptions {
  readonly allowInsecure?: boolean;
  readonly random?: number;
  /** Stands before the store's own. */
  readonly commit?: Store["commit"];
  readonly leases?: ServerLeases | null;
}

/** Builds a world with one merchant, runs a test in it, and lets go of it. */
export async function withDispatcher(
  test: (world: DispatchWorld) => Promise<void>,
  options: DispatchOptions = {},
): Promise<void> {
  const clock = new FakeClock();
  const net = new FakeNet(clock.now);
  const store = await openSqliteStore(":memory:");
  const told: string[] = [];
  const warn = (message: string) => void told.push(message);
  const restarted = (over: DispatchOptions = {}) => {
    const { allowInsecure = false, random = 0, commit, leases = null } = over;
    const [{ now }, { transport, mail }] = [clock, net];
    const deps = { transport, now, allowInsecure, userAgent: "checkoutd/0.0.0-test", warn };
    return new Dispatcher({
      store: commit === undefined ? store : intercepted(store, commit),
      now,
      wait: clock.wait,
      warn,
      newId: () => crypto.randomUUID(),
      random: () => random,
      sender: new WebhookSender(deps),
      messages: new MessageSender({ ...deps, store, phoneOrigins, mail }),
      leases,
      links: { withLink: (event) => Promise.resolve(event) },
    });
  };
  const dispatcher = restarted(options);
  try {
    await store.commit([{ kind: "merchant.put", merchant: aMerchant() }]);
    await test({
      clock,
      net,
      store,
      dispatcher,
      told,
      restarted,
      add: async (endpoints, events) => {
        await store.commit(endpoints.map((endpoint) => ({ kind: "webhook.put", endpoint })));
        await store.commit(events.map((event) => ({ kind: "event.add", event })));
      },
      run: async () => {
        dispatcher.wake();
        await dispatcher.idle();
      },
      delivery: async (eventNumber, { id }) => {
        const found = await store.webhooks.delivery(uuid(eventNumber), id);
        assert.ok(found, `No delivery of ${eventNumber}`);
        return found.delivery;
      },
    });
  } finally {
    await dispatcher.stop();
    await store.close();
  }
}

/** The endpoints of a world as `checkoutctl` has them, with what they are made of. */
export function webhooksOver(
  { store, clock, net }: Pick<DispatchWorld, "store" | "clock" | "net">,
  made: Pick<Deps, "newId" | "randomBytes">,
): Webhooks {
  const { now, monotonicMs, wait } = clock;
  const { transport } = net;
  const userAgent = "checkoutctl/0.0.0-test";
  const sender = new WebhookSender({ transport, now, allowInsecure: false, userAgent });
  return new Webhooks({ store, now, monotonicMs, wait, ...made, sender });
}

/** Deliveries as the operator sees them. */
export function deliveriesOver({ store, clock }: DispatchWorld): Deliveries {
  return new Deliveries({ store, now: clock.now, newId: entryId });
}

/** The types of events, for endpoints that take one. */
export function only(type: EventType): Partial<WebhookEndpoint> {
  return { events: [type] };
}
