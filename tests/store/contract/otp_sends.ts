import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { CountedMessage, MessageLimits } from "../../../src/domain/message_limits.ts";
import { HOUR_MS } from "../../../src/domain/shop/hourly.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther, sid } from "../support.ts";

const PHONE = "+919876543210";

/** Contract of the port: sent codes. */
export function otpSendContract(promised: Promised): void {
  const sent = (at: number, over: Partial<Extract<Change, { kind: "otp.sent" }>> = {}): Change => ({
    kind: "otp.sent",
    merchantId: M1,
    phone: PHONE,
    at,
    quietSince: at + 50,
    since: at - 100,
    limit: 2,
    shopSince: at - 1000,
    shopLimit: 100,
    ...over,
  });

  promised(
    "customers.otpSends() lists what was sent after a moment to a phone of one shop",
    async (store) => {
      await store.commit([putMerchant, putOther, sent(NOW + 9), sent(NOW + 5)]);
      await store.commit([sent(NOW, { phone: "+15550100" }), sent(NOW, { merchantId: M2 })]);
      assert.deepEqual(await store.customers.otpSends(M1, PHONE, NOW), [NOW + 5, NOW + 9]);
      assert.deepEqual(await store.customers.otpSends(M1, PHONE, NOW + 5), [NOW + 9]);
      assert.deepEqual(await store.customers.otpSends(M2, PHONE, NOW - 1), [NOW]);
    },
  );

  promised("otp.sent is refused at its limit, until the first is old enough", async (store) => {
    await store.commit([putMerchant, sent(NOW), sent(NOW)]);
    const early = sent(NOW + 99);
    await assertRefused(store.commit([early]), early, /^Phone number .+ as many as .+: 2$/);
    await store.commit([sent(NOW + 99, { phone: "+15550100" })]);
    await store.commit([sent(NOW + 100)]);
    assert.deepEqual(await store.customers.otpSends(M1, PHONE, NOW), [NOW + 100]);
  });

  promised(
    "otp.sent is refused while another is too fresh, for that phone alone",
    async (store) => {
      await store.commit([putMerchant, putOther, sent(NOW)]);
      const early = sent(NOW + 9, { quietSince: NOW - 1 });
      await assertRefused(store.commit([early]), early, /^Phone number was sent a code just now/);
      await store.commit([sent(NOW + 9, { quietSince: NOW - 1, merchantId: M2 })]);
      await store.commit([sent(NOW + 10, { quietSince: NOW })]);
      assert.deepEqual(await store.customers.otpSends(M1, PHONE, NOW - 1), [NOW, NOW + 10]);
    },
  );

  promised("otp.sent is refused at the shop's own limit, whatever the phone", async (store) => {
    const to = (n: number, over: Partial<Extract<Change, { kind: "otp.sent" }>> = {}): Change =>
      sent(NOW + n, { phone: `+1555010${n}`, shopSince: NOW, shopLimit: 2, ...over });
    await store.commit([putMerchant, putOther, to(-1), to(0), to(1)]);
    const third = to(3);
    await assertRefused(store.commit([third]), third, /^Phone number .+ or its shop as many as/);
    await store.commit([to(3, { merchantId: M2 })]);
    await store.commit([to(4, { shopSince: NOW + 1 })]);
  });

  promised("customers.otpsSince() counts over all phones of a shop", async (store) => {
    await store.commit([putMerchant, putOther, sent(NOW + 9), sent(NOW + 5)]);
    await store.commit([sent(NOW, { phone: "+15550100" }), sent(NOW + 7, { merchantId: M2 })]);
    const counted = await Promise.all(
      [NOW, NOW + 1, NOW + 9, NOW + 10].map((since) => store.customers.otpsSince(M1, since)),
    );
    assert.deepEqual(counted, [3, 2, 1, 0]);
  });

  promised("otp.purge forgets codes sent before a moment", async (store) => {
    await store.commit([putMerchant, sent(NOW), sent(NOW + 5)]);
    await store.commit([{ kind: "otp.purge", before: NOW + 5 }]);
    assert.deepEqual(await store.customers.otpSends(M1, PHONE, 0), [NOW + 5]);
  });

  const message = (n: number, over: Partial<CountedMessage> = {}): CountedMessage => ({
    eventId: uuid(900 + n),
    kind: "sms",
    merchantId: M1,
    sessionId: sid(n),
    recipient: "digest",
    isUnverified: true,
    at: NOW + n,
    client: null,
    ...over,
  });
  const LIMITS: MessageLimits = {
    hourSince: NOW,
    daySince: NOW - 100,
    shopSince: NOW,
    perRecipient: 3,
    perAddress: 2,
    unverifiedPerOrder: 1,
    unverified: 2,
    perShop: 4,
  };

  promised(
    "message.sent counts by recipient, session and shop, and is refused at each limit",
    async (store) => {
      const sent = (counted: CountedMessage, limits: Partial<MessageLimits> = {}): Change => ({
        kind: "message.sent",
        message: counted,
        limits: { ...LIMITS, ...limits },
      });
      const refused = (change: Change) =>
        assertRefused(store.commit([change]), change, /^A limit of messages is reached$/);
      await store.commit([putMerchant, putOther, sent(message(1))]);
      await refused(sent(message(2, { sessionId: sid(1) })));
      await store.commit([
        sent(message(2)),
        sent(message(1, { kind: "email", isUnverified: false })),
      ]);
      await refused(sent(message(3), { perRecipient: 9 }));
      await refused(sent(message(3, { isUnverified: false })));
      assert.deepEqual(await store.customers.messageCounts(message(1), LIMITS), {
        toRecipient: 3,
        unverified: 2,
        ofSession: 1,
        ofClient: 0,
        ofShop: 3,
        isCounted: true,
      });
      const other = { recipient: "other", isUnverified: false };
      await store.commit([sent(message(4, other)), sent(message(9, { merchantId: M2 }))]);
      const { at } = message(1);
      const inHour = async (merchantId: MerchantId, hour: number) =>
        (await store.attention.hourly(merchantId, hour)).messagesHourly;
      assert.equal(await inHour(M1, at), 4);
      assert.equal(await inHour(M1, at + 1), 2);
      assert.equal(await inHour(M2, at), 1);
      assert.equal(await inHour(M2, at - HOUR_MS), 0);
      await refused(sent(message(5, other)));
      await store.commit([sent(message(5, other), { shopSince: NOW + 2 })]);
      const counted = sent(message(4, other), { perShop: 9 });
      await assertRefused(store.commit([counted]), counted, /^Message is counted/);
      await store.commit([{ kind: "message.purge", before: NOW + 4 }]);
      assert.deepEqual(await store.customers.messageCounts(message(6), LIMITS), {
        toRecipient: 0,
        unverified: 0,
        ofSession: 0,
        ofClient: 0,
        ofShop: 2,
        isCounted: false,
      });
    },
  );

  promised("message.sent counts by client, but none without one", async (store) => {
    const limits = { ...LIMITS, perShop: 90 };
    const change = (
      n: number,
      client: string | null,
      over: Partial<CountedMessage> = {},
    ): Change => ({
      kind: "message.sent",
      message: message(n, { recipient: `to ${n}`, isUnverified: false, client, ...over }),
      limits,
    });
    const refused = (one: Change) =>
      assertRefused(store.commit([one]), one, /^A limit of messages is reached$/);
    await store.commit([putMerchant, putOther, change(1, "one"), change(2, "one")]);
    await refused(change(3, "one"));
    await store.commit([3, 4, 5].map((n) => change(n, null)));
    await store.commit([change(6, "two"), change(7, "one", { merchantId: M2 })]);
    const asked = message(8, { client: "one" });
    const { ofClient } = await store.customers.messageCounts(asked, limits);
    assert.equal(ofClient, 2);
    const none = await store.customers.messageCounts(message(8), limits);
    assert.equal(none.ofClient, 0);
    // At once: one of two is left.
    const racing = await Promise.allSettled(
      [11, 12, 13].map((n) => store.commit([change(n, "two")])),
    );
    assert.equal(racing.filter(({ status }) => status === "fulfilled").length, 1);
    const later = { ...limits, hourSince: NOW + 50 };
    assert.equal((await store.customers.messageCounts(asked, later)).ofClient, 0);
  });
}
