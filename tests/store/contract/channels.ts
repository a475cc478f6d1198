import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { anEmailChannel, anSmsChannel } from "../../support/channels.ts";
import type { Promised } from "../contract.ts";
import { anEndpoint, anEvent, assertRefused, M1, putMerchant } from "../support.ts";
import { plain } from "../../support/secrets.ts";

/** Contract of the port: channels, and what they are given to deliver. */
export function channelContract(promised: Promised): void {
  promised("webhooks.of() gives back channels with their settings and texts", async (store) => {
    const channels = [anSmsChannel(), anEmailChannel()];
    const changes: Change[] = channels.map((endpoint) => ({ kind: "webhook.put", endpoint }));
    await store.commit([putMerchant, ...changes]);
    assert.deepEqual(await store.webhooks.of(M1), channels);
    const changed = anEmailChannel({ server: plain("smtp://mail.example:587"), templates: {} });
    await store.commit([{ kind: "webhook.put", endpoint: changed }]);
    assert.deepEqual(await store.webhooks.find(changed.id), changed);
  });

  promised("webhook.put is refused for a second channel of a kind", async (store) => {
    const channel = anSmsChannel();
    const second: Change = { kind: "webhook.put", endpoint: { ...channel, id: uuid(609) } };
    await store.commit([putMerchant, { kind: "webhook.put", endpoint: channel }]);
    await assertRefused(store.commit([second]), second, /^The shop has a channel .*: sms$/);
    await store.commit([
      { kind: "webhook.remove", merchantId: M1, endpointId: channel.id },
      second,
    ]);
    const webhooks = [anEndpoint(), anEndpoint({ id: uuid(72) })];
    await store.commit(webhooks.map((endpoint) => ({ kind: "webhook.put", endpoint })));
  });

  promised("event.add gives a channel what it sends, if it reaches the customer", async (store) => {
    const [sms, email] = [anSmsChannel(), anEmailChannel()];
    await store.commit([
      putMerchant,
      ...[sms, email].map((endpoint): Change => ({ kind: "webhook.put", endpoint })),
    ]);
    const placed = (n: number, reaches: readonly ("sms" | "email")[]): Change => ({
      kind: "event.add",
      event: anEvent(n, { type: "session.completed" }),
      reaches,
    });
    await store.commit([
      placed(1, []),
      placed(2, ["sms"]),
      placed(3, ["email", "sms"]),
      { kind: "event.add", event: anEvent(4, { type: "otp.requested" }), reaches: ["sms"] },
      { kind: "event.add", event: anEvent(5, { type: "payment.paid" }), reaches: ["sms"] },
    ]);
    const queued = async (id: string) =>
      (await store.webhooks.deliveries([id], NO_DELIVERY_FILTER, { limit: 9 })).rows
        .map(({ event }) => event.id);
    assert.deepEqual(await queued(sms.id), [4, 3, 2].map((n) => anEvent(n).id));
    assert.deepEqual(await queued(email.id), [anEvent(3).id]);
    const [due] = await store.webhooks.due(NOW + 9, [`${sms.id}:0`], null);
    assert.deepEqual(due?.endpoint, email);
  });
}
