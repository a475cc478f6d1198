/** Messages to customers, by the queue of webhooks. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { reachableBy } from "../../../src/domain/customer_message.ts";
import { completedEvent, type EventDraft, sessionEvent } from "../../../src/domain/events.ts";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import { withoutPerson } from "../../../src/domain/session/erasure.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { Channel } from "../../../src/domain/shop/webhook.ts";
import { NoAnswer } from "../../../src/service/webhooks/transport.ts";
import { addSession, putSession } from "../../store/support.ts";
import { anEmailChannel, anSmsChannel, aToldSession } from "../../support/channels.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { answer } from "../../support/fake_net.ts";
import {
  anEndpoint,
  deliveriesOver,
  type DispatchWorld,
  webhooksOver,
  withDispatcher,
} from "../../support/webhooks.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plain } from "../../support/secrets.ts";

const [SMS, EMAIL] = [anSmsChannel(), anEmailChannel()];
const NUMBER = aPlacedOrder().number;

/** The event as a server adds it. */
function add(n: number, session: CheckoutSession, draft: EventDraft, at = NOW): Change {
  const { id: sessionId, merchantId } = session;
  const event = { id: uuid(n), merchantId, sessionId, at, ...draft };
  return { kind: "event.add", event, reaches: reachableBy(draft.type, session) };
}

function placed(n: number, session = aToldSession(n)): Change[] {
  return [addSession(session), add(n, session, completedEvent(session))];
}

function asked(n: number, at = NOW): Change[] {
  const session = aToldSession(n);
  const fields = { phone: "+919876543210", otp: "004711", expires_at: "" };
  return [addSession(session), add(n, session, sessionEvent("otp.requested", session, fields), at)];
}

async function begin(
  { store }: DispatchWorld,
  channels: readonly Channel[],
  changes: readonly Change[],
): Promise<void> {
  await store.commit(channels.map((endpoint) => ({ kind: "webhook.put", endpoint })));
  await store.commit(changes);
}

async function stateOf({ store }: DispatchWorld, n: number, { id }: Channel) {
  const { state, attempts, lastStatus, lastError } =
    (await store.webhooks.delivery(uuid(n), id))?.delivery ?? assert.fail("No delivery");
  return [state, attempts, lastStatus, lastError];
}

Deno.test("an order is told by SMS and by e-mail, written when it is delivered", () =>
  withDispatcher(async (world) => {
    const { net, run } = world;
    await begin(world, [SMS, EMAIL], placed(1));
    await run();
    assert.deepEqual(
      net.arrived.map(({ method, url, headers, body }) => ({
        method,
        url: url.href,
        headers,
        body: JSON.parse(body),
      })),
      [{
        method: "POST",
        url: "https://sms.example/send?key=s3cret",
        headers: {
          "user-agent": "checkoutd/0.0.0-test",
          "content-type": "application/json",
          "authorization": "Bearer s3cret",
        },
        body: {
          to: "+919876543210",
          text: `Demo Store: thank you for your order ${NUMBER}. Total: 349.00 INR.`,
          id: uuid(1),
        },
      }],
    );
    const [mail] = net.mails;
    assert.ok(mail);
    const { server, isLocal, from, to, subject, text, messageId, date } = mail;
    assert.deepEqual({ server: server.href, isLocal, from, to, subject, text, messageId, date }, {
      server: "smtps://orders:s3cret@mail.example:465",
      isLocal: false,
      from: { name: "Demo Store", address: "orders@demo-store.example" },
      to: "asha@home.example",
      subject: `Order ${NUMBER}`,
      text: "Hi Asha Rao: 349.00 INR",
      messageId: `<${uuid(1)}@demo-store.example>`,
      date: new Date(NOW),
    });
    assert.deepEqual(await stateOf(world, 1, SMS), ["DELIVERED", 1, 200, ""]);
    assert.deepEqual(await stateOf(world, 1, EMAIL), ["DELIVERED", 1, 250, ""]);
    await run();
    assert.deepEqual([net.arrived.length, net.mails.length], [1, 1], "once");
  }));

Deno.test("nothing is queued for whom a channel does not reach, or does not tell", () =>
  withDispatcher(async (world) => {
    const { net, store, run } = world;
    const unknown = { ...aToldSession(1), choices: { ...aToldSession(1).choices, address: null } };
    await begin(world, [SMS, EMAIL], placed(1, unknown));
    const quiet = [{ ...SMS, events: ["otp.requested" as const] }, { ...EMAIL, disabledAt: NOW }];
    await begin(world, quiet, placed(2));
    await begin(world, [], asked(3));
    await run();
    assert.deepEqual(net.mails, []);
    assert.deepEqual(net.arrived.map(({ body }) => JSON.parse(body).id), [uuid(3)]);
    for (const [{ id }, count] of [[EMAIL, 0], [SMS, 1]] as const) {
      assert.equal(
        (await store.webhooks.deliveries([id], NO_DELIVERY_FILTER, { limit: 9 })).rows.length,
        count,
      );
    }
  }));

Deno.test("a mail is tried again after a 4xx and after no answer, and not after a 5xx", () =>
  withDispatcher(async (world) => {
    const { net, clock, run } = world;
    await begin(world, [EMAIL], [...placed(1), ...placed(2)]);
    const refused = { status: 550, error: "SMTP 550 5.1.1 to RCPT TO" };
    net.replies.push(
      { status: 451, error: "SMTP 451 to DATA" },
      refused,
      new NoAnswer("TLS failed"),
    );
    await run();
    assert.deepEqual(await stateOf(world, 1, EMAIL), ["PENDING", 1, 451, "SMTP 451 to DATA"]);
    assert.deepEqual(await stateOf(world, 2, EMAIL), ["FAILED", 1, 550, refused.error]);
    clock.advance(5000);
    await run();
    assert.deepEqual(await stateOf(world, 1, EMAIL), ["PENDING", 2, null, "TLS failed"]);
    clock.advance(30_000);
    await run();
    assert.deepEqual(await stateOf(world, 1, EMAIL), ["DELIVERED", 3, 250, ""]);
    assert.equal(new Set(net.mails.map(({ messageId }) => messageId)).size, 2, "the same id again");
  }));

