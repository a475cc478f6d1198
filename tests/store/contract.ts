import type { Store } from "../../src/store/store.ts";
import { attentionContract } from "./contract/attention.ts";
import { auditContract } from "./contract/audit.ts";
import { catalogContract } from "./contract/catalog.ts";
import { channelContract } from "./contract/channels.ts";
import { checkoutLinkContract } from "./contract/checkout_links.ts";
import { commitContract } from "./contract/commits.ts";
import { couponUseContract } from "./contract/coupon_uses.ts";
import { customerContract } from "./contract/customers.ts";
import { deliveryContract } from "./contract/deliveries.ts";
import { dueDeliveryContract } from "./contract/due_deliveries.ts";
import { eventContract } from "./contract/events.ts";
import { filterContract } from "./contract/filters.ts";
import { holdLimitContract } from "./contract/hold_limits.ts";
import { holdContract } from "./contract/holds.ts";
import { idContract } from "./contract/ids.ts";
import { idempotencyContract } from "./contract/idempotency.ts";
import { invitationContract } from "./contract/invitations.ts";
import { leaseContract } from "./contract/leases.ts";
import { loadContract } from "./contract/load.ts";
import { moneySumContract } from "./contract/money_sums.ts";
import { orderContract } from "./contract/orders.ts";
import { otpSendContract } from "./contract/otp_sends.ts";
import { pageContract } from "./contract/pages.ts";
import { pictureContract } from "./contract/pictures.ts";
import { paymentContract } from "./contract/payments.ts";
import { peopleContract } from "./contract/people.ts";
import { factorContract } from "./contract/factors.ts";
import { emailContract } from "./contract/emails.ts";
import { newsContract } from "./contract/news.ts";
import { passkeyContract } from "./contract/passkeys.ts";
import { personContract } from "./contract/persons.ts";
import { prefixContract } from "./contract/prefixes.ts";
import { dailyContract } from "./contract/daily.ts";
import { hourlyContract } from "./contract/hourly.ts";
import { productIdsContract } from "./contract/product_ids.ts";
import { refundAllowanceContract } from "./contract/refund_allowance.ts";
import { recordRefundContract } from "./contract/record_refunds.ts";
import { refundContract } from "./contract/refunds.ts";
import { refundReadContract } from "./contract/refund_reads.ts";
import { retentionContract } from "./contract/retention.ts";
import { sessionListContract } from "./contract/session_lists.ts";
import { sessionSumContract } from "./contract/session_sums.ts";
import { sessionContract } from "./contract/sessions.ts";
import { shopContract } from "./contract/shops.ts";
import { removalContract } from "./contract/removal.ts";
import { secretContract } from "./contract/secrets.ts";
import { stampContract } from "./contract/stamps.ts";
import { statisticsContract } from "./contract/statistics.ts";
import { providerContract } from "./contract/providers.ts";
import { unpaidHoldContract } from "./contract/unpaid_holds.ts";

/** Registers a test of one promise of the port, with a store that nobody has used. */
export type Promised = (title: string, run: (store: Store) => Promise<void>) => void;

/**
 * Registers one test for each promise that the port makes, whatever keeps the data.
 *
 * @param name of the adapter, for the titles
 * @param open makes an empty store; the contract closes it
 */
export function storeContract(name: string, open: () => Promise<Store>): void {
  const promised: Promised = (title, run) =>
    Deno.test(`${name}: ${title}`, async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
      }
    });
  shopContract(promised);
  catalogContract(promised);
  productIdsContract(promised);
  pictureContract(promised);
  customerContract(promised);
  otpSendContract(promised);
  peopleContract(promised);
  sessionContract(promised);
  retentionContract(promised);
  sessionListContract(promised);
  filterContract(promised);
  checkoutLinkContract(promised);
  orderContract(promised);
  pageContract(promised);
  prefixContract(promised);
  secretContract(promised);
  idContract(promised);
  personContract(promised);
  factorContract(promised);
  passkeyContract(promised);
  emailContract(promised);
  newsContract(promised);
  invitationContract(promised);
  statisticsContract(promised);
  sessionSumContract(promised);
  moneySumContract(promised);
  couponUseContract(promised);
  holdContract(promised);
  holdLimitContract(promised);
  removalContract(promised);
  eventContract(promised);
  deliveryContract(promised);
  dueDeliveryContract(promised);
  channelContract(promised);
  idempotencyContract(promised);
  paymentContract(promised);
  attentionContract(promised);
  providerContract(promised);
  refundContract(promised);
  recordRefundContract(promised);
  refundAllowanceContract(promised);
  dailyContract(promised);
  hourlyContract(promised);
  refundReadContract(promised);
  unpaidHoldContract(promised);
  auditContract(promised);
  stampContract(promised);
  leaseContract(promised);
  loadContract(promised);
  commitContract(promised);
}
