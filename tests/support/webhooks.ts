/** A dispatcher over a real store in memory, endpoints that do as told, a clock that stands still. */
import assert from "node:assert/strict";
import type { CheckoutEvent, EventType } from "../../src/domain/events.ts";
import type { MerchantId } from "../../src/domain/ids.ts";
import type { Delivery, WebhookEndpoint } from "../../src/domain/shop/webhook.ts";
import type { Deps } from "../../src/service/deps.ts";
import type { ServerLeases } from "../../src/service/leases.ts";
import { phoneOrigins } from "../../src/schema/phone.ts";
import { MessageSender } from "../../src/service/channels/message_sender.ts";
import { Dispatcher } from "../../src/service/webhooks/dispatcher.ts";
import type { Secrets } from "../../src/service/secrets/secrets.ts";
import { smsRequestFromText } from "../../src/schema/stored/endpoint.ts";
import { WebhookSender } from "../../src/service/webhooks/sender.ts";
import { Deliveries } from "../../src/service/webhooks/deliveries.ts";
import { Webhooks } from "../../src/service/webhooks/webhooks.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { FakeClock } from "./app.ts";
import { FakeNet } from "./fake_net.ts";
import { intercepted } from "./intercepted.ts";
import { aMerchant, NOW, SESSION_ID, uuid } from "./builders.ts";
import { entryId } from "./operator.ts";
import { plain, plainSecrets } from "./secrets.ts";

/** `whsec_` and the base64 of 32 bytes. */
export const SECRET = `whsec_${new Uint8Array(32).fill(7).toBase64()}`;

export function anEndpoint(n: number, over: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    kind: "webhook",
    id: uuid(500 + n),
    merchantId: uuid<MerchantId>(1),
    url: `https://${String.fromCharCode(96 + n)}.example/hook`,
    secret: plain(SECRET),
    previous: null,
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
  /** Default: no key. */
  readonly secrets?: (store: Store) => Secrets;
}

/** Builds a world with one merchant, runs a test in it, and lets go of it. */
export async function withDispatcher(
  test: (world: DispatchWorld) => Promise<void>,
  options: DispatchOptions = {},
): Promise<void> {
  const clock = new FakeClock();
  const net = new FakeNet(clock.now);
  const store = await openSqliteStore(":memory:");
  const secrets = options.secrets?.(store) ?? plainSecrets(store);
  const readSms = smsRequestFromText;
  const told: string[] = [];
  const warn = (message: string) => void told.push(message);
  const restarted = (over: DispatchOptions = {}) => {
    const { allowInsecure = false, random = 0, commit, leases = null } = over;
    const [{ now }, { transport, mail }] = [clock, net];
    const deps = { transport, now, allowInsecure, userAgent: "checkoutd/0.0.0-test", warn };
    return new Dispatcher({
      secrets,
      store: commit === undefined ? store : intercepted(store, commit),
      now,
      wait: clock.wait,
      warn,
      newId: () => crypto.randomUUID(),
      random: () => random,
      sender: new WebhookSender(deps),
      messages: new MessageSender({ ...deps, store, secrets, readSms, phoneOrigins, mail }),
      leases,
      links: {
        withLink: (event) => Promise.resolve(event),
        waitsFor: () => Promise.resolve(false),
      },
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
  return new Webhooks({
    store,
    secrets: plainSecrets(store),
    now,
    monotonicMs,
    wait,
    ...made,
    sender,
  });
}

/** Deliveries as the operator sees them. */
export function deliveriesOver({ store, clock }: DispatchWorld): Deliveries {
  return new Deliveries({ store, now: clock.now, newId: entryId });
}

/** The types of events, for endpoints that take one. */
export function only(type: EventType): Partial<WebhookEndpoint> {
  return { events: [type] };
}
