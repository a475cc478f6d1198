import { attentionReads } from "./attention.ts";
import { auditReads } from "./audit.ts";
import { catalogReads } from "./catalog.ts";
import { checkoutLinkReads } from "./checkout_links.ts";
import { couponReads } from "./coupons.ts";
import { customerReads, peopleReads } from "./customers.ts";
import { healthReads } from "./health.ts";
import { idReads } from "./ids.ts";
import { personReads } from "./persons.ts";
import { pictureReads } from "./pictures.ts";
import { providerReads } from "./providers.ts";
import type { Reader } from "./query.ts";
import { disputeReads, refundReads } from "./refunds.ts";
import { idempotencyReads, paymentReads } from "./requests.ts";
import { secretReads } from "./secrets.ts";
import { sessionReads } from "./sessions.ts";
import { keyReads, merchantReads } from "./shop.ts";
import { stampReads } from "./stamps.ts";
import { statisticsReads } from "./statistics.ts";
import { webhookReads } from "./webhooks.ts";
import type { Store } from "../store.ts";

/** Parts of the port that only read, the same for both engines. */
export type StoreReads = Omit<
  Store,
  | "writes"
  | "file"
  | "shared"
  | "epoch"
  | "checkSchema"
  | "ping"
  | "commit"
  | "close"
>;

/**
 * Reads of a database, by part.
 *
 * @param queueDepth returns the number of waiting commits
 */
export function storeReads(db: Reader, queueDepth: () => number): StoreReads {
  return {
    merchants: merchantReads(db),
    keys: keyReads(db),
    coupons: couponReads(db),
    catalog: catalogReads(db),
    pictures: pictureReads(db),
    customers: customerReads(db),
    people: peopleReads(db),
    sessions: sessionReads(db),
    checkoutLinks: checkoutLinkReads(db),
    statistics: statisticsReads(db),
    payments: paymentReads(db),
    providers: providerReads(db),
    refunds: refundReads(db),
    disputes: disputeReads(db),
    idempotency: idempotencyReads(db),
    webhooks: webhookReads(db),
    secrets: secretReads(db),
    ids: idReads(db),
    persons: personReads(db),
    audit: auditReads(db),
    attention: attentionReads(db),
    stamps: stampReads(db),
    health: healthReads(db, queueDepth),
  };
}
