import { any, one, type Planners } from "./statement.ts";

/** Refusals by the limits of shops, and the limits that a commit keeps. */
export const LIMITS = {
  "limit.refused": ({ merchantId, hour, refusal, count }) => [
    one("limit.refused", { merchant_id: merchantId, hour, refusal, count }, {
      onCheck: `Refusals must be more than 0: ${count}`,
      onForeignKey: `Merchant of the refusals is not known: ${merchantId}`,
    }),
  ],

  "daily.within": ({ limit: { what, merchantId, since, most }, amount }) => [
    one(`daily.${what}`, { merchant_id: merchantId, since, most: most - amount }, {
      onNoRow: `The limit of a day is reached: ${what}`,
    }),
  ],

  "limit.purge": ({ before }) => [any("limit.purge", { before })],
  "message.sent": ({ message, limits }) => [
    one("message.sent", {
      event_id: message.eventId,
      kind: message.kind,
      merchant_id: message.merchantId,
      session_id: message.sessionId,
      recipient: message.recipient,
      unverified: Number(message.isUnverified),
      at: message.at,
      client: message.client,
      hour_since: limits.hourSince,
      day_since: limits.daySince,
      shop_since: limits.shopSince,
      recipient_limit: limits.perRecipient,
      client_limit: limits.perAddress,
      unverified_limit: limits.unverified,
      shop_limit: limits.perShop,
    }, {
      onNoRow: "A limit of messages is reached",
      onPrimaryKey: `Message is counted: ${message.eventId}`,
      onForeignKey: `Merchant of the message is not known: ${message.merchantId}`,
    }),
  ],

  "message.purge": ({ before }) => [any("message.purge", { before })],
} satisfies Partial<Planners>;
