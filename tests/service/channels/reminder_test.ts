/** A reminder of a cart: from the idle session to the SMS, with its link. */
import assert from "node:assert/strict";
import { phoneOrigins } from "../../../src/schema/phone.ts";
import { smsRequestFromText } from "../../../src/schema/stored/endpoint.ts";
import { MessageSender } from "../../../src/service/channels/message_sender.ts";
import { Dispatcher } from "../../../src/service/webhooks/dispatcher.ts";
import { WebhookSender } from "../../../src/service/webhooks/sender.ts";
import { withWorld } from "../../support/app.ts";
import { plainSecrets } from "../../support/secrets.ts";
import { anSmsChannel } from "../../support/channels.ts";
import { FakeNet } from "../../support/fake_net.ts";
import { BASE, leave, load, MINUTE_MS, tokenOf } from "../recovery/left.ts";

Deno.test("a customer who left a cart is reminded once, with the link that leads back", () =>
  withWorld(async (world) => {
    const { store, clock, services } = world;
    const { now, wait } = clock;
    const net = new FakeNet(now);
    const { transport, mail } = net;
    const secrets = plainSecrets(store);
    const deps = {
      store,
      now,
      transport,
      mail,
      phoneOrigins,
      secrets,
      readSms: smsRequestFromText,
      allowInsecure: false,
      userAgent: "test",
    };
    const dispatcher = new Dispatcher({
      ...{ store, secrets, now, wait, warn: assert.fail, newId: assert.fail, random: () => 0 },
      sender: new WebhookSender(deps),
      leases: null,
      messages: new MessageSender(deps),
      links: services.recoveryLinks,
    });
    services.pages.servedAt(BASE);
    const run = async () => {
      assert.equal(await services.housekeeping.reportIdle(), net.arrived.length === 0 ? 1 : 0);
      dispatcher.wake();
      await dispatcher.idle();
    };
    const endpoint = anSmsChannel({ merchantId: world.merchant.id, events: ["session.idle"] });
    await store.commit([{ kind: "webhook.put", endpoint }]);
    const id = await leave(world);
    clock.advance(30 * MINUTE_MS);
    await run();
    const [sent] = net.arrived;
    assert.deepEqual(JSON.parse(sent?.body ?? ""), {
      to: "+919876543210",
      text: `Demo Store: your cart is waiting for you: ${BASE}/c/recover/${await tokenOf(
        world,
        id,
      )}`,
      id: (await store.sessions.events(id)).find(({ type }) => type === "session.idle")?.id,
    });
    assert.equal((await load(world, id)).order, null);
    clock.advance(MINUTE_MS);
    await run();
    assert.equal(net.arrived.length, 1);
  }));
