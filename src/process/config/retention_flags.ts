import { RETENTION } from "../../command/server_times.ts";
import { setting } from "./server_config.ts";

/** The flag for the time after which sessions are deleted that are no orders. */
export function retentionFlag() {
  return setting(
    "--retention <duration>",
    "time until an unused session without an order is deleted: 90 or 90d",
  )
    .default(RETENTION.sessions.default).argParser(RETENTION.sessions.parse);
}

/** The flag for the time after which the persons of orders are erased. */
export function orderRetentionFlag() {
  return setting(
    "--order-retention <duration>",
    "time until the person of an order is erased: 730, 730d or never",
  ).default(RETENTION.orders.default).argParser(RETENTION.orders.parse);
}

/** The flag for the time after which entries of the audit trail are deleted. */
export function auditRetentionFlag() {
  return setting(
    "--audit-retention <duration>",
    "time until an entry of the audit trail is deleted: 730, 730d or never",
  ).default(RETENTION.audit.default, "never").argParser(RETENTION.audit.parse);
}
