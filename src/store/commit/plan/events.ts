import { isLive } from "../../../domain/events.ts";
import { eventToRow } from "../../../schema/stored/event.ts";
import { deliveryToRow } from "../../../schema/stored/webhook.ts";
import { any, one, type Planners } from "./statement.ts";

/** Events and their deliveries. */
export const EVENTS = {
  "event.add": ({ event, reaches = [] }) => {
    const { id, merchantId, type, at } = event;
    const livemode = Number(isLive(event));
    return [
      one("event.add", eventToRow(event), {
        onUnique: `Event id is taken: ${id}`,
        onForeignKey: `Merchant of the event is not known: ${merchantId}`,
      }),
      // One for each endpoint that takes the event.
      any("event.addDeliveries", {
        merchant_id: merchantId,
        livemode,
        type,
        at,
        reaches: JSON.stringify(reaches),
      }),
    ];
  },

  "delivery.put": ({ delivery, was }) => [
    one("delivery.put", {
      ...deliveryToRow(delivery),
      was_attempts: was?.attempts ?? null,
      was_updated_at: was?.updatedAt ?? null,
      was_batch_id: was?.batchId ?? null,
    }, {
      onNoRow: `Delivery of event ${delivery.eventId} is not known to endpoint${
        was === undefined ? "" : ", or was changed"
      }: ${delivery.endpointId}`,
    }),
  ],

  "event.purge": ({ before }) => [
    any("event.purgeDeliveries", { before }),
    any("event.purge", { before }),
  ],

  "otp.redact": ({ before }) => [any("event.redactBefore", { before })],

  // No row if the code is redacted or there is none.
  "event.redact": ({ eventId }) => [any("event.redact", { id: eventId })],
} satisfies Partial<Planners>;