Deno.test("a reply of 410 to a mail disables nothing; an SMS gateway that is gone is disabled", () =>
  withDispatcher(async (world) => {
    const { net, store, told, run } = world;
    await begin(world, [SMS, EMAIL], placed(1));
    net.replies.push({ status: 410, error: "SMTP 410 to DATA" });
    net.behaviour.set("sms.example", () => answer(410));
    await run();
    assert.equal((await store.webhooks.find(EMAIL.id))?.disabledAt, null);
    assert.equal((await store.webhooks.find(SMS.id))?.disabledAt, NOW);
    assert.deepEqual(told, ["A webhook endpoint answered 410 Gone and is disabled"]);
  }));

Deno.test("a code goes by SMS, is removed then, and is not sent when it has expired", () =>
  withDispatcher(async (world) => {
    const { net, store, clock, run } = world;
    await begin(world, [SMS, EMAIL], [...asked(1), ...asked(2, NOW - 300_000)]);
    net.behaviour.set("sms.example", () => answer(500));
    await run();
    assert.match(net.arrived[0]?.body ?? "", /004711 is your code for Demo Store/);
    assert.deepEqual(await stateOf(world, 1, SMS), ["PENDING", 1, 500, "HTTP 500"]);
    assert.deepEqual(await stateOf(world, 2, SMS), ["FAILED", 0, null, "The code has expired"]);
    net.behaviour.clear();
    clock.advance(5000);
    await run();
    assert.deepEqual(await stateOf(world, 1, SMS), ["DELIVERED", 2, 200, ""]);
    assert.equal(net.arrived.length, 2);
    for (const n of [1, 2]) {
      const [event] = await store.sessions.events(aToldSession(n).id);
      assert.equal(event?.data["otp"], null, "nobody can send it any more");
    }
  }));

Deno.test("an erased customer gets no message, not even one that waits or is replayed", () =>
  withDispatcher(async (world) => {
    const { net, store, run } = world;
    const session = aToldSession(1);
    await begin(world, [SMS, EMAIL], placed(1, session));
    const erased = withoutPerson(session, "+919876543210");
    await store.commit([putSession({ ...erased, buyer: { name: null, email: null } })]);
    await run();
    const why = "No recipient: the customer's data was erased";
    for (const one of [SMS, EMAIL]) {
      assert.deepEqual(await stateOf(world, 1, one), ["FAILED", 1, null, why]);
    }
    assert.deepEqual([net.arrived, net.mails], [[], []]);
  }));

Deno.test("a replay reaches a channel only by its id: the customer would be told twice", () =>
  withDispatcher(async (world) => {
    const { net, run } = world;
    const hook = anEndpoint(1);
    await world.add([hook], []);
    await begin(world, [SMS, EMAIL], placed(1));
    await run();
    const made = { newId: () => uuid(1), randomBytes: () => new Uint8Array() };
    const webhooks = webhooksOver(world, made);
    const again = await deliveriesOver(world).replay(uuid(1), null, OPERATOR);
    assert.deepEqual(again.map(({ endpoint }) => endpoint.id), [hook.id]);
    await run();
    assert.deepEqual(net.log(), ["a.example 1", "sms.example 0", "a.example 1"]);
    await deliveriesOver(world).replay(uuid(1), EMAIL.id, OPERATOR);
    await run();
    assert.equal(net.mails.length, 2);
    assert.deepEqual(
      await webhooks.list(SMS.merchantId),
      [hook],
      "channels have a list of their own",
    );
  }));

Deno.test("a channel on a private address is used only if channel and server allow it", async () => {
  const refused = "Refused: a private or reserved address: 10.0.0.9";
  const inside = { ...EMAIL, server: plain("smtp://10.0.0.9:587"), allowInsecure: true };
  const rows: [channel: Channel, allowInsecure: boolean, error: string, isLocal?: boolean][] = [
    [inside, false, refused],
    [{ ...inside, allowInsecure: false }, true, refused],
    [inside, true, "", false],
    [{ ...EMAIL, server: plain("smtp://mail.example:587") }, false, refused],
    [{ ...EMAIL, server: plain("smtp://127.0.0.1:25") }, false, "", true],
    [{ ...EMAIL, server: plain("smtp://localhost:25") }, false, "", true],
  ];
  for (const [channel, allowInsecure, error, isLocal] of rows) {
    await withDispatcher(async (world) => {
      world.net.addresses.set("mail.example", ["10.0.0.9"]);
      await begin(world, [channel], placed(1));
      await world.run();
      assert.equal((await stateOf(world, 1, channel))[3], error);
      assert.equal(world.net.mails[0]?.isLocal, isLocal);
    }, { allowInsecure });
  }
});

Deno.test("a damaged channel fails its messages, and tells no secret", () =>
  withDispatcher(async (world) => {
    const sms = { ...SMS, request: plain(SMS.request.stored.replaceAll("https://", "")) };
    const email = { ...EMAIL, server: plain("s3cret") };
    await begin(world, [sms, email], placed(1));
    await world.run();
    for (const one of [sms, email]) {
      assert.deepEqual(await stateOf(world, 1, one), ["PENDING", 1, null, "The URL is damaged"]);
    }
    assert.deepEqual(world.told, []);
  }));
